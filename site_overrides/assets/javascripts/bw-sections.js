/* What only the reader's clock can tell: how long ago a page changed, which tasks are late. And the way to the search. */
(function () {
  "use strict";
  var DAY = 86400000;
  var locale = document.documentElement.lang || "en";

  /* Days from today to a day (YYYY-MM-DD), counted in the reader's own calendar; NaN where it is no day. */
  function daysUntil(day) {
    var parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(day);
    if (!parts) return NaN;
    var now = new Date();
    var today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
    return (Date.UTC(+parts[1], +parts[2] - 1, +parts[3]) - today) / DAY;
  }

  /* "in 3 days", "2 weeks ago", in the language of the page. */
  function relative(days) {
    var format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    var size = Math.abs(days);
    if (size < 14) return format.format(days, "day");
    if (size < 60) return format.format(Math.round(days / 7), "week");
    if (size < 730) return format.format(Math.round(days / 30.4), "month");
    return format.format(Math.round(days / 365.25), "year");
  }

  function tellAges(root) {
    root.querySelectorAll("time[data-at]").forEach(function (time) {
      var at = new Date(time.getAttribute("data-at"));
      if (isNaN(at)) return;
      var local = new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
      time.title = time.textContent;
      time.textContent = relative(daysUntil(local));
    });
  }

  /* Open tasks in the groups that matter today; the date of each stays beside it. */
  function sortTasks(listing) {
    var names = ["overdue", "today", "week", "later"];
    var groups = {};
    var tasks = listing.querySelectorAll('.bw-group[data-kind="due"] .bw-items > li');
    tasks.forEach(function (task) {
      var time = task.querySelector("time");
      var days = daysUntil(time.getAttribute("datetime"));
      var name = days < 0 ? "overdue" : days === 0 ? "today" : days <= 7 ? "week" : "later";
      (groups[name] = groups[name] || []).push(task);
      time.textContent += " · " + relative(days);
    });
    if (!tasks.length) return;
    var first = listing.querySelector('.bw-group[data-kind="due"]');
    var mark = document.createComment("");
    listing.insertBefore(mark, first);
    names.forEach(function (name) {
      if (groups[name]) listing.insertBefore(group(name, listing.getAttribute("data-" + name), groups[name]), mark);
    });
    listing.querySelectorAll('.bw-group[data-kind="due"]').forEach(function (old) {
      old.remove();
    });
    mark.remove();
  }

  function group(name, title, tasks) {
    var section = document.createElement("section");
    section.className = "bw-group";
    section.setAttribute("data-kind", name);
    var heading = document.createElement("h2");
    heading.textContent = title + " ";
    heading.appendChild(counted(tasks.length));
    var list = document.createElement("ul");
    list.className = "bw-plain bw-items";
    tasks.forEach(function (task) {
      list.appendChild(task);
    });
    section.appendChild(heading);
    section.appendChild(list);
    return section;
  }

  /* Pages to be checked: those whose day has passed apart from the others. */
  function splitDates(section) {
    var list = section.querySelector("ul");
    var past = [];
    var ahead = [];
    list.querySelectorAll("li").forEach(function (one) {
      var time = one.querySelector("time");
      var days = daysUntil(time.getAttribute("datetime"));
      if (isNaN(days)) return;
      time.textContent += " · " + relative(days);
      (days < 0 ? past : ahead).push(one);
    });
    if (!past.length) return;
    var before = list.cloneNode(false);
    before.className += " bw-past";
    past.forEach(function (one) {
      before.appendChild(one);
    });
    list.before(subheading(section.getAttribute("data-past"), past.length), before);
    if (ahead.length) list.before(subheading(section.getAttribute("data-ahead"), ahead.length));
    else list.remove();
  }

  function subheading(words, number) {
    var heading = document.createElement("h4");
    heading.textContent = words + " ";
    heading.appendChild(counted(number));
    return heading;
  }

  function counted(number) {
    var count = document.createElement("span");
    count.className = "bw-count";
    count.textContent = String(number);
    return count;
  }

  /* The field on the home page is a way to the search of every page. */
  function offerSearch(field) {
    var button = document.getElementById("bw-search-button");
    if (!button) return;
    field.hidden = false;
    field.addEventListener("click", function () {
      button.click();
    });
  }

  bw.ready(function () {
    tellAges(document);
    document.querySelectorAll(".bw-listing--tasks").forEach(sortTasks);
    document.querySelectorAll("[data-past]").forEach(splitDates);
    document.querySelectorAll("[data-bw-search]").forEach(offerSearch);
  });
})();
