/* What the scripts of a page share: the way to the site's root, and data that also loads where a page is opened as a file.
 *
 * A data file is a script of one call: bw.take("search/3f", {…}). It is loaded by a script element, never by fetch, which
 * browsers refuse for files. */
(function () {
  "use strict";
  var script = document.getElementById("bw-script");
  var taken = Object.create(null); // name: value
  var waiting = Object.create(null); // name: callbacks of those who wait
  var bw = (window.bw = {
    /* From this page to the site's root: "../../" or "". */
    root: (script && script.getAttribute("data-root")) || "",

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
