/* What the scripts of a page share: the way to the site's root, and data that also loads where a page is opened as a file.
 *
 * A data file is a script of one call: bw.take("search/3f", {…}). It is loaded by a script element, never by fetch, which
 * browsers refuse for files. */
(function () {
  "use strict";
  var script = document.currentScript;
  var shards = Number(script && script.getAttribute("data-shards")) || 1;
  var language = "words/" + ((script && script.getAttribute("data-language")) || "en");
  var taken = Object.create(null); // name: value
  var waiting = Object.create(null); // name: callbacks of those who wait
  var bw = (window.bw = {
    /* From this page to the site's root: "../../" or "". */
    root: (script && script.getAttribute("data-root")) || "",

    /* The number of shards that the site's data is spread over. */
    shards: shards,

    /* The shard that holds the data of an address: two hex digits of its FNV-1a sum over UTF-8, as the build counts them. */
    shard: function (address) {
      var bytes = new TextEncoder().encode(address);
      var sum = 0x811c9dc5;
      for (var i = 0; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i], 0x01000193) >>> 0;
      var number = ((sum ^ (sum >>> 16)) >>> 0) % shards;
      return (number < 16 ? "0" : "") + number.toString(16);
    },

    /* Called by a data file. */
    take: function (name, value) {
      taken[name] = value;
      settle(name, value);
    },

    /* Load data/<name>.js and give its value to `done`; null where it cannot be loaded. */
    load: function (name, done) {
      if (name in taken) return done(taken[name]);
      if (waiting[name]) return void waiting[name].push(done);
      waiting[name] = [done];
      var element = document.createElement("script");
      element.src = bw.root + "data/" + name + ".js";
      element.onerror = function () {
        settle(name, null);
      };
      document.head.appendChild(element);
    },

    /* A word of the site in the language around the page, its values in their places; the page loads data/words/<language>.js. */
    say: function (key) {
      var values = Array.prototype.slice.call(arguments, 1);
      var text = (taken[language] || {})[key] || "";
      return text.replace(/\{\}/g, function () {
        return String(values.shift());
      });
    },

    /* An address as it can be opened: where the site is opened as files, nobody answers for a folder but its own page. */
    page: function (href) {
      var url = new URL(href, document.baseURI);
      if (url.protocol === "file:" && url.pathname.slice(-1) === "/") url.pathname += "index.html";
      return url.href;
    },

    /* Run when the page is there. */
    ready: function (run) {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
      else run();
    },
  });

  if (location.protocol === "file:") {
    ["click", "auxclick"].forEach(function (name) {
      document.addEventListener(name, toFile, true);
    });
  }

  /* A link to a folder becomes one to its page just before it is followed. */
  function toFile(event) {
    var link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link && link.protocol === "file:" && link.pathname.slice(-1) === "/") link.href = bw.page(link.href);
  }

  function settle(name, value) {
    var calls = waiting[name] || [];
    delete waiting[name];
    calls.forEach(function (call) {
      call(value);
    });
  }
})();
