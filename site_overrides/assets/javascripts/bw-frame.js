/* The first script of every page, before anything is painted. It gives the theme's own script the few names that it asks for,
 * sets the colours that were chosen or that the system wants, and makes the drawer of a narrow window usable by keyboard. */
(function () {
  "use strict";
  var body = document.body;
  var root = new URL("../../", document.currentScript.src); // the site's root: this file lies in assets/javascripts/

  document.documentElement.className = "js";

  /* What the theme keeps between pages stands under the path of the site's root; a browser may refuse to keep anything. */
  window.__md_scope = root;
  window.__md_get = function (key, storage, scope) {
    try {
      return JSON.parse((storage || localStorage).getItem((scope || root).pathname + "." + key));
    } catch (error) {
      return null;
    }
  };
  window.__md_set = function (key, value, storage, scope) {
    try {
      (storage || localStorage).setItem((scope || root).pathname + "." + key, JSON.stringify(value));
    } catch (error) {
      /* The choice holds for this page then. */
    }
  };
  window.__md_hash = function (text) {
    return Array.from(text).reduce(function (sum, sign) {
      return (sum << 5) - sum + sign.charCodeAt(0);
    }, 0);
  };

  /* Called by a data file of the site: put its HTML where the file's script stands. */
  window.bwPut = function (markup) {
    document.currentScript.insertAdjacentHTML("afterend", markup);
  };

  var light = body.getAttribute("data-bw-light");
  var dark = body.getAttribute("data-bw-dark");
  var kept = window.__md_get("__palette");
  var colour = (kept && kept.color) || {};
  if (light && (!colour.scheme || colour.media === "(prefers-color-scheme)")) {
    body.setAttribute("data-md-color-scheme", matchMedia("(prefers-color-scheme: dark)").matches ? dark : light);
  } else if (colour.scheme) {
    ["scheme", "primary", "accent"].forEach(function (name) {
      if (colour[name]) body.setAttribute("data-md-color-" + name, colour[name]);
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    var drawer = document.getElementById("__drawer");
    var menu = document.querySelector(".md-sidebar--primary");
    if (!drawer || !menu) return;
    drawer.addEventListener("change", function () {
      var first = menu.querySelector("[aria-current]") || menu.querySelector("a");
      if (drawer.checked && first) first.focus();
    });
    document.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && drawer.checked) close(true);
    });
    menu.addEventListener("focusout", function (event) {
      if (drawer.checked && event.relatedTarget && !menu.contains(event.relatedTarget)) close(false);
    });

    function close(isBack) {
      drawer.click();
      if (isBack) drawer.focus();
    }
  });
})();
