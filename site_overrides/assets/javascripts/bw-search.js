/* Search in the page: a dialog that asks the index in data/search, shard by shard, and shows passages from data/docs.
 *
 * `Index` finds and ranks, `Passages` reads the texts of what was found, the rest is the dialog. The forms of both kinds of
 * data are told in `brainwiki/site/search/index.py` and `documents.py`. */
(function () {
  "use strict";
  var SIGNS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
  var STEPS = 8; // of a weight, for each halving
  var BEGINNING = 3; // characters of a word that decide its shard
  var MOST = 300; // pages that are ranked
  var BATCH = 20; // pages whose texts are read at once
  var EXPANSIONS = 40; // words that begin with what was typed
  var SMALL =
    "a an and are as at be but by can did do does for from had has have how i if in into is it its me my of on or our so " +
    "that the their them then there these they this to was we were what when where which who why will with you your";

  var VALUE = Object.create(null);
  var NUMBER = Object.create(null);
  Array.from(SIGNS).forEach(function (sign, level) {
    NUMBER[sign] = level;
    VALUE[sign] = Math.pow(2, (level - 63) / STEPS);
  });

  function unique(values) {
    return Array.from(new Set(values));
  }

  function load(names) {
    return Promise.all(
      names.map(function (name) {
        return new Promise(function (done) {
          bw.load(name, done);
        });
      })
    );
  }

  /* What was asked ------------------------------------------------------------------------------------------------- */

  var PART = /(?<![^\s])(-?)(?:"([^"]*)"?|(type|tag|in)[:：](?:"([^"]*)"?|(\S+))|(\S+))/g;

  /* A question read: words that should be there, phrases and filters that must, and what must not. `cut` is the tokenizer. */
  function read(cut, text) {
    var asked = { units: [], phrases: [], filters: [], without: [], words: "" };
    var small = new Set(cut.tokens(SMALL).map(text_of));
    var units = [];
    var words = [];
    for (var part of text.replace(/[“”„«»]/g, '"').matchAll(PART)) {
      var isLast = part.index + part[0].length === text.length;
      if (part[3]) {
        var filter = part[3] + ":" + plain(cut, part[4] || part[5] || "");
        if (!filter.endsWith(":")) (part[1] ? asked.without : asked.filters).push([filter]);
      } else if (part[1] && (part[2] || part[6])) {
        asked.without.push(compact(cut.tokens(part[2] || part[6])));
      } else if (part[2] !== undefined) {
        var phrase = sequence(cut.tokens(part[2]));
        if (phrase.length > 1) asked.phrases.push(phrase);
        units = units.concat(units_of(cut, part[2], false, true));
        words.push(part[2]);
      } else {
        units = units.concat(units_of(cut, part[0], isLast, false));
        words.push(part[0]);
      }
    }
    var told = units.filter(function (unit) {
      return !unit.isKana && !small.has(unit.term);
    });
    asked.units = told.length ? told : units;
    asked.words = words.join(" ");
    return asked;
  }

  function text_of(token) {
    return token[0];
  }

  function plain(cut, value) {
    var words = cut.folded(value).replace(/=/g, " ").replace(/^\/+|\/+$/g, "");
    return words.trim().split(/\s+/).join("-");
  }

  /* The tokens that say most: words, pairs, and characters that stand alone. */
  function compact(tokens) {
    return unique(
      tokens
        .filter(function (token) {
          return token[3] !== "single" || !tokens.some(function (other) { return other[3] === "pair" && other[1] <= token[1] && other[2] >= token[2]; });
        })
        .map(text_of)
    );
  }

  /* Words and single characters in their order: what phrases are compared by. */
  function sequence(tokens) {
    return tokens
      .filter(function (token) {
        return token[3] === "word" || token[3] === "single";
      })
      .map(text_of);
  }

  function units_of(cut, text, isLast, isNeeded) {
    var shape = cut.folded(text);
    var tokens = cut.read(shape);
    var kept = new Set(compact(tokens));
    return tokens
      .filter(function (token) {
        return kept.has(token[0]);
      })
      .map(function (token) {
        var typed = shape.slice(token[1], token[2]);
        var isOpen = isLast && token[2] === shape.length && token[3] !== "pair" && token[3] !== "single" && typed.length >= BEGINNING;
        return {
          term: token[0],
          beginning: isOpen ? typed : "",
          isKana: token[3] === "pair" && /^[\u3041-\u309fー]+$/.test(token[0]),
          isExtra: token[3] === "whole",
          isNeeded: isNeeded && token[3] !== "whole",
          terms: [],
        };
      });
  }

  /* The index ------------------------------------------------------------------------------------------------------ */

  function Index(meta) {
    this.count = meta.count;
    this.width = meta.width;
    this.shards = Object.create(null);
  }

  Index.prototype.shard = function (term) {
    return bw.shard(term.indexOf(":") >= 0 ? term : Array.from(term).slice(0, BEGINNING).join(""));
  };

  /* Load what these terms need; false where something cannot be had. */
  Index.prototype.fetch = function (terms) {
    var shards = this.shards;
    var names = unique(terms.map(this.shard, this)).filter(function (name) {
      return !(name in shards);
    });
    return load(
      names.map(function (name) {
        return "search/" + name;
      })
    ).then(function (texts) {
      texts.forEach(function (text, at) {
        if (text !== null) shards[names[at]] = text;
      });
      return texts.indexOf(null) < 0;
    });
  };

  /* The postings of a term: {count, isCut, text}. */
  Index.prototype.postings = function (term) {
    var text = this.shards[this.shard(term)] || "";
    var at = text.indexOf(" " + term + "=");
    if (at < 0) return null;
    at += term.length + 2;
    var found = text.slice(at, text.indexOf(" ", at));
    var colon = found.indexOf(":");
    if (colon < 0) return { count: found.length / this.width, isCut: false, text: found };
    return { count: Number(found.slice(0, colon)), isCut: true, text: found.slice(colon + 1) };
  };

  Index.prototype.each = function (postings, run) {
    for (var at = 0; at < postings.text.length; at += this.width) {
      run(postings.text.slice(at, at + this.width - 1), VALUE[postings.text[at + this.width - 1]]);
    }
  };

  /* The words of the index that begin with what was typed, or that it goes on to bend (`measuri` is on its way to `measuring`). */
  Index.prototype.expand = function (unit) {
    var beginning = unit.beginning;
    if (!beginning) return [unit.term];
    var text = this.shards[this.shard(beginning)] || "";
    var found = [];
    for (var at = text.indexOf(" " + beginning); at >= 0 && found.length < EXPANSIONS; at = text.indexOf(" " + beginning, at + 1)) {
      found.push(text.slice(at + 1, text.indexOf("=", at)));
    }
    for (var size = beginning.length - 1; size >= BEGINNING; size--) {
      if (/^(?:e|ed|es|i|in|ing|ie|ies|y|s)$/.test(beginning.slice(size))) found.push(beginning.slice(0, size));
    }
    return unique([unit.term].concat(found));
  };

  Index.prototype.rarity = function (count) {
    return Math.log(1 + (this.count - count + 0.5) / (count + 0.5));
  };

  /* The pages that answer, best first: [[id, score], …]. */
  Index.prototype.find = function (asked) {
    var index = this;
    var scores = new Map();
    var matched = new Map();
    var counted = 0;
    var everywhere = 0; // units whose lists are cut: that a page is not there says nothing
    asked.units.forEach(function (unit) {
      var own = new Map();
      var isCut = false;
      unit.terms = index.expand(unit);
      unit.terms.forEach(function (term) {
        var postings = index.postings(term);
        if (!postings) return;
        isCut = isCut || postings.isCut;
        var share = index.rarity(postings.count) * (term === unit.term ? 1 : 0.8);
        index.each(postings, function (id, value) {
          own.set(id, Math.max(own.get(id) || 0, share * value));
        });
      });
      own.forEach(function (score, id) {
        scores.set(id, (scores.get(id) || 0) + score);
        if (!unit.isExtra && !isCut) matched.set(id, (matched.get(id) || 0) + 1);
      });
      if (unit.isNeeded && !isCut) asked.filters.push(unit.terms);
      if (unit.isExtra) return;
      counted++;
      if (isCut) everywhere++;
    });
    if (!asked.units.length) this.all(asked, scores);
    this.narrow(asked, scores);
    var found = [];
    scores.forEach(function (score, id) {
      var share = counted ? ((matched.get(id) || 0) + everywhere) / counted : 1;
      found.push([id, score * (0.25 + 0.75 * share * share)]);
    });
    found.sort(function (one, other) {
      return other[1] - one[1] || (one[0] < other[0] ? -1 : 1);
    });
    var least = found.length ? found[0][1] * 0.12 : 0;
    return found
      .filter(function (one) {
        return one[1] >= least;
      })
      .slice(0, MOST);
  };

  /* A question of filters alone is answered by all that they let through. */
  Index.prototype.all = function (asked, scores) {
    var index = this;
    (asked.filters[0] || []).forEach(function (term) {
      var postings = index.postings(term);
      if (postings)
        index.each(postings, function (id) {
          scores.set(id, 1);
        });
    });
  };

  Index.prototype.ids = function (terms) {
    var index = this;
    var found = new Set();
    terms.forEach(function (term) {
      var postings = index.postings(term);
      if (postings)
        index.each(postings, function (id) {
          found.add(id);
        });
    });
    return found;
  };

  Index.prototype.narrow = function (asked, scores) {
    var index = this;
    asked.filters.forEach(function (terms) {
      var kept = index.ids(terms);
      Array.from(scores.keys()).forEach(function (id) {
        if (!kept.has(id)) scores.delete(id);
      });
    });
    asked.without.forEach(function (terms) {
      var sets = terms.map(function (term) {
        return index.ids([term]);
      });
      Array.from(scores.keys()).forEach(function (id) {
        if (sets.length && sets.every(function (ids) { return ids.has(id); })) scores.delete(id);
      });
    });
  };

  /* Texts ---------------------------------------------------------------------------------------------------------- */

  var TITLE = 0, KIND = 1, TYPE = 2, LANGUAGE = 3, ABOUT = 4, SECTIONS = 6, MORE = 7, CODE = 8; // prettier-ignore

  var books = Object.create(null); // shard: {id: [address, entry]}

  function shardOf(id) {
    var number = 0;
    for (var i = 0; i < id.length; i++) number = number * 64 + NUMBER[id[i]];
    return ("0" + (number % bw.shards).toString(16)).slice(-2);
  }

  /* The documents with these ids: [[address, entry, score], …]; those that cannot be had are left out. */
  function documents(found) {
    var names = unique(found.map(function (one) { return shardOf(one[0]); })); // prettier-ignore
    return load(names.map(function (name) { return "docs/" + name; })).then(function (values) { // prettier-ignore
      names.forEach(function (name, at) {
        if (books[name] || !values[at]) return;
        books[name] = Object.create(null);
        Object.keys(values[at]).forEach(function (address) {
          books[name][values[at][address][CODE]] = [address, values[at][address]];
        });
      });
      return found
        .map(function (one) {
          var known = (books[shardOf(one[0])] || {})[one[0]];
          return known ? [known[0], known[1], one[1]] : null;
        })
        .filter(Boolean);
    });
  }

  function joined(words) {
    return "\u0000" + words.join("\u0000") + "\u0000";
  }

  /* How the texts of a page answer: its place among the others of its batch, or null where a phrase is not in it. */
  function judged(cut, asked, one) {
    var entry = one[1];
    var score = one[2];
    var title = cut.tokens(entry[TITLE]);
    var whole = sequence(cut.tokens(asked.words));
    var texts = [joined(sequence(title)), joined(sequence(cut.tokens(entry[ABOUT])))];
    if (whole.length > 1 || asked.phrases.length)
      entry[SECTIONS].forEach(function (section) {
        texts.push(joined(sequence(cut.tokens(section[1] + "\n" + section[2]))));
      });
    function holds(words) {
      var wanted = joined(words);
      return texts.some(function (text) { return text.indexOf(wanted) >= 0; }); // prettier-ignore
    }
    if (!asked.phrases.every(holds)) {
      if (!entry[MORE]) return null;
      score *= 0.4;
    }
    var share = named(cut, asked, entry);
    score *= (1 + 0.8 * share) * (share === 1 ? 1.3 : 1);
    if (whole.length && joined(sequence(title)) === joined(whole)) score *= 2.5;
    else if (whole.length > 1 && holds(whole)) score *= 1.5;
    return [one[0], entry, score];
  }

  /* The share of what was asked that stands in the title. */
  function named(cut, asked, entry) {
    var own = new Set(cut.tokens(entry[TITLE]).map(text_of));
    var units = asked.units.filter(function (unit) { return !unit.isExtra; }); // prettier-ignore
    var there = units.filter(function (unit) {
      return unit.terms.some(function (term) { return own.has(term); }); // prettier-ignore
    });
    return units.length ? there.length / units.length : 0;
  }

  /* Where words of a text stand that were asked for: {text, hits: [[start, end, unit], …]}, places in the text as written. */
  function hits(cut, asked, text) {
    var shape = cut.mapped(text);
    var found = [];
    cut.read(shape.text).forEach(function (token) {
      asked.units.forEach(function (unit, number) {
        if (unit.terms.indexOf(token[0]) >= 0 && token[2] > token[1]) found.push([shape.starts[token[1]], shape.ends[token[2] - 1], number]);
      });
    });
    return found.sort(function (one, other) { return one[0] - other[0] || one[1] - other[1]; }); // prettier-ignore
  }

  /* The stretch of a text with most of what was asked: {start, worth}. */
  function densest(found, width) {
    var best = { start: 0, worth: 0 };
    for (var from = 0, to = 0; from < found.length; from++) {
      while (to < found.length && found[to][1] - found[from][0] <= width) to++;
      var inside = found.slice(from, to);
      var kinds = new Set(inside.map(function (hit) { return hit[2]; })); // prettier-ignore
      var worth = kinds.size + Math.min(inside.length, 9) / 10;
      if (worth > best.worth) best = { start: found[from][0], worth: worth };
    }
    return best;
  }

  /* The passage that answers best: {anchor, heading, text, hits}; where the title does, what the page says of itself. */
  function passage(cut, asked, entry) {
    var best = null;
    var isNamed = asked.units.length > 0 && !asked.phrases.length && named(cut, asked, entry) === 1;
    if (!isNamed) entry[SECTIONS].forEach(function (section) {
      var text = section[2];
      var found = hits(cut, asked, text);
      var place = densest(found, width(text));
      var worth = place.worth + (section[1] ? 0.9 * densest(hits(cut, asked, section[1]), 1000).worth : 0);
      if (worth && (!best || worth > best.worth)) best = { worth: worth, section: section, start: place.start, hits: found };
    });
    if (best) return cutOut(best.section, best.start, best.hits);
    var about = entry[ABOUT];
    if (about) return { anchor: "", heading: "", text: about, hits: hits(cut, asked, about) };
    var first = entry[SECTIONS][0];
    return first ? cutOut([""].concat(first.slice(1)), 0, []) : { anchor: "", heading: "", text: "", hits: [] };
  }

  function width(text) {
    return /[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/.test(text.slice(0, 80)) ? 90 : 170;
  }

  function cutOut(section, start, found) {
    var text = section[2];
    var from = Math.max(0, start - Math.round(width(text) / 4));
    if (from > 0) {
      var blank = text.indexOf(" ", from);
      if (blank >= 0 && blank < start) from = blank + 1;
      else from = start - from < 8 ? from : Math.max(0, start - 12);
    }
    var to = Math.min(text.length, from + Math.round(width(text) * 1.35));
    if (to < text.length) {
      var last = text.lastIndexOf(" ", to);
      if (last > to - 20 && last > start) to = last;
    }
    if (from > 0 && /[\udc00-\udfff]/.test(text[from])) from--;
    if (to < text.length && /[\udc00-\udfff]/.test(text[to])) to++;
    var before = from > 0 ? "…" : "";
    var moved = found
      .filter(function (hit) { return hit[0] >= from && hit[1] <= to; }) // prettier-ignore
      .map(function (hit) { return [hit[0] - from + before.length, hit[1] - from + before.length]; }); // prettier-ignore
    return { anchor: section[0], heading: section[1], text: before + text.slice(from, to) + (to < text.length ? "…" : ""), hits: moved };
  }

  /* The dialog ----------------------------------------------------------------------------------------------------- */

  function element(name, kind, text) {
    var made = document.createElement(name);
    made.className = kind;
    if (text) made.textContent = text;
    return made;
  }

  /* A text with its hits marked, as nodes in `into`. */
  function marked(into, text, found) {
    var at = 0;
    found.forEach(function (hit) {
      if (hit[1] <= at) return;
      var start = Math.max(hit[0], at);
      if (start > at) into.append(text.slice(at, start));
      var last = into.lastChild;
      if (start === at && last && last.nodeName === "MARK") last.textContent += text.slice(start, hit[1]);
      else into.append(element("mark", "", text.slice(start, hit[1])));
      at = hit[1];
    });
    into.append(text.slice(at));
    return into;
  }

  function href(address, anchor) {
    var path = address.split("/").map(encodeURIComponent).join("/");
    return (bw.root + path || "./") + (anchor ? "#" + encodeURIComponent(anchor) : "");
  }

  function Dialog(box, button) {
    this.box = box;
    this.button = button;
    this.input = box.querySelector("input");
    this.list = box.querySelector("[role=listbox]");
    this.status = box.querySelector("[role=status]");
    this.more = box.querySelector(".bw-search__more");
    this.none = box.querySelector(".bw-search__none");
    this.active = -1;
    this.hasMoved = false;
    this.turn = 0;
    this.timer = 0;
    this.found = [];
    this.listen();
  }

  Dialog.prototype.word = function (name, value) {
    return (this.box.getAttribute("data-" + name) || "").replace("{}", value);
  };

  Dialog.prototype.listen = function () {
    var dialog = this;
    this.input.addEventListener("input", function () {
      dialog.soon();
    });
    this.input.addEventListener("keydown", function (event) {
      dialog.key(event);
    });
    this.box.addEventListener("click", function (event) {
      if (event.target === dialog.box || event.target.closest(".bw-search__close")) dialog.box.close();
      else if (event.target.closest("[role=option]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.box.close();
    });
    this.box.addEventListener("close", function () {
      document.documentElement.classList.remove("bw-searching");
      dialog.input.setAttribute("aria-expanded", "false");
      if (document.activeElement === document.body || dialog.box.contains(document.activeElement)) dialog.button.focus();
    });
    this.more.addEventListener("click", function () {
      dialog.add();
      dialog.input.focus();
    });
    this.list.addEventListener("pointermove", function (event) {
      var option = event.target.closest("[role=option]");
      if (option && event.pointerType === "mouse") dialog.choose(Array.prototype.indexOf.call(dialog.list.children, option), false);
    });
  };

  function isField(target) {
    return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.nodeName);
  }

  Dialog.prototype.open = function (text) {
    if (this.box.open) return;
    this.box.showModal();
    document.documentElement.classList.add("bw-searching");
    this.input.value = text !== undefined ? text : this.input.value || kept("");
    this.input.focus();
    this.input.select();
    if (this.input.value) this.ask();
    else ready();
  };

  /* The last question lives as long as the tab. */
  function kept(text) {
    try {
      if (!text) return sessionStorage.getItem("bw-search") || "";
      sessionStorage.setItem("bw-search", text);
    } catch (error) {
      /* a browser that keeps nothing */
    }
    return "";
  }

  Dialog.prototype.soon = function () {
    var dialog = this;
    clearTimeout(this.timer);
    this.timer = setTimeout(function () {
      dialog.ask();
    }, 60);
  };

  /* Ask what stands in the field; an answer that comes after the next question is let fall. */
  Dialog.prototype.ask = function () {
    var dialog = this;
    var turn = ++this.turn;
    var text = this.input.value.trim();
    kept(text);
    if (!text) return this.show([], null, "");
    this.list.setAttribute("aria-busy", "true");
    ready().then(function (tools) {
      if (!tools) return dialog.show([], null, dialog.word("failed"));
      var asked = read(tools.cut, dialog.input.value.replace(/^\s+/, ""));
      var terms = [];
      asked.units.forEach(function (unit) {
        terms.push(unit.term);
        if (unit.beginning) terms.push(unit.beginning);
      });
      asked.filters.concat(asked.without).forEach(function (some) {
        terms = terms.concat(some);
      });
      return tools.index.fetch(terms).then(function (isWhole) {
        if (turn !== dialog.turn) return;
        if (!isWhole) return dialog.show([], null, dialog.word("failed"));
        dialog.found = tools.index.find(asked);
        dialog.asked = asked;
        dialog.cut = tools.cut;
        return dialog.batch().then(function (batch) {
          if (turn === dialog.turn) dialog.show(batch, asked, "");
        });
      });
    });
  };

  /* The next pages that were found, judged by their texts. */
  Dialog.prototype.batch = function () {
    var dialog = this;
    var size = this.asked.phrases.length ? 3 * BATCH : BATCH;
    return documents(this.found.slice(0, size)).then(function (some) {
      dialog.found = dialog.found.slice(size);
      return some
        .map(function (one) { return judged(dialog.cut, dialog.asked, one); }) // prettier-ignore
        .filter(Boolean)
        .sort(function (one, other) { return other[2] - one[2]; }); // prettier-ignore
    });
  };

  Dialog.prototype.show = function (batch, asked, failure) {
    var total = batch.length + (batch.length ? this.found.length : 0);
    this.list.textContent = "";
    this.list.removeAttribute("aria-busy");
    this.append(batch);
    this.input.setAttribute("aria-expanded", String(batch.length > 0));
    this.none.hidden = !asked || total > 0;
    this.list.hidden = !batch.length;
    if (failure || !asked) this.status.textContent = failure;
    else if (total) this.status.textContent = total === 1 ? this.word("one") : this.word("many", total >= MOST ? MOST + "+" : total);
    else this.status.textContent = this.word("none", this.input.value.trim());
    this.hasMoved = false;
    this.choose(batch.length ? 0 : -1, true);
    this.box.querySelector(".bw-search__results").scrollTop = 0;
  };

  Dialog.prototype.add = function () {
    var dialog = this;
    var turn = this.turn;
    this.batch().then(function (batch) {
      if (turn === dialog.turn) dialog.append(batch);
    });
  };

  Dialog.prototype.append = function (batch) {
    var dialog = this;
    batch.forEach(function (one) {
      dialog.list.append(dialog.option(one[0], one[1], dialog.list.children.length));
    });
    this.more.hidden = !this.found.length || !batch.length;
  };

  Dialog.prototype.option = function (address, entry, number) {
    var found = passage(this.cut, this.asked, entry);
    var made = element("a", "bw-search__item");
    made.setAttribute("role", "option");
    made.setAttribute("aria-selected", "false");
    made.id = "bw-search-" + number;
    made.tabIndex = -1;
    made.href = href(address, found.anchor);
    var head = element("span", "bw-search__head");
    var title = marked(element("span", "bw-search__name"), entry[TITLE], hits(this.cut, this.asked, entry[TITLE]));
    title.lang = entry[LANGUAGE];
    head.append(title, " ", element("span", "bw-search__kind", entry[TYPE] || entry[KIND]));
    made.append(head);
    if (found.heading) {
      var isTurn = found.anchor.indexOf("turn-") === 0;
      var kind = "bw-search__heading" + (isTurn ? " bw-search__heading--turn" : "");
      var heading = marked(element("span", kind), found.heading, hits(this.cut, this.asked, found.heading));
      if (!isTurn) heading.lang = entry[LANGUAGE];
      made.append(" ", heading);
    }
    if (found.text) {
      var text = marked(element("span", "bw-search__text"), found.text, found.hits);
      text.lang = entry[LANGUAGE];
      made.append(" ", text);
    }
    return made;
  };

  /* Make one option the chosen one. */
  Dialog.prototype.choose = function (number, isSeen) {
    var options = this.list.children;
    if (options[this.active]) options[this.active].setAttribute("aria-selected", "false");
    this.active = number;
    var chosen = options[number];
    if (!chosen) return this.input.removeAttribute("aria-activedescendant");
    chosen.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", chosen.id);
    if (isSeen) chosen.scrollIntoView({ block: "nearest" });
  };

  Dialog.prototype.key = function (event) {
    var last = this.list.children.length - 1;
    if (event.isComposing || last < 0) return;
    var to = { ArrowDown: this.active < last ? this.active + 1 : 0, ArrowUp: this.active > 0 ? this.active - 1 : last }[event.key];
    if (this.hasMoved && event.key === "Home" && !event.shiftKey) to = 0;
    if (this.hasMoved && event.key === "End" && !event.shiftKey) to = last;
    if (to !== undefined) {
      event.preventDefault();
      this.hasMoved = true;
      this.choose(to, true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      var chosen = this.list.children[Math.max(0, this.active)];
      if (event.ctrlKey || event.metaKey) window.open(bw.page(chosen.href), "_blank", "noopener");
      else chosen.click();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.hasMoved = false;
    }
  };

  /* Tokenizer and index, loaded when first asked for; null where they cannot be had. */
  var tools = null;
  function ready() {
    if (tools) return tools;
    tools = new Promise(function (done) {
      var script = document.createElement("script");
      script.src = bw.root + "assets/javascripts/bw-tokens.js";
      script.onload = done;
      script.onerror = done;
      document.head.append(script);
    }).then(function () {
      return load(["search/tables", "search/meta"]).then(function (values) {
        if (!window.bwTokens || !values[0] || !values[1]) return (tools = null);
        return { cut: window.bwTokens.tokenizer(values[0]), index: new Index(values[1]) };
      });
    });
    return tools;
  }

  /* The dialog is the same on all pages: it is data of the site, put into the page when it is first asked for. Where it cannot be
   * loaded the button stays a link. */
  function opener(button) {
    var dialog = null;
    return function (text) {
      if (dialog) return dialog.open(text);
      bw.load("words/search", function (markup) {
        if (!markup) return void location.assign(bw.page(button.href));
        if (!dialog) {
          document.body.insertAdjacentHTML("beforeend", markup);
          dialog = new Dialog(document.body.lastElementChild, button);
        }
        dialog.open(text);
      });
    };
  }

  bw.ready(function () {
    var button = document.getElementById("bw-search-button");
    if (!button || !window.HTMLDialogElement) return;
    var words = button.getAttribute("data-search");
    button.setAttribute("aria-label", words);
    button.setAttribute("title", words);
    button.setAttribute("aria-haspopup", "dialog");
    var open = opener(button);
    button.addEventListener("click", function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
    document.addEventListener("keydown", function (event) {
      var isCall = (event.key === "k" || event.key === "K") && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      var isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isField(event.target);
      var isOpen = document.querySelector("dialog[open]");
      if (isOpen || !(isCall || isSlash)) return;
      event.preventDefault();
      open();
    });
    var asked = /^#q=(.+)$/.exec(location.hash);
    if (!asked) return;
    try {
      open(decodeURIComponent(asked[1].replace(/\+/g, " ")));
    } catch (error) {
      /* a hash that is no text asks nothing */
    }
  });
})();
