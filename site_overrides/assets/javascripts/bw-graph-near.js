/* The connections of a page as a drawing: one step is read from the list beside it, two steps from the site's shards. */
(function () {
  "use strict";
  const SHAPES = ["page", "source", "session", "task"]; // as the build numbers them
  const MOST = 150; // nodes that are drawn
  const ROUNDS = 300;
  const ROW = 18; // px between two neighbours on an arc
  const KINDS = { context: "links", evidence: "rests" };

  window.bw.ready(() => {
    const section = document.querySelector(".bw-near");
    if (section) window.bw.whenNear(section, () => begin(section));
  });

  /* The force layout is loaded when it is asked for. */
  function vendor(done) {
    if (window.d3 && window.d3.forceSimulation) return done();
    const script = document.createElement("script");
    script.src = window.bw.root + "assets/javascripts/vendor/d3-force.js";
    script.onload = done;
    document.head.appendChild(script);
  }

  function begin(section) {
    const box = document.createElement("div");
    box.className = "bw-graph";
    box.insertAdjacentHTML("beforeend", window.bw.say("graph_tools")); // a template of the site
    box.insertAdjacentHTML("beforeend", '<canvas class="bw-graph__canvas" aria-hidden="true"></canvas>');
    section.querySelector(".bw-near__both").prepend(box);
    const two = box.querySelector('[name="two"]');
    const canvas = box.querySelector("canvas");
    const items = new Map(); // node: the links of the list that name it
    const first = read(section, items);
    const itemOf = new Map();
    items.forEach((links, node) => links.forEach((link) => itemOf.set(link, node)));
    section.classList.add("bw-near--drawn");
    const drawing = window.bw.drawing(box, {
      canDrag: true,
      look: (node) => itemOf.forEach((one, link) => link.classList.toggle("bw-near__lit", one === node)),
    });

    function show(scene) {
      canvas.style.height = lay(scene, canvas.clientWidth) + "px";
      drawing.set(scene);
    }

    itemOf.forEach((node, link) => {
      ["focus", "pointerenter"].forEach((name) => link.addEventListener(name, () => drawing.light(node)));
      ["blur", "pointerleave"].forEach((name) => link.addEventListener(name, () => drawing.light(null)));
    });
    two.addEventListener("change", () => {
      if (!two.checked) return show(first);
      vendor(() =>
        widen(first, (scene) => {
          if (two.checked) show(scene);
        }),
      );
    });
    show(first);
    let width = canvas.clientWidth;
    window.addEventListener("resize", () => {
      if (two.checked || canvas.clientWidth === width) return;
      width = canvas.clientWidth;
      show(first);
    });
    section.drawing = drawing;
  }

  /* The scene that the list tells. */
  function read(section, items) {
    const here = {
      address: section.dataset.address,
      title: section.dataset.title,
      shape: section.dataset.shape,
      here: true,
      r: 8,
      rank: 1000,
      step: 0,
      ways: [],
    };
    const byHref = new Map();
    const scene = { nodes: [here], edges: [], circles: [] };
    section.querySelectorAll("ul[data-kind]").forEach((list) => {
      const kind = KINDS[list.dataset.kind];
      const way = list.dataset.way;
      list.querySelectorAll("a").forEach((link) => {
        let node = byHref.get(link.href);
        if (!node) {
          node = {
            href: link.href,
            address: addressOf(link),
            title: link.textContent,
            shape: link.parentNode.dataset.shape || "page",
            r: 5.5,
            rank: 100,
            step: 1,
            ways: [],
          };
          byHref.set(link.href, node);
          scene.nodes.push(node);
          items.set(node, []);
        }
        node.ways.push(way);
        items.get(node).push(link);
        if (way !== "in") scene.edges.push({ from: here, to: node, kind });
        if (way !== "out") scene.edges.push({ from: node, to: here, kind });
      });
    });
    return scene;
  }

  /* The address of a page of this site that a link leads to, as the shards name it. */
  function addressOf(link) {
    const root = new URL(window.bw.root || "./", document.baseURI).href;
    return decodeURIComponent(link.href.slice(root.length).replace(/index\.html$/, ""));
  }

  /* The neighbours' neighbours, those first that several of them share, as far as there is room. Shards come in any order: they
   * are read in that of the list, so that everything has the same place each time. */
  function widen(first, done) {
    const known = new Map(first.nodes.map((node) => [node.address, node]));
    const asked = Array.from(known.keys());
    const came = [];
    let left = asked.length;
    asked.forEach((address, index) =>
      window.bw.load("graph/" + window.bw.shard(address), (shard) => {
        came[index] = shard;
        left -= 1;
        if (left) return;
        const found = new Map(); // address: {row, edges}
        asked.forEach((one, place) => {
          const entry = came[place] && came[place].a[one];
          if (entry) collect(came[place].n, entry, one, found);
        });
        done(widened(first, known, found));
      }),
    );
  }

  function collect(table, entry, address, found) {
    // Links out, links in, evidence out, evidence in.
    entry.slice(1).forEach((places, index) => {
      const kind = index < 2 ? KINDS.context : KINDS.evidence;
      places.forEach((place) => {
        const row = table[place];
        if (!found.has(row[0])) found.set(row[0], { row, edges: [] });
        found.get(row[0]).edges.push(index % 2 ? [row[0], address, kind] : [address, row[0], kind]);
      });
    });
  }

  function widened(first, known, found) {
    const nodes = first.nodes.map((node) => Object.assign({}, node));
    const at = new Map(nodes.map((node) => [node.address, node]));
    const further = Array.from(found.entries())
      .filter(([address]) => !known.has(address))
      .sort((one, other) => other[1].edges.length - one[1].edges.length || (one[0] < other[0] ? -1 : 1))
      .slice(0, Math.max(0, MOST - nodes.length));
    further.forEach(([address, { row, edges }]) => {
      const node = {
        address,
        href: window.bw.root + address.split("/").map(encodeURIComponent).join("/"),
        title: row[1],
        shape: SHAPES[row[2]] || "page",
        r: 3.6,
        rank: edges.length,
        step: 2,
        ways: [],
      };
      at.set(address, node);
      nodes.push(node);
    });
    const edges = [];
    const seen = new Set();
    const add = (from, to, kind) => {
      const key = from + "\n" + to + "\n" + kind;
      if (seen.has(key) || !at.has(from) || !at.has(to)) return;
      seen.add(key);
      edges.push({ from: at.get(from), to: at.get(to), kind });
    };
    first.edges.forEach((edge) => add(edge.from.address, edge.to.address, edge.kind));
    found.forEach((one) => one.edges.forEach((edge) => add(edge[0], edge[1], edge[2])));
    return { nodes, edges, circles: [] };
  }

  /* Places: worked out to rest before anything is drawn, the same for the same list. Gives the height that they need, in px. */
  function lay(scene, width) {
    const here = scene.nodes[0];
    const near = scene.nodes.filter((node) => node.step === 1);
    const isWide = scene.nodes.length > near.length + 1;
    const most = arcs(near, width);
    here.x = here.y = 0;
    if (isWide) spread(scene);
    scene.side = isWide ? 40 : 8 + Math.min(200, width * 0.32);
    return isWide ? Math.max(400, Math.min(560, 3 * scene.nodes.length + 300)) : Math.max(240, ROW * (most + 1) + 56);
  }

  /* One step: what leads here on an arc at the left, where this leads at the right, in the order of the list. What does both
   * stands where there is more room; where all lead one way both arcs are used. */
  function arcs(nodes, width) {
    const leads = (node, way) => node.ways.includes(way) || node.ways.includes("both");
    const into = nodes.filter((node) => !leads(node, "out")).length;
    const out = nodes.filter((node) => !leads(node, "in")).length;
    const half = Math.ceil(nodes.length / 2);
    const right = [];
    const left = [];
    nodes.forEach((node) => {
      const isFree = (leads(node, "in") && leads(node, "out")) || into === nodes.length || out === nodes.length;
      const goesRight = isFree ? right.length < half - (out === nodes.length ? 0 : out) : leads(node, "out");
      (goesRight ? right : left).push(node);
    });
    const reach = Math.max(56, Math.min(180, width / 2 - Math.min(200, width * 0.32)));
    arc(right, 1, reach);
    arc(left, -1, reach);
    return Math.max(left.length, right.length);
  }

  function arc(nodes, side, reach) {
    const step = Math.max(ROW, Math.min(2 * ROW, 170 / nodes.length));
    const height = Math.max(60, (step * (nodes.length + 1)) / 2);
    nodes.forEach((node, index) => {
      node.side = side;
      node.y = step * (index - (nodes.length - 1) / 2);
      node.x = side * reach * (0.45 + 0.55 * Math.sqrt(Math.max(0, 1 - (node.y / height) ** 2)));
    });
  }

  /* Two steps: forces take it from there; what is two steps away starts beyond what leads to it. */
  function spread(scene) {
    const d3 = window.d3;
    const links = scene.edges.map((edge) => ({ source: edge.from, target: edge.to }));
    scene.nodes.forEach((node, index) => {
      node.side = 0;
      node.wx = node.x * 1.5;
      node.wy = node.y;
      if (node.step < 2) return;
      const edge = scene.edges.find((one) => (one.from === node && one.to.step < 2) || (one.to === node && one.from.step < 2));
      const beside = edge ? (edge.from === node ? edge.to : edge.from) : scene.nodes[0];
      const turn = index * 2.4; // the golden angle: no two in one direction
      node.wx = beside.x * 2.4;
      node.wy = beside.y * 1.4;
      node.x = node.wx + 24 * Math.cos(turn);
      node.y = node.wy + 24 * Math.sin(turn);
    });
    scene.nodes[0].fx = scene.nodes[0].fy = 0;
    d3.forceSimulation(scene.nodes)
      .force("link", d3.forceLink(links).distance(56).strength(0.16))
      .force("charge", d3.forceManyBody().strength(-120).distanceMax(360))
      .force("collide", d3.forceCollide((node) => node.r + (node.step < 2 ? 15 : 7)))
      .force("x", d3.forceX((node) => node.wx).strength(0.04))
      .force("y", d3.forceY((node) => node.wy).strength(0.09))
      .stop()
      .tick(ROUNDS);
  }
})();
