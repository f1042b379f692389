/* The difference of two revisions of a page, worked out and drawn in the browser.
 *
 * The rules are those by which the build makes its own differences (the modules align, tokens, difference, inline and drawing
 * of the room `history`), in the same order and under the same names: both must say the same of the same two versions.
 * Everything that a page says becomes text nodes. */
(function () {
  "use strict";
  var ALIKE = 0.5;
  var MOVED = 0.7;
  var MOST_PAIRS = 400;
  var MOST_CELLS = 9000000;
  var LEAST_MOVED = 8;
  var MOST_TOKENS = 3000;
  var MOST_BLOCKS = 3000;
  var MOST_CHARACTERS = 300000;
  var LONG = 300;
  var EDGE = 100;
  var CONTEXT = 200;
  var MOST_WHOLE = 4000;
  var MOST_CHANGES = 200;
  var MOST_SHOWN = 30000;
  var MOST_FAR = 60;
  var MOST_LINES = 60;
  var FEW_LINES = 4;
  var SHORT = 80;
  var QUOTED = 60;

  var WHOLE = "lifmxat";
  var TAGS = { s: "strong", e: "em", d: "s", c: "code" };
  var CLASSES = { l: "link", i: "image", f: "cite", m: "math", x: "html", t: "box" };
  var ELEMENTS = { f: "sup", m: "code", x: "code" };
  var CONTAINERS = { row: "table", head: "table", code: "pre", fence: "pre", html: "pre" };
  var FAMILIES = { row: "row", head: "row", code: "code", fence: "fence", html: "code", rule: "rule" };

  /* Words ---------------------------------------------------------------------------------------------------------- */

  var SINGLE = "\\u3005-\\u3007\\u3041-\\u3096\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  var KATAKANA = "\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\uff66-\\uff9f";
  var BLANK = " \\t\\n\\r\\u00a0\\u3000";
  var POINTS =
    "!-\\/:-@\\[-`\\{-~\\u00a1-\\u00bf\\u2000-\\u206f\\u2e00-\\u2e7f\\u3001-\\u3004\\u3008-\\u303f\\u30fb\\uff01-\\uff0f\\uff1a-\\uff20" +
    "\\uff3b-\\uff40\\uff5b-\\uff65";
  var LETTERS = "[^" + BLANK + POINTS + SINGLE + KATAKANA + "]+";
  var DIGITS = "[0-9\\uff10-\\uff19]+";
  var TOKEN = new RegExp(
    "[" + BLANK + "]+|" + DIGITS + "(?:[.,:\\/T'\\u2019\\-]" + DIGITS + ")*|" + LETTERS + "(?:['\\u2019]" + LETTERS + ")*|[" + KATAKANA + "]+|.",
    "gsu"
  );

  /* How many characters (code points) a text has. */
  function size(text) {
    return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
  }

  function tokens(runs) {
    var found = [];
    runs.forEach(function (run) {
      if (typeof run === "string") found.push.apply(found, run.match(TOKEN) || []);
      else if (WHOLE.indexOf(run[0]) >= 0) found.push(run);
      else
        (run[1].match(TOKEN) || []).forEach(function (said) {
          found.push([run[0], said]);
        });
    });
    return found;
  }

  function word(token) {
    return typeof token === "string" ? token : token[1];
  }

  function keyOf(token) {
    return typeof token === "string" ? token : "\u0001" + token.join("\u0002");
  }

  function isBlank(token) {
    return typeof token === "string" && " \t\n\r\u00a0\u3000".indexOf(token[0]) >= 0;
  }

  function length(words) {
    return words.reduce(function (sum, token) {
      return sum + size(word(token));
    }, 0);
  }

  /* Stretches [state, words] of what stands in both (=), in the old words only (-) or in the new only (+); null: too long. */
  function compare(one, other) {
    if (one.length > MOST_TOKENS || other.length > MOST_TOKENS) return null;
    var edits = [];
    var both = [];
    var i = 0;
    var j = 0;
    common(one.map(keyOf), other.map(keyOf))
      .concat([[one.length, other.length]])
      .forEach(function (place) {
        if (place[0] > i || place[1] > j) {
          join(edits, both, one.slice(i, place[0]), other.slice(j, place[1]));
          both = [];
        }
        both.push.apply(both, one.slice(place[0], place[0] + 1));
        i = place[0] + 1;
        j = place[1] + 1;
      });
    var found = [];
    edits.forEach(function (edit) {
      found.push(["=", edit[0]], ["-", edit[1]], ["+", edit[2]]);
    });
    found.push(["=", both]);
    return found.filter(function (stretch) {
      return stretch[1].length;
    });
  }

  function join(edits, both, removed, added) {
    while (edits.length) {
      var last = edits[edits.length - 1];
      var weight = both.reduce(function (sum, token) {
        var count = size(word(token));
        return sum + (isBlank(token) ? 0 : count === 1 ? 1 : 2 * count);
      }, 0);
      if (weight > Math.max(length(last[1]), length(last[2])) || weight > Math.max(length(removed), length(added))) break;
      edits.pop();
      removed = last[1].concat(both, removed);
      added = last[2].concat(both, added);
      both = last[0];
    }
    edits.push([both, removed, added]);
  }

  /* Alignment ------------------------------------------------------------------------------------------------------ */

  /* The places of a longest common subsequence. */
  function common(one, other) {
    var start = 0;
    var end = Math.min(one.length, other.length);
    while (start < end && one[start] === other[start]) start++;
    var tail = 0;
    while (tail < end - start && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail++;
    var found = [];
    for (var i = 0; i < start; i++) found.push([i, i]);
    var rows = one.length - tail - start;
    var columns = other.length - tail - start;
    if (rows && columns && rows * columns <= MOST_CELLS) {
      subsequence(one.slice(start, start + rows), other.slice(start, start + columns)).forEach(function (pair) {
        found.push([start + pair[0], start + pair[1]]);
      });
    }
    for (var k = tail; k > 0; k--) found.push([one.length - k, other.length - k]);
    return found;
  }

  function subsequence(one, other) {
    var width = other.length + 1;
    var table = new Uint16Array((one.length + 1) * width);
    for (var r = 1; r <= one.length; r++) {
      for (var c = 1; c <= other.length; c++) {
        var at = r * width + c;
        table[at] =
          one[r - 1] === other[c - 1] ? table[at - width - 1] + 1 : Math.max(table[at - width], table[at - 1]);
      }
    }
    var found = [];
    var i = one.length;
    var j = other.length;
    while (i && j) {
      if (one[i - 1] === other[j - 1]) found.push([--i, --j]);
      else if (table[i * width + j] === table[i * width + j - 1]) j--;
      else i--;
    }
    return found.reverse();
  }

  /* Steps {state, old, new} in reading order. */
  function align(old, now, alike, weigh) {
    var same = common(old, now);
    var keptOld = new Set();
    var keptNew = new Set();
    same.forEach(function (pair) {
      keptOld.add(pair[0]);
      keptNew.add(pair[1]);
    });
    var lost = places(old.length, keptOld);
    var gained = places(now.length, keptNew);
    var changed = new Map();
    var moved = new Map();
    if (lost.length && gained.length) {
      moved = movedAsTheyAre(old, now, lost, gained, weigh);
      var arrived = new Set(moved.values());
      var before = [-1, -1];
      same.concat([[old.length, now.length]]).forEach(function (here) {
        var removed = between(before[0], here[0], moved);
        var added = between(before[1], here[1], arrived);
        partners(removed, added, alike, changed);
        before = here;
      });
      movedAndChanged(lost, gained, moved, changed, alike, weigh);
    }
    return inOrder(same, changed, moved, old.length, now.length);
  }

  function places(count, taken) {
    return between(-1, count, taken);
  }

  function between(first, last, taken) {
    var found = [];
    for (var at = first + 1; at < last; at++) if (!taken.has(at)) found.push(at);
    return found;
  }

  function movedAsTheyAre(old, now, lost, gained, weigh) {
    var waiting = new Map();
    gained
      .slice()
      .reverse()
      .forEach(function (j) {
        if (weigh(j) < LEAST_MOVED) return;
        if (!waiting.has(now[j])) waiting.set(now[j], []);
        waiting.get(now[j]).push(j);
      });
    var moved = new Map();
    lost.forEach(function (i) {
      var found = waiting.get(old[i]);
      if (found && found.length) moved.set(i, found.pop());
    });
    return moved;
  }

  function partners(removed, added, alike, changed) {
    var rows = removed.length;
    var columns = added.length;
    if (!rows || !columns) return;
    if (rows * columns > MOST_PAIRS) {
      for (var k = 0; k < Math.min(rows, columns); k++) {
        if (alike(removed[k], added[k]) >= ALIKE) changed.set(removed[k], added[k]);
      }
      return;
    }
    var scores = removed.map(function (i) {
      return added.map(function (j) {
        return alike(i, j);
      });
    });
    var best = [];
    for (var r = rows; r >= 0; r--) {
      best[r] = new Array(columns + 1).fill(0);
      if (r === rows) continue;
      for (var c = columns - 1; c >= 0; c--) {
        var pair = scores[r][c] >= ALIKE ? scores[r][c] + best[r + 1][c + 1] : 0;
        best[r][c] = Math.max(pair, best[r + 1][c], best[r][c + 1]);
      }
    }
    var i = 0;
    var j = 0;
    while (i < rows && j < columns) {
      if (scores[i][j] >= ALIKE && best[i][j] === scores[i][j] + best[i + 1][j + 1]) changed.set(removed[i++], added[j++]);
      else if (best[i][j] === best[i + 1][j]) i++;
      else j++;
    }
  }

  function movedAndChanged(lost, gained, moved, changed, alike, weigh) {
    var taken = new Set(Array.from(moved.values()).concat(Array.from(changed.values())));
    var left = lost.filter(function (i) {
      return !moved.has(i) && !changed.has(i);
    });
    var found = gained.filter(function (j) {
      return !taken.has(j) && weigh(j) >= 3 * LEAST_MOVED;
    });
    if (left.length * found.length > MOST_PAIRS) return;
    left.forEach(function (i) {
      var best = -1;
      var score = 0;
      found.forEach(function (j) {
        var likeness = alike(i, j);
        if (likeness >= MOVED && likeness > score) {
          best = j;
          score = likeness;
        }
      });
      if (best >= 0) {
        moved.set(i, best);
        found.splice(found.indexOf(best), 1);
      }
    });
  }

  function inOrder(same, changed, moved, old, now) {
    var arrived = new Map();
    moved.forEach(function (j, i) {
      arrived.set(j, i);
    });
    var fixed = same.map(function (pair) {
      return ["same", pair[0], pair[1]];
    });
    changed.forEach(function (j, i) {
      fixed.push(["changed", i, j]);
    });
    fixed.sort(function (one, other) {
      return one[1] - other[1];
    });
    fixed.push(["same", old, now]);
    var steps = [];
    var i = 0;
    var j = 0;
    fixed.forEach(function (next) {
      for (; i < next[1]; i++) {
        if (moved.has(i)) steps.push({ state: "to", old: i, new: moved.get(i) });
        else steps.push({ state: "removed", old: i, new: -1 });
      }
      for (; j < next[2]; j++) {
        if (arrived.has(j)) steps.push({ state: "from", old: arrived.get(j), new: j });
        else steps.push({ state: "added", old: -1, new: j });
      }
      if (next[1] < old || next[2] < now) steps.push({ state: next[0], old: next[1], new: next[2] });
      i++;
      j++;
    });
    return steps;
  }

  /* Versions ------------------------------------------------------------------------------------------------------- */

  function block(row) {
    return { kind: row[0], nest: row[1], sign: row[2], cells: row[3] };
  }

  function wordsOf(one) {
    if (!one.words) one.words = one.cells.map(tokens);
    return one.words;
  }

  function numberOf(one) {
    if (!one.number) one.number = JSON.stringify([one.kind, one.nest, one.cells]);
    return one.number;
  }

  function textOf(one) {
    return one.cells
      .map(function (cell) {
        return cell
          .map(function (run) {
            return typeof run === "string" ? run : run[1];
          })
          .join("");
      })
      .join(" ");
  }

  function countOf(one) {
    if (!one.counts) {
      one.counts = new Map();
      one.size = 0;
      wordsOf(one).forEach(function (cell) {
        cell.forEach(function (token) {
          if (isBlank(token)) return;
          var key = keyOf(token);
          one.counts.set(key, (one.counts.get(key) || 0) + 1);
          one.size++;
        });
      });
    }
    return one.counts;
  }

  function likeness(one, other) {
    if ((FAMILIES[one.kind] || "text") !== (FAMILIES[other.kind] || "text")) return 0;
    var counts = countOf(one);
    var others = countOf(other);
    if (!one.size || !other.size) return 0;
    var shared = 0;
    counts.forEach(function (count, key) {
      shared += Math.min(count, others.get(key) || 0);
    });
    return (2 * shared) / (one.size + other.size);
  }

  /* What changed between two revisions [characters, digest, digest without white space, values, blocks] of the data. */
  function difference(data, before, after) {
    var rows = function (table, numbers) {
      return numbers.map(function (number) {
        return table[number];
      });
    };
    var values = changedValues(rows(data.values, before[3]), rows(data.values, after[3]));
    var old = rows(data.blocks, before[4]).map(block);
    var now = rows(data.blocks, after[4]).map(block);
    if (Math.max(old.length, now.length) > MOST_BLOCKS || Math.max(before[0], after[0]) > MOST_CHARACTERS) {
      return { verdict: "far", values: values, steps: [], old: old, new: now };
    }
    var steps = align(
      old.map(numberOf),
      now.map(numberOf),
      function (i, j) {
        return likeness(old[i], now[j]);
      },
      function (j) {
        var count = size(textOf(now[j]));
        return isHeading(now[j]) ? Math.max(count, LEAST_MOVED) : now[j].kind === "rule" ? 0 : count;
      }
    );
    var verdict = values.length || steps.some(isChange) ? "text" : before[1] === after[1] ? "none" : before[2] === after[2] ? "space" : "signs";
    return { verdict: verdict, values: values, steps: steps, old: old, new: now };
  }

  function isChange(step) {
    return step.state !== "same";
  }

  function changedValues(before, after) {
    var old = new Map(before);
    var now = new Map(after);
    var found = [];
    now.forEach(function (lines, key) {
      if (!old.has(key) || JSON.stringify(old.get(key)) !== JSON.stringify(lines)) {
        found.push({ key: key, before: old.has(key) ? old.get(key) : null, after: lines });
      }
    });
    old.forEach(function (lines, key) {
      if (!now.has(key)) found.push({ key: key, before: lines, after: null });
    });
    return found;
  }

  function isHeading(one) {
    return /^h[1-6]$/.test(one.kind);
  }

  function sections(blocks) {
    var name = "";
    return blocks.map(function (one) {
      var above = name;
      if (isHeading(one)) name = textOf(one);
      return above;
    });
  }

  function firstWords(one) {
    var said = wordsOf(one)
      .map(function (cell) {
        return cell
          .filter(function (token) {
            return typeof token === "string" || "fa".indexOf(token[0]) < 0;
          })
          .map(word)
          .join("");
      })
      .join(" ")
      .trim()
      .split(/\s+/)
      .join(" ");
    var signs = Array.from(said);
    return signs.length <= QUOTED ? said : signs.slice(0, QUOTED).join("").trimEnd() + "…";
  }

  /* Drawing -------------------------------------------------------------------------------------------------------- */

  function element(name, className, children) {
    var made = document.createElement(name);
    if (className) made.className = className;
    (children || []).forEach(function (child) {
      made.append(child);
    });
    return made;
  }

  function cut() {
    return element("span", "bw-d-cut", ["…"]);
  }

  /* Words in their forms, as a list of nodes and texts. */
  function inline(words, isMarked) {
    var out = [];
    var at = 0;
    while (at < words.length) {
      var form = typeof words[at] === "string" ? "" : words[at][0];
      if (form && WHOLE.indexOf(form) >= 0) {
        out = out.concat(thing(words[at], isMarked));
        at++;
        continue;
      }
      var said = "";
      while (at < words.length && (typeof words[at] === "string" ? "" : words[at][0]) === form) said += word(words[at++]);
      out.push(styled(form, said));
    }
    return out;
  }

  function styled(form, said) {
    return Array.from(form).reduceRight(function (inner, letter) {
      return TAGS[letter] ? element(TAGS[letter], "", [inner]) : inner;
    }, said);
  }

  function thing(token, isMarked) {
    var form = token[0];
    if (form === "a") return isMarked ? [element("small", "bw-d-id", [token[1]])] : [];
    var found = [element(ELEMENTS[form] || "span", "bw-d-" + CLASSES[form], [token[1]])];
    if (isMarked && token.length > 2 && token[2] !== token[1]) {
      found.push(" ", element("span", "bw-d-target", ["→ " + token[2]]));
    }
    return found;
  }

  function Drawer(found, words) {
    this.found = found;
    this.words = words;
    this.oldSections = sections(found.old);
    this.newSections = sections(found.new);
    var seen = (this.firstSeen = new Map());
    found.steps.forEach(function (step) {
      if ((step.state === "from" || step.state === "to") && !seen.has(step.old)) seen.set(step.old, step.state);
    });
  }

  Drawer.prototype.mark = function (state, inner) {
    if (!inner.length) return [];
    var said = element("span", "bw-said", [this.words(state === "-" ? "removed" : "added") + " "]);
    return [element(state === "-" ? "del" : "ins", "", [said].concat(inner))];
  };

  Drawer.prototype.marked = function (stretches, isCode, states) {
    var drawer = this;
    var out = [];
    stretches.forEach(function (stretch, place) {
      var state = stretch[0];
      var said = stretch[1];
      if (states.indexOf(state) < 0) return;
      if (state === "=") out = out.concat(shortened(said, place === 0, place === stretches.length - 1));
      else if (isCode || !said.every(isBlank)) out = out.concat(drawer.mark(state, inline(said, true)));
      else if (state === "+") out = out.concat(inline(said));
    });
    return out;
  };

  function shortened(said, isFirst, isLast) {
    if (length(said) <= LONG) return inline(said);
    var head = isFirst ? 0 : edge(said);
    var tail = isLast ? 0 : edge(said.slice().reverse());
    return inline(said.slice(0, head)).concat([cut()], inline(said.slice(said.length - tail)));
  }

  function edge(said) {
    var count = 0;
    for (var sum = 0; count < said.length && sum < EDGE; count++) sum += size(word(said[count]));
    return count;
  }

  function context(said) {
    return clipped(said, CONTEXT, false);
  }

  Drawer.prototype.all = function (state, said) {
    return this.mark(state, clipped(said, MOST_WHOLE, true));
  };

  function clipped(said, most, isMarked) {
    if (length(said) <= (most * 3) / 2) return inline(said, isMarked);
    var count = 0;
    for (var sum = 0; sum < most; count++) sum += size(word(said[count]));
    return inline(said.slice(0, count), isMarked).concat([cut()]);
  }

  Drawer.prototype.block = function (step) {
    return step.new < 0 ? this.found.old[step.old] : this.found.new[step.new];
  };

  Drawer.prototype.pieces = function () {
    var steps = this.found.steps;
    var shown = this.withContext();
    var out = [];
    var changes = 0;
    var sum = 0;
    for (var at = 0; at < steps.length; at++) {
      var step = steps[at];
      if (step.state === "same") {
        var end = at;
        while (end < steps.length && steps[end].state === "same" && !shown[end]) end++;
        if (end - at > 1 || (end > at && size(textOf(this.block(step))) > SHORT)) {
          out.push(this.fold(steps.slice(at, end)));
          at = end - 1;
        } else out.push(this.unchanged(step));
        continue;
      }
      if (changes >= MOST_CHANGES || sum > MOST_SHOWN) {
        var rest = steps.slice(at).filter(isChange).length;
        out.push({ container: "", starts: false, node: element("p", "bw-d-note", [this.words("more", rest)]) });
        return out;
      }
      changes++;
      wordsOf(this.block(step)).forEach(function (cell) {
        sum += length(cell);
      });
      this.changed(step, at, out);
    }
    return out;
  };

  Drawer.prototype.withContext = function () {
    var drawer = this;
    var steps = this.found.steps;
    var shown = steps.map(isChange);
    var heading = -1;
    var top = -1;
    steps.forEach(function (step, at) {
      var one = drawer.block(step);
      if (isChange(step)) {
        [at - 1, at + 1, heading, one.kind === "row" ? top : -1].forEach(function (near) {
          if (near >= 0 && near < steps.length) shown[near] = true;
        });
      }
      if (isHeading(one)) heading = at;
      top = one.kind === "head" ? at : one.kind === "row" ? top : -1;
    });
    return shown;
  };

  Drawer.prototype.fold = function (steps) {
    var drawer = this;
    var containers = new Set();
    var kinds = new Set();
    steps.forEach(function (step) {
      var one = drawer.block(step);
      containers.add(CONTAINERS[one.kind] || "");
      kinds.add(one.kind);
    });
    var container = containers.size === 1 ? Array.from(containers)[0] : "";
    var only = kinds.size === 1 ? Array.from(kinds)[0] : "";
    var key = container === "table" ? "fold_rows" : container === "pre" ? "fold_lines" : only === "li" ? "fold_items" : only === "p" ? "fold" : "fold_parts";
    return this.note(container, "fold", this.words(steps.length > 1 ? key : "fold_one", steps.length));
  };

  Drawer.prototype.note = function (container, kind, said) {
    if (container === "table") {
      var cell = element("td", "", [said]);
      cell.colSpan = 99;
      return { container: container, starts: false, node: element("tr", "bw-d-" + kind, [cell]) };
    }
    if (container === "pre") {
      return { container: container, starts: false, node: element("span", "bw-d-line bw-d-" + kind, [said + "\n"]) };
    }
    return { container: "", starts: false, node: element("p", "bw-d-" + kind, [said]) };
  };

  Drawer.prototype.unchanged = function (step) {
    var one = this.block(step);
    return this.framed(one, "same", wordsOf(one).map(function (cell) {
      return CONTAINERS[one.kind] ? inline(cell) : context(cell);
    }));
  };

  Drawer.prototype.changed = function (step, at, out) {
    var drawer = this;
    var one = this.block(step);
    if (step.state === "from" || step.state === "to") {
      this.moved(step, at, out);
      if (step.state === "to") return;
    }
    if (step.state === "removed" || step.state === "added") {
      var sign = step.state === "removed" ? "-" : "+";
      out.push(this.framed(one, step.state, wordsOf(one).map(function (cell) {
        return drawer.all(sign, cell);
      })));
    } else {
      var old = this.found.old[step.old];
      out.push(this.framed(one, step.state, this.cells(old, one).concat(this.form(old, one))));
    }
  };

  Drawer.prototype.form = function (old, now) {
    if ((old.kind === now.kind && old.nest === now.nest) || now.kind === "row" || now.kind === "head") return [];
    var was = this.words(old.kind === now.kind ? "nest" : "kind_" + old.kind);
    return [[" ", element("span", "bw-d-form", [this.words("form", was)])]];
  };

  Drawer.prototype.moved = function (step, at, out) {
    var steps = this.found.steps;
    if (at && goesOn(steps[at - 1], step)) return;
    var count = 1;
    while (at + count < steps.length && goesOn(steps[at + count - 1], steps[at + count])) count++;
    var here = this.newSections[step.new];
    var there = this.oldSections[step.old];
    var isDown = this.firstSeen.get(step.old) === "to";
    var one = this.found.new[step.new];
    var said;
    if (step.state === "from") {
      said =
        here === there
          ? this.words("moved_here", this.words(isDown ? "above" : "below"))
          : this.words("moved_from", there || this.words("top"));
    } else {
      said =
        here === there
          ? this.words("moved_there", this.words(isDown ? "below" : "above"), firstWords(one))
          : this.words("moved_to", here || this.words("top"), firstWords(one));
      if (count > 1) said += this.words("moved_more", count - 1);
    }
    out.push(this.note(CONTAINERS[one.kind] || "", "moved", said));
  };

  function goesOn(one, other) {
    var isMove = one.state === "from" || one.state === "to";
    return one.state === other.state && isMove && other.old === one.old + 1 && other.new === one.new + 1;
  }

  Drawer.prototype.cells = function (old, now) {
    var drawer = this;
    var one = wordsOf(old);
    var other = wordsOf(now);
    var isCode = CONTAINERS[now.kind] === "pre";
    if (one.length === other.length) {
      return one.map(function (before, at) {
        var stretches = compare(before, other[at]);
        if (stretches) return drawer.marked(stretches, isCode, "=-+");
        return drawer.all("-", before).concat(drawer.all("+", other[at]));
      });
    }
    var key = function (cell) {
      return JSON.stringify(cell);
    };
    var none = function () {
      return 0;
    };
    return align(one.map(key), other.map(key), none, none).map(function (step) {
      if (step.state === "same") return inline(other[step.new]);
      if (step.new < 0) return drawer.all("-", one[step.old]);
      return drawer.all("+", other[step.new]);
    });
  };

  Drawer.prototype.framed = function (one, state, cells) {
    var container = CONTAINERS[one.kind] || "";
    var starts = one.kind === "head" || one.kind === "fence";
    var inner = [].concat.apply([], cells);
    if (container === "table") {
      var row = cells.map(function (cell) {
        return element(one.kind === "head" ? "th" : "td", "", cell);
      });
      return { container: container, starts: starts, node: element("tr", "bw-d--" + state, row) };
    }
    if (container === "pre") {
      var kind = one.kind === "fence" ? " bw-d-fence" : "";
      var line = element("span", "bw-d-line" + kind + " bw-d--" + state, inner.concat(["\n"]));
      return { container: container, starts: starts, node: line };
    }
    var lists = one.nest.split("-").length - 1;
    var depth = Math.min(lists, 6);
    var name = "bw-d-" + one.kind + " bw-d--" + state + (depth ? " bw-d-in" + depth : "") + (one.nest.length > lists ? " bw-d-quote" : "");
    if (one.kind === "rule") inner = ["* * *"];
    if (one.kind === "li") inner = [element("span", "bw-d-sign", [one.sign || "•"]), " "].concat(inner);
    return { container: "", starts: false, node: element("p", name, inner) };
  };

  /* The pieces with tables and code around those that need them. */
  function putTogether(pieces) {
    var top = element("div", "bw-d");
    var at = "";
    var inside = top;
    pieces.forEach(function (piece) {
      if (piece.container !== at || (piece.starts && at)) {
        at = piece.container;
        inside = top;
        if (at === "table") {
          inside = element("tbody");
          top.append(element("div", "bw-table", [element("table", "bw-grid", [inside])]));
        } else if (at === "pre") {
          inside = element("code");
          top.append(element("pre", "bw-d-code", [inside]));
        }
      }
      inside.append(piece.node);
    });
    return top;
  }

  Drawer.prototype.twoVersions = function () {
    var drawer = this;
    var versions = [
      ["before", this.found.old],
      ["after", this.found.new],
    ].map(function (version) {
      var pieces = version[1].slice(0, MOST_FAR).map(function (one) {
        return drawer.framed(one, "same", wordsOf(one).map(context));
      });
      var rest = version[1].length - MOST_FAR;
      if (rest > 0) pieces.push(drawer.note("", "note", drawer.words("more_blocks", rest)));
      var title = element("p", "", [element("strong", "", [drawer.words(version[0])])]);
      return element("div", "", [title, putTogether(pieces)]);
    });
    return element("div", "bw-d-two", versions);
  };

  Drawer.prototype.values = function () {
    var drawer = this;
    var head = ["key", "before", "after"].map(function (key) {
      var cell = element("th", "", [drawer.words(key)]);
      cell.scope = "col";
      return cell;
    });
    var rows = this.found.values.map(function (value) {
      var name = value.key === "---" ? drawer.words("front") : value.key;
      if (name.indexOf("sources ") === 0) name = drawer.words("source", name.slice(8));
      var first = element("th", "", [name]);
      first.scope = "row";
      var sides = drawer.lines(value).map(function (lines, place) {
        var cell = element("td", "", lines.length ? lines.map(function (line) { return element("div", "", line); }) : ["–"]);
        cell.setAttribute("data-label", drawer.words(place ? "after" : "before"));
        return cell;
      });
      return element("tr", "", [first].concat(sides));
    });
    return element("table", "bw-d-values", [element("thead", "", [element("tr", "", head)]), element("tbody", "", rows)]);
  };

  Drawer.prototype.lines = function (value) {
    var drawer = this;
    var sides = [value.before, value.after].map(function (lines) {
      return (lines || []).slice(0, MOST_LINES).map(function (line) {
        return block(["p", "", "", [[line]]]);
      });
    });
    if (value.before === null || value.after === null) {
      return sides.map(function (lines, place) {
        return lines.map(function (line) {
          return drawer.all(place ? "+" : "-", wordsOf(line)[0]);
        });
      });
    }
    var before = [];
    var after = [];
    var steps = align(
      sides[0].map(numberOf),
      sides[1].map(numberOf),
      function (i, j) {
        return likeness(sides[0][i], sides[1][j]);
      },
      function () {
        return 0;
      }
    );
    steps.forEach(function (step) {
      var old = step.old < 0 ? [] : wordsOf(sides[0][step.old])[0];
      var now = step.new < 0 ? [] : wordsOf(sides[1][step.new])[0];
      if (step.state === "same") {
        if (Math.max(sides[0].length, sides[1].length) > FEW_LINES) return;
        before.push(context(old));
        after.push(context(now));
      } else if (step.state === "changed") {
        var stretches = compare(old, now);
        if (!stretches) return;
        before.push(drawer.marked(stretches, false, "=-"));
        after.push(drawer.marked(stretches, false, "=+"));
      } else if (step.new < 0) before.push(drawer.all("-", old));
      else after.push(drawer.all("+", now));
    });
    return [before, after];
  };

  /* The difference of two revisions as a list of elements, empty where nothing changed. `words(key, …)` says the site's words. */
  window.bw.difference = function (data, before, after, words) {
    var found = difference(data, before, after);
    var drawer = new Drawer(found, words);
    var out = [];
    if (["space", "signs", "far"].indexOf(found.verdict) >= 0) out.push(element("p", "bw-d-note", [words(found.verdict)]));
    if (found.values.length) out.push(drawer.values());
    if (found.verdict === "far") out.push(drawer.twoVersions());
    else if (found.steps.some(isChange)) out.push(putTogether(drawer.pieces()));
    return out;
  };
})();
