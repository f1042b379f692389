/* What the scripts of a page share: the way to the site's root, and data that also loads where a page is opened as a file.
 *
 * A data file is a script of one call: bw.take("search/3f", {…}). It is loaded by a script element, never by fetch, which
 * browsers refuse for files. */
(function () {
  "use strict";
  var script = document.getElementById("bw-script");
  var shards = Number(script && script.getAttribute("data-shards")) || 1;
  var taken = Object.create(null); // name: value
  var waiting = Object.create(null); // name: callbacks of those who wait
  var bw = (window.bw = {
    /* From this page to the site's root: "../../" or "". */
    root: (script && script.getAttribute("data-root")) || "",

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

    /* Run when the page is there. */
    ready: function (run) {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
      else run();
    },
  });

  function settle(name, value) {
    var calls = waiting[name] || [];
    delete waiting[name];
    calls.forEach(function (call) {
      call(value);
    });
  }
})();
