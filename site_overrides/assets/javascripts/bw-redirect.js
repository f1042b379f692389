/* On the file at an old address of a page: go on to where the page stands now, to the same place in it. */
(function () {
  "use strict";
  var script = document.currentScript;
  var to = script && script.getAttribute("data-to");
  if (to) window.location.replace(to + (window.location.protocol === "file:" ? "index.html" : "") + window.location.hash);
})();
