/* What a page adds where scripts run: previews of links, evidence beside its mark, links to claims, ages, the rest of long
 * conversations. Everything is there without it: marks lead to the foot, links to pages, parts to parts.
 *
 * Texts of pages only ever become text nodes. */
(function () {
  "use strict";
  const bw = window.bw;
  if (!bw) return;

  const REST = 320; // milliseconds that a pointer stays on a link before it opens
  const FOCUS_REST = 700; // the same for the focus of the keyboard
  const GRACE = 260; // milliseconds that a preview waits for the pointer to come over
  const MOST_PINNED = 3;
  const MOST_TEXT = 360; // characters of a page in its preview

  /* Small helpers ------------------------------------------------------------------------------------------------ */

  function make(tag, kind, text) {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (text) element.textContent = text;
    return element;
  }

  function button(kind, name, run) {
    const element = make("button", kind);
    element.type = "button";
    element.title = name;
    element.setAttribute("aria-label", name);
    element.addEventListener("click", run);
    return element;
  }

  function spoken(element) {
    const near = element.closest("[lang]");
    return (near && near.lang) || document.documentElement.lang || "en";
  }

  let live = null; // the region in which screen readers hear what was done

  function announce(text) {
    if (!live) {
      live = make("div", "bw-live");
      live.setAttribute("role", "status");
      document.body.appendChild(live);
    }
    live.textContent = "";
    window.setTimeout(() => (live.textContent = text), 50);
  }

  /* Ages: a build knows no clock, so that the reader's tells what is past ------------------------------------------ */

  const UNITS = [
    ["year", 365 * 86400],
    ["month", 30.44 * 86400],
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];

  function age(at, language) {
    const seconds = (at.getTime() - Date.now()) / 1000;
    const unit = UNITS.find((one) => Math.abs(seconds) >= one[1]) || UNITS[4];
    try {
      const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
      return format.format(Math.trunc(seconds / unit[1]), unit[0]);
    } catch (error) {
      return ""; // a tag that is no language
    }
  }

  function instant(text) {
    const at = new Date(text || "");
    return isNaN(at.getTime()) ? null : at;
  }

  /* "fresh until …" or "stale since … (3 months ago)". */
  function freshness(limit, day, language, fresh, stale) {
    if (limit.getTime() > Date.now()) return fresh.replace("{}", () => day);
    return stale.replace("{}", () => day) + " (" + age(limit, language) + ")";
  }

  function tellAges(within) {
    within.querySelectorAll("[data-until]").forEach((chip) => {
      const limit = instant(chip.getAttribute("data-until"));
      if (!limit) return;
      const data = chip.dataset;
      chip.classList.add(limit.getTime() > Date.now() ? "bw-chip--fresh" : "bw-chip--stale");
      chip.textContent = freshness(limit, data.day, spoken(chip), data.fresh, data.stale);
    });
    within.querySelectorAll("[data-after]").forEach((banner) => {
      const limit = instant(banner.getAttribute("data-after"));
      if (limit && limit.getTime() <= Date.now()) banner.hidden = false;
    });
    within.querySelectorAll("time[data-at]").forEach((time) => {
      const at = instant(time.getAttribute("data-at"));
      const told = at && age(at, spoken(time));
      if (!told) return;
      if (time.closest(".bw-facts")) time.appendChild(make("span", "bw-age", " (" + told + ")"));
      else time.title = time.getAttribute("data-at").replace("T", " ") + " · " + told;
    });
  }

  /* One window for previews and evidence ---------------------------------------------------------------------------- */

  let open = null; // {element, trigger, x}
  let pinned = []; // windows that stay
  let timer = 0;
  let wanted = null; // the link that will open when the pointer or the focus rests

  function isOver(trigger) {
    return open !== null && open.trigger === trigger;
  }

  function show(trigger, name, fill, x) {
    close();
    const element = make("div", "bw-pop");
    element.id = "bw-pop";
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", name);
    const body = make("div", "bw-pop__body");
    const tools = make("div", "bw-pop__tools");
    const shown = { element: element, trigger: trigger, x: x };
    tools.appendChild(button("bw-pop__tool bw-pop__pin", bw.say("pin"), () => pin(shown)));
    tools.appendChild(button("bw-pop__tool bw-pop__close", bw.say("close"), () => remove(shown, true)));
    fill(body);
    element.appendChild(body);
    element.appendChild(tools);
    element.addEventListener("pointerenter", stay);
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch" && open === shown) leave();
    });
    element.addEventListener("keydown", (event) => turnBack(event, shown));
    document.body.appendChild(element);
    trigger.setAttribute("aria-describedby", "bw-pop");
    open = shown;
    place();
  }

  /* Under the link or over it, on the side with more room; never on it, and never out of the window. */
  function place() {
    if (!open) return;
    const element = open.element;
    const rect = open.trigger.getBoundingClientRect();
    const header = document.querySelector("header");
    const top = Math.max(0, header ? header.getBoundingClientRect().bottom : 0) + 8;
    if (rect.bottom < top || rect.top > window.innerHeight) return close();
    const gap = 9;
    const below = window.innerHeight - rect.bottom - gap - 8;
    const above = rect.top - gap - top;
    element.style.maxHeight = "";
    const wantedHeight = element.offsetHeight;
    const isBelow = wantedHeight <= below || below >= above;
    const height = Math.min(wantedHeight, Math.max(isBelow ? below : above, 96));
    element.style.maxHeight = height + "px";
    element.style.top = (isBelow ? rect.bottom + gap : rect.top - gap - height) + "px";
    const start = open.x === undefined ? open.trigger.getClientRects()[0].left : Math.min(Math.max(open.x - 28, rect.left), rect.right);
    const width = document.documentElement.clientWidth;
    element.style.left = Math.max(8, Math.min(start, width - element.offsetWidth - 8)) + "px";
  }

  function close() {
    stay();
    wanted = null;
    if (!open) return;
    open.trigger.removeAttribute("aria-describedby");
    open.element.remove();
    open = null;
  }

  function remove(shown, isAsked) {
    const had = shown.element.contains(document.activeElement);
    if (open === shown) close();
    pinned = pinned.filter((one) => one !== shown);
    shown.element.remove();
    if (isAsked && had) focusQuietly(shown.trigger);
  }

  let quiet = null; // a link that has the focus back and shall not open again

  function focusQuietly(trigger) {
    quiet = trigger;
    trigger.focus();
    quiet = null;
  }

  function pin(shown) {
    if (open !== shown) return remove(shown, true);
    open.trigger.removeAttribute("aria-describedby");
    shown.element.removeAttribute("id");
    shown.element.classList.add("bw-pop--pinned");
    const tool = shown.element.querySelector(".bw-pop__pin");
    tool.setAttribute("aria-pressed", "true");
    pinned.push(shown);
    open = null;
    stay();
    if (pinned.length > MOST_PINNED) remove(pinned[0], false);
  }

  function stay() {
    window.clearTimeout(timer);
  }

  function leave() {
    stay();
    wanted = null;
    timer = window.setTimeout(() => {
      if (open && !open.element.contains(document.activeElement)) close();
    }, GRACE);
  }

  function tabbable(within) {
    const all = within.querySelectorAll("a[href], button, summary, input, [tabindex='0']");
    return Array.from(all).filter((one) => one.getClientRects().length > 0);
  }

  /* The window stands at the end of the document, but Tab finds it behind its link and goes on from there. */
  function turnBack(event, shown) {
    if (event.key !== "Tab") return;
    const inner = tabbable(shown.element);
    const at = inner.indexOf(document.activeElement);
    if (event.shiftKey && at <= 0) {
      event.preventDefault();
      focusQuietly(shown.trigger);
    } else if (!event.shiftKey && at === inner.length - 1) {
      const all = tabbable(document).filter((one) => !one.closest(".bw-pop"));
      const next = all[all.indexOf(shown.trigger) + 1];
      if (!next) return;
      event.preventDefault();
      if (open === shown) close();
      next.focus();
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (open || pinned.length)) {
      remove(open || pinned[pinned.length - 1], true);
    } else if (event.key === "Tab" && !event.shiftKey && open && document.activeElement === open.trigger) {
      const inner = tabbable(open.element);
      if (!inner.length) return;
      event.preventDefault();
      inner[0].focus();
    }
  });
  document.addEventListener("pointerdown", (event) => {
    if (open && !open.element.contains(event.target) && !open.trigger.contains(event.target)) close();
  });
  document.addEventListener("focusout", (event) => {
    if (!open || event.target !== open.trigger && !open.element.contains(event.target)) return;
    const next = event.relatedTarget;
    if (next && next !== open.trigger && !open.element.contains(next)) close();
  });
  window.addEventListener("scroll", () => window.requestAnimationFrame(place), { passive: true });
  window.addEventListener("resize", () => window.requestAnimationFrame(place));
  window.addEventListener("hashchange", close);
  window.addEventListener("pagehide", close);
  window.addEventListener("blur", () => (wanted = null));

  /* Which links open, and when --------------------------------------------------------------------------------------- */

  const hovers = window.matchMedia("(hover: hover) and (pointer: fine)");
  let pointer = ""; // the kind of the last pointer

  function isMark(link) {
    return link.matches(".bw-cite a[href^='#']");
  }

  function linkOf(target) {
    const link = target instanceof Element ? target.closest("a[href]") : null;
    if (!link || link.closest(".bw-pop")) return null;
    return isMark(link) || link.matches(".bw-link, .bw-card") ? link : null;
  }

  function begin(link, x, rest) {
    stay();
    if (isOver(link)) return;
    wanted = link;
    timer = window.setTimeout(() => {
      if (wanted === link) openAt(link, x);
    }, rest);
  }

  function openAt(link, x) {
    if (isMark(link)) return showEvidence(link, x);
    const place = placeOf(link);
    if (!place) return;
    findDocument(place.address, (entry) => {
      if (entry && wanted === link) showPreview(link, place, entry, x);
    });
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || !hovers.matches) return;
    const link = linkOf(event.target);
    if (!link) return;
    if (isMark(link)) link.removeAttribute("title"); // the same words, and the window shows more
    begin(link, event.clientX, REST);
  });
  document.addEventListener("pointerout", (event) => {
    const link = event.pointerType === "touch" ? null : linkOf(event.target);
    if (link && !(event.relatedTarget instanceof Node && link.contains(event.relatedTarget))) leave();
  });
  function rest(target) {
    const link = linkOf(target);
    if (link && link !== quiet && link.matches(":focus-visible")) begin(link, undefined, FOCUS_REST);
  }

  document.addEventListener("focusin", (event) => rest(event.target));
  document.addEventListener("focusout", () => (wanted = null));
  document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), true);
  document.addEventListener("keydown", () => (pointer = ""), true);
  document.addEventListener("click", (event) => {
    const link = linkOf(event.target);
    if (!link) return;
    if (isMark(link) && pointer === "touch" && !isOver(link)) {
      event.preventDefault(); // the first tap shows the evidence, the second goes to the foot
      return showEvidence(link);
    }
    close();
  });

  /* Evidence beside its mark, from the panel at the foot of the same page ----------------------------------------------- */

  function showEvidence(mark, x) {
    const entry = document.getElementById(decodeURIComponent(mark.hash.slice(1)));
    if (!entry || !entry.matches(".bw-entry")) return;
    const number = textOf(entry, ".bw-entry__number");
    const name = mark.getAttribute("aria-label") || number;
    show(mark, name, (body) => fillEvidence(body, entry, number, mark), x);
  }

  function textOf(within, selector) {
    const found = within.querySelector(selector);
    return found ? found.textContent.replace(/\s+/g, " ").trim() : "";
  }

  function fillEvidence(body, entry, number, mark) {
    body.classList.add("bw-pop__body--evidence");
    const title = make("p", "bw-pop__title");
    title.appendChild(make("span", "bw-pop__number", number));
    title.appendChild(document.createTextNode(" " + textOf(entry, ".bw-entry__title")));
    body.appendChild(title);
    const quote = entry.querySelector("blockquote");
    if (quote) {
      const copy = make("blockquote", "bw-pop__quote", quote.textContent);
      copy.lang = spoken(quote);
      body.appendChild(copy);
    }
    const meta = make("p", "bw-pop__meta");
    entry.querySelectorAll(".bw-entry__meta > :not(a)").forEach((one) => {
      const copy = make("span", one.className, one.textContent.replace(/\s+/g, " ").trim());
      const icon = one.querySelector("svg");
      if (icon) copy.prepend(icon.cloneNode(true));
      if (one.title) copy.title = one.title;
      if (one.matches("time")) copy.title = one.title;
      meta.appendChild(copy);
    });
    body.appendChild(meta);
    body.appendChild(waysOn(entry, mark));
  }

  /* The step down to the words themselves, the whole entry at the foot, a link to the claim. */
  function waysOn(entry, mark) {
    const ways = make("p", "bw-pop__ways");
    const down = entry.querySelector(".bw-entry__meta a[href]");
    if (down) {
      const copy = make("a", down.className + " bw-pop__down", down.textContent);
      copy.href = down.getAttribute("href");
      if (down.rel) copy.rel = down.rel;
      ways.appendChild(copy);
    }
    const all = make("a", "bw-pop__all", bw.say("all_evidence"));
    all.href = mark.getAttribute("href");
    ways.appendChild(all);
    const claim = claimOf(mark);
    if (claim) {
      const copy = make("button", "bw-pop__copy", bw.say("copy_claim"));
      copy.type = "button";
      copy.addEventListener("click", () => copyLink(claim.id, copy));
      ways.appendChild(copy);
    }
    return ways;
  }

  /* Previews of pages --------------------------------------------------------------------------------------------------- */

  const root = new URL(bw.root || "./", location.href);

  /* Where a link leads: an address from the site's root, and the part of that page. Null: nothing of this site. */
  function placeOf(link) {
    const url = new URL(link.href, location.href);
    if (url.protocol !== root.protocol || url.host !== root.host) return null;
    if (!url.pathname.startsWith(root.pathname)) return null;
    try {
      const address = decodeURIComponent(url.pathname.slice(root.pathname.length)).replace(/index\.html$/, "");
      const here = decodeURIComponent(location.pathname.slice(root.pathname.length)).replace(/index\.html$/, "");
      return address === here ? null : { address: address, part: decodeURIComponent(url.hash.slice(1)) };
    } catch (error) {
      return null; // an address that is no UTF-8
    }
  }

  /* The document of an address; the later parts of a session are told by the session. */
  function findDocument(address, done) {
    bw.load("docs/" + bw.shard(address), (found) => {
      const entry = found && Object.prototype.hasOwnProperty.call(found, address) ? found[address] : null;
      const whole = address.replace(/(?:turns-)?part-[0-9]+\/$/, "");
      if (entry || whole === address) done(entry);
      else findDocument(whole, done);
    });
  }

  function showPreview(link, place, entry, x) {
    show(link, bw.say("preview", entry[0]), (body) => fillPreview(body, link, place, entry), x);
  }

  function fillPreview(body, link, place, entry) {
    const kinds = make("p", "bw-pop__meta");
    kinds.appendChild(make("span", "", entry[2] || entry[1]));
    const limit = typeof entry[9] === "string" ? instant(entry[9]) : null;
    if (limit) {
      const told = freshness(limit, entry[9].slice(0, 10), spoken(link), bw.say("fresh"), bw.say("stale"));
      kinds.appendChild(make("span", limit.getTime() > Date.now() ? "" : "bw-pop__stale", told));
    }
    body.appendChild(kinds);
    const title = make("p", "bw-pop__title");
    const self = make("a", "", entry[0]);
    self.href = link.href;
    title.appendChild(self);
    body.appendChild(title);
    const section = sectionOf(entry[6] || [], place.part);
    if (section && section[1]) body.appendChild(make("p", "bw-pop__heading", section[1]));
    else if (entry[4]) body.appendChild(make("p", "bw-pop__about", entry[4]));
    const text = beginning(section ? section[2] : (entry[6] || []).map((one) => one[2]).join(" "));
    if (text) body.appendChild(make("p", "bw-pop__text", text));
    body.lang = entry[3] || "";
  }

  /* The section that a fragment means: its own, the turn of a quote, or the lines that hold one. */
  function sectionOf(sections, part) {
    if (!part) return null;
    const plain = part.replace(/-q-[0-9a-f]+$/, "");
    const own = sections.find((one) => one[0] === plain);
    const line = /^L([0-9]+)$/.exec(plain);
    if (own || !line) return own || null;
    const before = sections.filter((one) => /^L[0-9]+$/.test(one[0]) && Number(one[0].slice(1)) <= Number(line[1]));
    return before[before.length - 1] || null;
  }

  /* The first sentences of a text, as far as they fit. */
  function beginning(text) {
    if (text.length <= MOST_TEXT) return text;
    const cut = text.slice(0, MOST_TEXT);
    const ends = cut.match(/^.*(?:[。！？]|[.!?](?=\s))/s);
    if (ends && ends[0].length > MOST_TEXT / 3) return ends[0];
    return cut.replace(/\s+\S{0,30}$/, "") + "…";
  }

  /* Links to claims ------------------------------------------------------------------------------------------------------ */

  function claimOf(element) {
    const around = element.closest(".bw-claim");
    if (around) return around;
    const mark = element.closest(".bw-cite");
    const before = mark && mark.previousElementSibling;
    return before && before.matches(".bw-claim:empty") ? before : null;
  }

  function copyLink(id, from) {
    const address = location.href.replace(/#.*$/, "") + "#" + encodeURIComponent(id);
    const done = (isCopied) => {
      announce(bw.say(isCopied ? "copied" : "not_copied"));
      if (!isCopied) return;
      from.classList.add("bw-copied");
      window.setTimeout(() => from.classList.remove("bw-copied"), 1600);
    };
    const other = () => done(copyByHand(address, from));
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(address).then(() => done(true), other);
    } else other();
  }

  /* Where the page is no secure place (a file, plain http): by a field that is selected and gone again. */
  function copyByHand(text, from) {
    const field = make("textarea", "bw-live");
    field.value = text;
    document.body.appendChild(field);
    field.select();
    let isCopied = false;
    try {
      isCopied = document.execCommand("copy");
    } catch (error) {
      isCopied = false;
    }
    field.remove();
    from.focus();
    return isCopied;
  }

  let copier = null; // the one button, that moves from claim to claim
  let copied = null; // the claim at which it stands
  let copierTimer = 0;

  /* Where a button stands already, another claim gets it only when the pointer rests there: it may be on its way to the button. */
  function offerCopy(claim, isPatient) {
    window.clearTimeout(copierTimer);
    if (copied === claim) return;
    if (isPatient && copied) {
      copierTimer = window.setTimeout(() => offerCopy(claim, false), 300);
      return;
    }
    if (!copier) copier = button("bw-copy", bw.say("copy_claim"), () => copyLink(copied.id, copier));
    copied = claim;
    if (claim.firstChild) claim.appendChild(copier);
    else claim.nextElementSibling.after(copier);
    standAside(claim.firstChild ? claim : claim.nextElementSibling);
  }

  /* In the margin before the first line of the claim, over no word. */
  function standAside(claim) {
    const page = claim.closest(".bw-body") || claim.parentElement;
    const line = claim.getClientRects()[0];
    const frame = (copier.offsetParent || document.documentElement).getBoundingClientRect();
    if (!line) return;
    const left = Math.max(2, page.getBoundingClientRect().left - copier.offsetWidth - 3);
    copier.style.left = left - frame.left + "px";
    copier.style.top = line.top + (line.height - copier.offsetHeight) / 2 - frame.top + "px";
  }

  function withdrawCopy() {
    window.clearTimeout(copierTimer);
    copierTimer = window.setTimeout(() => {
      if (!copier || document.activeElement === copier || copier.matches(":hover")) return;
      copier.remove();
      copied = null;
    }, 500);
  }

  function isClaim(target) {
    if (!(target instanceof Element) || target.closest(".bw-foot, .bw-pop")) return null;
    return target === copier ? copied : claimOf(target);
  }

  document.addEventListener("pointerover", (event) => {
    const claim = event.pointerType !== "touch" && hovers.matches ? isClaim(event.target) : null;
    if (claim) offerCopy(claim, true);
    else if (copied) withdrawCopy();
  });
  document.addEventListener("focusin", (event) => {
    const claim = event.target instanceof Element && event.target.matches(":focus-visible") ? isClaim(event.target) : null;
    if (claim) offerCopy(claim, false);
    else if (copied) withdrawCopy();
  });

  /* Fragments: what is folded opens, and a turn is found on whichever part it stands ---------------------------------------- */

  function reveal() {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch (error) {
      return;
    }
    if (!name) return;
    const target = document.getElementById(name);
    if (!target) return seekTurn(name);
    let isOpened = false;
    for (let one = target.closest("details:not([open])"); one; one = one.parentElement.closest("details:not([open])")) {
      one.open = isOpened = true;
    }
    const own = target.closest(".bw-turn");
    const rest = own && !isOpened && target.matches("h2") ? own.querySelector(".bw-turn__folded:not([open])") : null;
    if (rest) rest.open = true; // the turn is what was asked for
    if (isOpened) target.scrollIntoView();
  }

  function seekTurn(name) {
    const turn = /^turn-([0-9]+)(-q-[0-9a-f]+)?$/.exec(name);
    if (!turn) return;
    if (turn[2] && document.getElementById("turn-" + turn[1])) return location.replace("#turn-" + turn[1]);
    const number = Number(turn[1]);
    const parts = Array.from(document.querySelectorAll(".bw-parts a[data-first]"));
    const part = parts.find((one) => number >= Number(one.dataset.first) && number <= Number(one.dataset.last));
    if (part && !part.getAttribute("href").startsWith("#")) location.replace(bw.page(part.href) + "#" + name);
  }

  window.addEventListener("hashchange", reveal);

  /* The next part of a conversation, in place ------------------------------------------------------------------------------- */

  function loadNext(event) {
    const link = event.target instanceof Element ? event.target.closest(".bw-part-next a[rel=next]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (!/^https?:$/.test(location.protocol) || new URL(link.href).origin !== location.origin) return;
    event.preventDefault();
    const frame = link.closest(".bw-part-next");
    if (frame.getAttribute("aria-busy")) return;
    frame.setAttribute("aria-busy", "true");
    link.textContent = frame.dataset.loading;
    fetch(link.href)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
      .then((text) => addTurns(frame, link.href, new DOMParser().parseFromString(text, "text/html")))
      .catch(() => location.assign(bw.page(link.href)));
  }

  /* Only turns and days are taken from the page, and its links are read from where it stands. */
  function addTurns(frame, address, page) {
    const into = document.querySelector(".bw-turns");
    const found = Array.from(page.querySelectorAll(".bw-turns > .bw-turn, .bw-turns > .bw-day"));
    const next = page.querySelector(".bw-part-next");
    const days = into.querySelectorAll(".bw-day");
    const last = days.length ? days[days.length - 1].textContent.trim() : "";
    if (found.length && found[0].matches(".bw-day") && found[0].textContent.trim() === last) found.shift();
    const added = found.map((one) => into.appendChild(document.importNode(one, true)));
    if (next) frame.replaceChildren(...Array.from(next.childNodes, (one) => document.importNode(one, true)));
    else frame.remove();
    frame.removeAttribute("aria-busy");
    [...added, frame].forEach((one) => {
      one.querySelectorAll("a[href]").forEach((link) => {
        const href = link.getAttribute("href");
        if (!href.startsWith("#")) link.setAttribute("href", new URL(href, address).href);
      });
      tellAges(one);
    });
    announce(frame.dataset.loaded.replace("{}", () => String(added.filter((one) => one.matches(".bw-turn")).length)));
    const first = added.find((one) => one.matches(".bw-turn"));
    const number = first && first.querySelector(".bw-turn__number");
    if (number) number.focus({ preventScroll: true });
  }

  document.addEventListener("click", loadNext);

  bw.ready(() => {
    tellAges(document);
    reveal();
    rest(document.activeElement); // the focus may have come to a link before this script did
    document.querySelectorAll(".bw-contents").forEach((contents) => {
      contents.addEventListener("click", (event) => {
        if (event.target instanceof Element && event.target.closest("a")) contents.open = false;
      });
    });
  });
})();
