/* A drawing of pages and what joins them, on a canvas: for the connections of a page and for the map of all.
 *
 * bw.drawing(box, options) takes a `.bw-graph` element with its tools and its canvas. A scene is {nodes, edges, circles}: nodes
 * have x, y, r, shape, title, href, rank (labels of higher ranks go first), and may be `here` or `faint`; edges have from, to
 * (nodes) and kind ("links" or "rests"); circles have x, y, r, title and size. Whoever makes the scene lays it out: nothing
 * moves by itself. The canvas is hidden from assistive technology: the list beside it says the same. */
(function () {
  "use strict";
  const FONT = 12; // px
  const ROOM = 160; // px of a label that is not looked at
  const COLOURS = ["paper", "tint", "line", "ink", "soft", "link", "evidence", "mark"];
  const KINDS = ["links", "rests"];

  window.bw.drawing = function (box, options) {
    const canvas = box.querySelector("canvas");
    const brush = canvas.getContext("2d");
    const view = { x: 0, y: 0, scale: 1 }; // screen = scene * scale + (x, y)
    const pointers = new Map();
    let scene = { nodes: [], edges: [], circles: [] };
    let near = new Map(); // node: nodes that an edge joins to it
    let colours = {};
    let font = "";
    let lit = null; // the node that is looked at
    let warm = null; // the circle that is looked at
    let isFitted = true; // nobody has moved the view yet
    let isAsked = false;
    let dragged = null;
    let way = 0; // how far the pointer went since it was pressed
    let pinch = 0;
    let taken = []; // areas of labels and nodes that are drawn: left, top, right, bottom, a node's rank

    /* Colours, size and sharpness ------------------------------------------------------------------------------------ */

    /* A canvas knows no variables: an element wears each, and tells what colour it is. */
    function learnColours() {
      const probe = document.createElement("i");
      probe.hidden = true;
      box.append(probe);
      COLOURS.forEach((name) => {
        probe.style.color = "var(--bw-" + name + ")";
        colours[name] = getComputedStyle(probe).color;
      });
      probe.remove();
      font = getComputedStyle(canvas).fontFamily;
      ask();
    }

    function resize() {
      const ratio = window.devicePixelRatio || 1;
      const width = Math.round(canvas.clientWidth * ratio);
      const height = Math.round(canvas.clientHeight * ratio);
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
        if (isFitted) fit();
      }
      return ratio;
    }

    function ask() {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        draw();
      });
    }

    /* The view ------------------------------------------------------------------------------------------------------- */

    function fit() {
      const width = canvas.clientWidth;
      const height = canvas.clientHeight;
      const all = scene.circles.length ? scene.circles : scene.nodes;
      if (!all.length || !width || !height) return;
      const left = Math.min(...all.map((one) => one.x - one.r));
      const right = Math.max(...all.map((one) => one.x + one.r));
      const top = Math.min(...all.map((one) => one.y - one.r));
      const bottom = Math.max(...all.map((one) => one.y + one.r));
      const side = scene.circles.length ? 12 : scene.side || 40;
      const most = scene.circles.length ? 3 : 1.15;
      view.scale = Math.min(most, (width - 2 * side) / (right - left || 1), (height - 56) / (bottom - top || 1));
      view.x = width / 2 - (view.scale * (left + right)) / 2;
      view.y = height / 2 - (view.scale * (top + bottom)) / 2 - 4;
      isFitted = true;
      ask();
    }

    function zoom(factor, x, y) {
      const scale = Math.min(6, Math.max(0.15, view.scale * factor));
      x = x === undefined ? canvas.clientWidth / 2 : x;
      y = y === undefined ? canvas.clientHeight / 2 : y;
      view.x = x - ((x - view.x) * scale) / view.scale;
      view.y = y - ((y - view.y) * scale) / view.scale;
      view.scale = scale;
      isFitted = false;
      ask();
    }

    function show(node, scale) {
      view.scale = Math.max(view.scale, scale);
      view.x = canvas.clientWidth / 2 - node.x * view.scale;
      view.y = canvas.clientHeight / 2 - node.y * view.scale;
      isFitted = false;
      light(node);
    }

    /* What is drawn -------------------------------------------------------------------------------------------------- */

    function shown() {
      const found = {};
      KINDS.forEach((kind) => (found[kind] = box.querySelector('[name="' + kind + '"]').checked));
      return found;
    }

    function strength(node) {
      if (node.faint) return 0.12;
      if (!lit) return 1;
      return node === lit || (near.get(lit) && near.get(lit).has(node)) ? 1 : 0.22;
    }

    function size(node) {
      return Math.max(2.2, node.r * Math.min(1.5, Math.max(0.55, view.scale)));
    }

    function at(one) {
      return [one.x * view.scale + view.x, one.y * view.scale + view.y];
    }

    function draw() {
      const ratio = resize();
      brush.setTransform(ratio, 0, 0, ratio, 0, 0);
      brush.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
      drawBridges();
      scene.circles.forEach(drawCircle);
      const kinds = shown();
      const isCalm = scene.circles.length > 0; // on the map edges between circles show only where one looks
      scene.edges.forEach((edge) => {
        if (!kinds[edge.kind] || edge.from.faint || edge.to.faint) return;
        const isLit = lit && (edge.from === lit || edge.to === lit);
        if (isCalm && !isLit && edge.from.circle !== edge.to.circle) return;
        drawEdge(edge, isLit ? 1 : lit ? 0.12 : isCalm ? 0.3 : 0.75, isLit);
      });
      scene.nodes.forEach(drawNode);
      drawLabels();
      brush.globalAlpha = 1;
    }

    /* Between circles a band, the broader the more joins them. */
    function drawBridges() {
      if (!scene.circles.length) return;
      const kinds = shown();
      const counts = new Map();
      scene.edges.forEach((edge) => {
        const one = edge.from.circle;
        const other = edge.to.circle;
        if (one === other || !kinds[edge.kind] || edge.from.faint || edge.to.faint) return;
        const key = Math.min(one.index, other.index) + " " + Math.max(one.index, other.index);
        counts.set(key, (counts.get(key) || 0) + 1);
      });
      brush.globalAlpha = lit ? 0.3 : 0.8;
      brush.strokeStyle = colours.line;
      counts.forEach((count, key) => {
        const [one, other] = key.split(" ").map((index) => at(scene.circles[index]));
        brush.lineWidth = Math.min(9, 0.7 * Math.sqrt(count) * Math.max(0.8, view.scale));
        brush.beginPath();
        brush.moveTo(one[0], one[1]);
        brush.lineTo(other[0], other[1]);
        brush.stroke();
      });
    }

    function drawCircle(circle) {
      const [x, y] = at(circle);
      brush.globalAlpha = 1;
      brush.fillStyle = colours.tint;
      brush.strokeStyle = circle === warm ? colours.link : colours.line;
      brush.lineWidth = circle === warm ? 1.5 : 1;
      brush.beginPath();
      brush.arc(x, y, circle.r * view.scale, 0, 2 * Math.PI);
      brush.fill();
      brush.stroke();
    }

    /* Evidence is dashed, bent and has an open head; a link is a straight line with a filled one. */
    function drawEdge(edge, alpha, isLit) {
      const rests = edge.kind === "rests";
      const [x1, y1] = at(edge.from);
      const [x2, y2] = at(edge.to);
      const length = Math.hypot(x2 - x1, y2 - y1);
      const start = size(edge.from) + 1;
      const end = size(edge.to) + 3;
      if (length < start + end + 2) return;
      const bend = rests ? 0.1 : 0;
      const mx = (x1 + x2) / 2 + (y2 - y1) * bend;
      const my = (y1 + y2) / 2 - (x2 - x1) * bend;
      const ax = toward(x1, mx, start, Math.hypot(mx - x1, my - y1));
      const ay = toward(y1, my, start, Math.hypot(mx - x1, my - y1));
      const back = Math.hypot(mx - x2, my - y2);
      const bx = toward(x2, mx, end, back);
      const by = toward(y2, my, end, back);
      brush.globalAlpha = alpha;
      brush.strokeStyle = rests ? colours.evidence : isLit ? colours.link : colours.soft;
      brush.fillStyle = brush.strokeStyle;
      brush.lineWidth = isLit ? 1.5 : 0.8;
      brush.setLineDash(rests ? [4, 3] : []);
      brush.beginPath();
      brush.moveTo(ax, ay);
      brush.quadraticCurveTo(mx, my, bx, by);
      brush.stroke();
      brush.setLineDash([]);
      if (!isLit && view.scale < (scene.circles.length ? 1.5 : 0.5)) return;
      const angle = Math.atan2(by - my, bx - mx);
      const head = isLit ? 7 : 5.5;
      brush.beginPath();
      brush.moveTo(bx - head * Math.cos(angle - 0.42), by - head * Math.sin(angle - 0.42));
      brush.lineTo(bx, by);
      brush.lineTo(bx - head * Math.cos(angle + 0.42), by - head * Math.sin(angle + 0.42));
      if (rests) brush.stroke();
      else brush.fill();
    }

    function toward(from, to, step, length) {
      return from + ((to - from) * step) / (length || 1);
    }

    function drawNode(node) {
      const [x, y] = at(node);
      const r = size(node);
      if (x < -r || y < -r || x > canvas.clientWidth + r || y > canvas.clientHeight + r) return;
      brush.globalAlpha = strength(node);
      const isSource = node.shape === "source";
      brush.fillStyle = node.here ? colours.ink : isSource ? colours.evidence : node.shape === "page" ? colours.link : colours.soft;
      brush.strokeStyle = colours.paper;
      brush.lineWidth = 1.5;
      outline(node.shape, x, y, r);
      brush.fill();
      brush.stroke();
      if (node.here || node === lit) {
        brush.strokeStyle = node.here ? colours.ink : colours.link;
        brush.lineWidth = 1.5;
        outline(node.shape, x, y, r + 3.5);
        brush.stroke();
      }
    }

    /* Pages are round, sources square, sessions stand on a corner, tasks are triangles. */
    function outline(shape, x, y, r) {
      brush.beginPath();
      if (shape === "source") brush.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76);
      else if (shape === "session" || shape === "task") {
        brush.moveTo(x, y - r * 1.2);
        brush.lineTo(x + r * 1.15, y + (shape === "task" ? r * 0.85 : 0));
        if (shape === "session") brush.lineTo(x, y + r * 1.2);
        brush.lineTo(x - r * 1.15, y + (shape === "task" ? r * 0.85 : 0));
        brush.closePath();
      } else brush.arc(x, y, r, 0, 2 * Math.PI);
    }

    /* Labels in the order of their ranks; one that would lie on another, or on a node, is left out. */
    function drawLabels() {
      const around = lit && near.get(lit);
      taken = [];
      brush.textBaseline = "top";
      brush.textAlign = "center";
      brush.lineJoin = "round";
      scene.circles.forEach((circle) => {
        const [x, y] = at(circle);
        const top = y - circle.r * view.scale;
        if (!isSeen(x, top)) return;
        label(circle.title, x, top - 7, { room: ROOM, weight: 600, colour: colours.ink, alpha: lit ? 0.4 : 1, isForced: true });
      });
      const nodes = scene.nodes.filter((node) => !node.faint);
      nodes.forEach((node) => {
        const [x, y] = at(node);
        const r = size(node);
        if (!scene.circles.length || view.scale > 0.9) taken.push([x - r, y - r, x + r, y + r, node.rank]);
      });
      const first = (node) => (node === lit ? 1e9 : around && around.has(node) ? 1e6 : node.here ? 1e8 : 0) + node.rank;
      const isCalm = scene.circles.length > 0;
      const isFar = isCalm && view.scale < 1.1 && !scene.isFiltered;
      nodes
        .slice()
        .sort((one, other) => first(other) - first(one))
        .forEach((node) => {
          const isLooked = node === lit || (around && around.has(node));
          if ((isFar || (lit && isCalm)) && !isLooked) return;
          const [x, y] = at(node);
          if (!isSeen(x, y)) return;
          const side = node.side || 0;
          const free = side > 0 ? canvas.clientWidth - x : side < 0 ? x : 0;
          const isNamed = node.here || node === lit;
          label(node.title, x, y + (side ? -FONT / 2 : size(node) + (node.here ? 7 : 4)), {
            room: side && !isNamed ? Math.max(60, free - 20) : isNamed ? canvas.clientWidth - 8 : ROOM,
            weight: isNamed ? 600 : 400,
            colour: node.here || isLooked ? colours.ink : colours.soft,
            alpha: node.here ? 1 : Math.max(0.3, strength(node)),
            isForced: node === lit,
            beside: side * (size(node) + 5),
            rank: node.rank,
          });
        });
    }

    /* Words in the middle of x, or `beside` it to the left (less than nothing) or right. They may cover nodes of lower rank. */
    function label(title, x, y, how) {
      brush.font = how.weight + " " + FONT + "px " + font;
      const text = short(title, how.room);
      const half = brush.measureText(text).width / 2 + 2;
      if (how.beside) x += how.beside + Math.sign(how.beside) * half;
      const inside = Math.min(Math.max(x, half + 2), canvas.clientWidth - half - 2);
      const area = [inside - half, y, inside + half, y + FONT + 2];
      if (!how.isForced && taken.some((one) => meet(area, one) && !(one[4] < how.rank))) return;
      taken.push(area);
      brush.globalAlpha = how.alpha;
      brush.strokeStyle = colours.paper;
      brush.lineWidth = 3.5;
      brush.strokeText(text, inside, y);
      brush.fillStyle = how.colour;
      brush.fillText(text, inside, y);
    }

    function isSeen(x, y) {
      return x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight;
    }

    function meet(one, other) {
      return one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
    }

    /* As much of a text as there is room for, in px. */
    function short(text, room) {
      if (brush.measureText(text).width <= room) return text;
      const signs = Array.from(text);
      let least = 1;
      let most = signs.length;
      while (least < most) {
        const middle = Math.ceil((least + most) / 2);
        if (brush.measureText(signs.slice(0, middle).join("") + "…").width <= room) least = middle;
        else most = middle - 1;
      }
      return signs.slice(0, least).join("").trimEnd() + "…";
    }

    /* What is pointed at --------------------------------------------------------------------------------------------- */

    function light(node) {
      if (node === lit) return;
      lit = node;
      ask();
    }

    function nodeAt(x, y) {
      let best = null;
      let least = 1e9;
      scene.nodes.forEach((node) => {
        if (node.faint) return;
        const [nx, ny] = at(node);
        const distance = Math.hypot(nx - x, ny - y) - size(node);
        if (distance < 7 && distance < least) {
          best = node;
          least = distance;
        }
      });
      return best;
    }

    function circleAt(x, y) {
      return (
        scene.circles.find((circle) => {
          const [cx, cy] = at(circle);
          return Math.hypot(cx - x, cy - y) < circle.r * view.scale;
        }) || null
      );
    }

    function place(event) {
      const area = canvas.getBoundingClientRect();
      return [event.clientX - area.left, event.clientY - area.top];
    }

    function look(x, y) {
      const node = nodeAt(x, y);
      warm = node ? null : circleAt(x, y);
      canvas.style.cursor = node || warm ? "pointer" : "grab";
      if (node !== lit && options.look) options.look(node);
      lit = node;
      ask();
    }

    canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const [x, y] = place(event);
      pointers.set(event.pointerId, [x, y]);
      try {
        canvas.setPointerCapture(event.pointerId);
      } catch (_) {
        // a pointer that is gone already
      }
      way = 0;
      pinch = 0;
      dragged = options.canDrag ? nodeAt(x, y) : null;
    });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = place(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        if (event.pointerType !== "touch") look(x, y);
        return;
      }
      pointers.set(event.pointerId, [x, y]);
      way += Math.hypot(x - before[0], y - before[1]);
      if (pointers.size > 1) {
        const [one, other] = Array.from(pointers.values());
        const distance = Math.hypot(one[0] - other[0], one[1] - other[1]);
        if (pinch) zoom(distance / pinch, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
        pinch = distance;
        return;
      }
      if (way < 4) return;
      if (dragged) {
        dragged.x += (x - before[0]) / view.scale;
        dragged.y += (y - before[1]) / view.scale;
      } else {
        view.x += x - before[0];
        view.y += y - before[1];
        canvas.style.cursor = "grabbing";
      }
      isFitted = false;
      ask();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (!pointers.delete(event.pointerId) || pointers.size) return;
      dragged = null;
      if (way > 4) return;
      const [x, y] = place(event);
      const node = nodeAt(x, y);
      // A finger first looks, then opens: it cannot hover.
      if (node && (event.pointerType !== "touch" || node === lit)) open(node, event);
      else if (node) {
        light(node);
        if (options.look) options.look(node);
      } else if (circleAt(x, y) && options.circle) options.circle(circleAt(x, y));
      else look(x, y);
    });
    canvas.addEventListener("pointercancel", (event) => {
      pointers.delete(event.pointerId);
      dragged = null;
    });
    canvas.addEventListener("pointerleave", (event) => {
      if (pointers.size || event.pointerType === "touch") return; // a finger leaves when it is lifted: what it looked at stays
      warm = null;
      if (lit && options.look) options.look(null);
      light(null);
      ask();
    });
    // The wheel scrolls the page; it zooms where nothing can be scrolled, and when a modifier says so (a pinch on a pad does).
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey && !box.closest("dialog")) return;
        event.preventDefault();
        const [x, y] = place(event);
        zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), x, y);
      },
      { passive: false },
    );

    function open(node, event) {
      if (node.here) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(window.bw.page(node.href), "_blank", "noopener");
      else window.location.href = window.bw.page(node.href);
    }

    /* Tools ---------------------------------------------------------------------------------------------------------- */

    function tool(name, run) {
      const button = box.querySelector('button[name="' + name + '"]');
      if (button) button.addEventListener("click", run);
    }

    tool("in", () => zoom(1.4));
    tool("out", () => zoom(1 / 1.4));
    tool("fit", fit);
    tool("large", enlarge);
    KINDS.forEach((kind) => box.querySelector('[name="' + kind + '"]').addEventListener("change", ask));

    /* The drawing in a dialog over the whole screen, and back to its place. */
    function enlarge(event) {
      const button = event.currentTarget;
      const open = box.closest("dialog");
      if (open) return open.close();
      const words = button.title;
      const dialog = document.createElement("dialog");
      const mark = document.createComment("graph");
      dialog.className = "bw-graph-dialog";
      dialog.setAttribute("aria-label", words);
      name(button, button.dataset.close);
      box.replaceWith(mark);
      dialog.append(box);
      (document.querySelector(".md-typeset") || document.body).append(dialog);
      dialog.addEventListener("close", () => {
        mark.replaceWith(box);
        dialog.remove();
        name(button, words);
        button.focus();
        fit();
      });
      dialog.showModal();
      fit();
    }

    function name(button, words) {
      button.title = words;
      button.setAttribute("aria-label", words);
    }

    /* Watching -------------------------------------------------------------------------------------------------------- */

    new MutationObserver(learnColours).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
    if (window.ResizeObserver) new ResizeObserver(ask).observe(canvas);
    window.addEventListener("resize", ask);
    learnColours();

    return {
      /* Show a scene; `keepsView` leaves what is seen where it is. */
      set: (next, keepsView) => {
        scene = next;
        near = new Map(scene.nodes.map((node) => [node, new Set()]));
        scene.edges.forEach((edge) => {
          near.get(edge.from).add(edge.to);
          near.get(edge.to).add(edge.from);
        });
        lit = null;
        if (!keepsView) fit();
        ask();
      },
      light,
      show,
      fit,
      redraw: ask,
      /* Where a node is on the screen, for those who watch. */
      place: (node) => at(node),
      scene: () => scene,
    };
  };

  /* Run once the element is about to be seen. */
  window.bw.whenNear = function (element, run) {
    if (!window.IntersectionObserver) return run();
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        run();
      },
      { rootMargin: "300px" },
    );
    watch.observe(element);
  };
})();
