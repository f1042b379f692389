/* The map of all pages: places come from the build; here they are drawn, filtered and found. */
(function () {
  "use strict";
  const SHAPES = ["page", "source", "session", "task"]; // as the build numbers them

  window.bw.ready(() => {
    const map = document.querySelector(".bw-map");
    if (map)
      window.bw.load("graph/global", (data) => {
        if (data && data.nodes.length) begin(map, data);
      });
  });

  function begin(map, data) {
    const box = map.querySelector(".bw-graph");
    const none = map.querySelector(".bw-map__none");
    const field = (name) => box.querySelector('[name="' + name + '"]');
    const scene = read(data);
    const items = new Map(); // link of a list: node
    const lists = Array.from(map.querySelectorAll(".bw-map__cluster[data-first]"));
    box.hidden = false;
    const drawing = window.bw.drawing(box, {
      circle: (circle) => {
        const list = lists[circle.index];
        list.open = true;
        const dialog = box.closest("dialog");
        if (dialog) dialog.close();
        list.scrollIntoView({ block: "start" });
        list.querySelector("summary").focus({ preventScroll: true });
      },
    });
    drawing.set(scene);

    lists.forEach((list) => {
      const first = Number(list.dataset.first);
      list.querySelectorAll("a").forEach((link, index) => items.set(link, scene.nodes[first + index]));
    });
    items.forEach((node, link) => {
      ["focus", "pointerenter"].forEach((name) => link.addEventListener(name, () => drawing.light(node)));
      ["blur", "pointerleave"].forEach((name) => link.addEventListener(name, () => drawing.light(null)));
    });
    ["find", "type", "tag", "fresh"].forEach((name) => {
      if (field(name)) field(name).addEventListener(name === "find" ? "input" : "change", filter);
    });
    field("find").addEventListener("keydown", (event) => {
      const found = scene.nodes.filter((node) => !node.faint);
      if (event.key !== "Enter" || !field("find").value.trim() || !found.length) return;
      window.location.href = window.bw.page(best(found, plain(field("find").value)).href);
    });
    filter();
    map.drawing = drawing;

    /* What does not fit the filters is faint on the map and not in the lists. */
    function filter() {
      const words = plain(field("find").value);
      const chosen = (name) => (field(name) ? field(name).value : "");
      const now = Date.now();
      scene.nodes.forEach((node) => {
        const isStale = node.stale !== "" && Date.parse(node.stale) <= now;
        node.faint =
          (words !== "" && !plain(node.title).includes(words)) ||
          (chosen("type") !== "" && node.type !== Number(chosen("type"))) ||
          (chosen("tag") !== "" && !node.tags.includes(Number(chosen("tag")))) ||
          (chosen("fresh") !== "" && isStale !== (chosen("fresh") === "stale"));
      });
      const left = scene.nodes.filter((node) => !node.faint);
      none.hidden = left.length > 0;
      items.forEach((node, link) => (link.parentNode.hidden = node.faint));
      const isFiltered = left.length < scene.nodes.length;
      lists.forEach((list) => {
        const isEmpty = !Array.from(list.querySelectorAll("li")).some((item) => !item.hidden);
        list.hidden = isFiltered && isEmpty;
        if (isFiltered && !isEmpty && left.length <= 40) list.open = true;
      });
      scene.isFiltered = isFiltered;
      if (left.length === 1) drawing.show(left[0], 1.2);
      else drawing.fit();
    }
  }

  /* Of the pages whose titles hold the words: the one that begins with them, else the most linked. */
  function best(nodes, words) {
    const rank = (node) => (plain(node.title).startsWith(words) ? 1e6 : 0) + node.rank;
    return nodes.reduce((one, other) => (rank(other) > rank(one) ? other : one));
  }

  function plain(text) {
    return text.normalize("NFKC").toLowerCase().trim();
  }

  function read(data) {
    const circles = data.clusters.map(([title, x, y, r, size], index) => ({ title, x, y, r, size, index }));
    const nodes = data.nodes.map(([address, title, shape, cluster, x, y, r, rank, type, tags, stale]) => ({
      href: window.bw.root + (address.split("/").map(encodeURIComponent).join("/") || "./"),
      title,
      shape: SHAPES[shape],
      circle: circles[cluster],
      x,
      y,
      r: r * 0.62,
      rank,
      type,
      tags,
      stale,
    }));
    const edges = [];
    ["links", "rests"].forEach((kind) => {
      for (let i = 0; i + 1 < data[kind].length; i += 2)
        edges.push({ from: nodes[data[kind][i]], to: nodes[data[kind][i + 1]], kind });
    });
    return { nodes, edges, circles };
  }
})();
