/* The history page: choose any two revisions and compare them; the pair stands in the address, so that it can be shared. */
(function () {
  "use strict";
  var bw = window.bw;

  bw.ready(function () {
    var list = document.querySelector(".bw-history[data-compare]");
    if (!list) return;
    var name = list.getAttribute("data-compare");
    var entries = Array.from(list.querySelectorAll(":scope > .bw-rev"));
    var status = document.createElement("p");
    status.className = "bw-said";
    status.setAttribute("role", "status");
    var panel = null;

    /* The site's words: those of differences begin with `d_`, those of this page with `h_`. */
    function words(prefix) {
      return function (key) {
        return bw.say.apply(bw, [prefix + key].concat(Array.prototype.slice.call(arguments, 1)));
      };
    }
    var say = words("h_");

    function nameOf(entry) {
      return entry.querySelector(".bw-rev__when").textContent.trim().replace(/\s+/g, " ");
    }

    /* Two columns of radio buttons: from an older revision, to a newer one. */
    function addPicks() {
      entries.forEach(function (entry, place) {
        var pick = document.createElement("div");
        pick.className = "bw-pick";
        ["from", "to"].forEach(function (side) {
          var label = document.createElement("label");
          var input = document.createElement("input");
          input.type = "radio";
          input.name = "bw-" + side;
          input.value = String(place);
          input.setAttribute("aria-label", say(side, nameOf(entry)));
          input.title = say(side, nameOf(entry));
          input.addEventListener("change", limit);
          label.append(input);
          pick.append(label);
        });
        entry.prepend(pick);
        if (place > 0) addLink(entry);
      });
      list.classList.add("bw-history--compare");
      select(1, 0);
    }

    function addLink(entry) {
      var row = entry.querySelector(".bw-rev__meta") || entry;
      var link = document.createElement("a");
      link.className = "bw-rev__current";
      link.href = hashOf(entry, entries[0]);
      link.textContent = say("current");
      row.append(link);
    }

    function chosen(side) {
      var input = list.querySelector('input[name="bw-' + side + '"]:checked');
      return input ? Number(input.value) : side === "from" ? 1 : 0;
    }

    function select(from, to) {
      ["from", "to"].forEach(function (side) {
        var input = list.querySelector('input[name="bw-' + side + '"][value="' + (side === "from" ? from : to) + '"]');
        input.disabled = false;
        input.checked = true;
      });
      limit();
    }

    /* Only an older revision can be compared with a newer one. */
    function limit() {
      var from = chosen("from");
      var to = chosen("to");
      entries.forEach(function (entry, place) {
        entry.querySelector('input[name="bw-from"]').disabled = place <= to;
        entry.querySelector('input[name="bw-to"]').disabled = place >= from;
        entry.classList.toggle("bw-rev--picked", place === from || place === to);
      });
    }

    function hashOf(from, to) {
      return "#compare=" + from.id.slice(2) + ".." + to.id.slice(2);
    }

    function addButton() {
      var bar = document.createElement("div");
      var button = document.createElement("button");
      bar.className = "bw-compare";
      button.className = "bw-compare__button";
      button.type = "button";
      button.textContent = say("compare");
      button.addEventListener("click", function () {
        var hash = hashOf(entries[chosen("from")], entries[chosen("to")]);
        if (location.hash === hash) follow();
        else location.hash = hash;
      });
      bar.append(button);
      list.before(bar, status);
    }

    /* What the address asks for: a pair to compare, or an entry, whose difference opens. */
    function follow() {
      var found = /^#compare=([0-9a-z-]+)\.\.([0-9a-z-]+)$/.exec(location.hash);
      if (!found) {
        var entry = location.hash.indexOf("#r-") === 0 && document.getElementById(location.hash.slice(1));
        var details = entry && entry.querySelector("details");
        if (details) details.open = true;
        return;
      }
      var from = document.getElementById("r-" + found[1]);
      var to = document.getElementById("r-" + found[2]);
      if (entries.indexOf(from) <= entries.indexOf(to) || entries.indexOf(to) < 0) return;
      select(entries.indexOf(from), entries.indexOf(to));
      bw.load(name, function (data) {
        show(from, to, data);
      });
    }

    function show(from, to, data) {
      close();
      panel = document.createElement("section");
      panel.className = "bw-compared";
      var head = document.createElement("div");
      head.className = "bw-compared__head";
      var title = document.createElement("h3");
      title.id = "bw-compared";
      title.tabIndex = -1;
      title.textContent = say("comparing", nameOf(from), nameOf(to));
      panel.setAttribute("aria-labelledby", title.id);
      head.append(title, closer());
      panel.append(head);
      var before = data && data.revisions[from.id];
      var after = data && data.revisions[to.id];
      panel.append(before && after ? drawn(data, before, after) : message(say("unavailable")));
      list.before(panel);
      status.textContent = title.textContent;
      panel.scrollIntoView({ block: "start" });
      title.focus({ preventScroll: true });
    }

    function drawn(data, before, after) {
      var box = document.createElement("div");
      box.className = "bw-difference";
      box.lang = list.getAttribute("data-page-language") || "";
      var parts = bw.difference(data, before, after, words("d_"));
      parts.forEach(function (part) {
        box.append(part);
      });
      return parts.length ? box : message(say("equal"));
    }

    function message(text) {
      var made = document.createElement("p");
      made.className = "bw-rev__note";
      made.textContent = text;
      return made;
    }

    function closer() {
      var button = document.createElement("button");
      button.type = "button";
      button.className = "bw-compare__button bw-compare__close";
      button.setAttribute("aria-label", say("close"));
      button.title = say("close");
      button.textContent = "×";
      button.addEventListener("click", function () {
        close();
        history.replaceState(null, "", location.pathname + location.search);
        document.querySelector(".bw-compare__button").focus();
      });
      return button;
    }

    function close() {
      if (panel) panel.remove();
      panel = null;
      status.textContent = "";
    }

    addPicks();
    addButton();
    window.addEventListener("hashchange", follow);
    follow();
  });
})();
