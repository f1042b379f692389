/* The tokens of a text, as `brainwiki/retrieval/tokens.py` finds them: what a reader types must be cut by the same hand as the
 * pages were. The tables of characters are that module's own, from data/search/tables.js. */
(function () {
  "use strict";
  var LONGEST = 40;

  // Porter's steps 1 and 5: see `brainwiki/retrieval/stems.py`.
  var C = "(?:[^aeiouy]|(?<![^aeiouy])y|^y)";
  var V = "(?:[aeiou]|(?<=[^aeiouy])y)";
  var HAS_VOWEL = new RegExp(V);
  var MEASURE = new RegExp(V + C, "g");
  var SHORT = new RegExp(C + V + "[^aeiouwxy]$");

  function measure(word) {
    return (word.match(MEASURE) || []).length;
  }

  function plural(word) {
    if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
    return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  }

  function past(word) {
    if (word.endsWith("eed")) return measure(word.slice(0, -3)) ? word.slice(0, -1) : word;
    var endings = ["ed", "ing"];
    for (var i = 0; i < 2; i++) {
      var rest = word.slice(0, -endings[i].length);
      if (word.endsWith(endings[i]) && HAS_VOWEL.test(rest)) return mended(rest);
    }
    return word;
  }

  function mended(word) {
    if (/(?:at|bl|iz)$/.test(word)) return word + "e";
    if (/([^aeioulsz])\1$/.test(word)) return word.slice(0, -1);
    return measure(word) === 1 && SHORT.test(word) ? word + "e" : word;
  }

  function last(word) {
    if (word.endsWith("e")) {
      var rest = word.slice(0, -1);
      var many = measure(rest);
      if (many > 1 || (many === 1 && !SHORT.test(rest))) word = rest;
    }
    return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
  }

  function stem(word) {
    if (word.length < 3 || word.length > LONGEST) return word;
    word = past(plural(word));
    if (word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1))) word = word.slice(0, -1) + "i";
    return last(word);
  }

  function cut(word) {
    return word.length <= LONGEST ? word : Array.from(word).slice(0, LONGEST).join("");
  }

  /* The tokenizer over its tables: {forms, letters, run, letter, marks, kana, long}. */
  function tokenizer(tables) {
    var same = new Map(Object.entries(tables.letters));
    tables.forms.split(/\s+/).forEach(function (word) {
      var forms = Array.from(word);
      forms.slice(1).forEach(function (form) {
        same.set(form, forms[0]);
      });
    });
    var LONG = new RegExp("(?<=[" + tables.kana + "])[" + tables.long + "]+(?:([" + tables.kana + "])|)", "gu");
    var L = "[" + tables.letter + "]";
    var END = "(?:[+#]{1,2}(?![+#" + tables.letter + "]))?";
    var TOKEN = new RegExp("([" + tables.run + "]+)|" + L + "+(?:[._\\-]" + L + "+)*" + END, "gu");
    var PARTS = new RegExp(L + "+", "gu");
    var MARKS = new RegExp("[" + tables.marks + "]", "g");
    var ASCII = /^[\x00-\x7f]*$/;
    var CLUSTER = /[^][\u0300-\u036f\u1160-\u11ff\u3099\u309a\uff9e\uff9f]*/gu; // what NFKC may join

    function narrowed(text) {
      var wide = text.normalize("NFKC").toLowerCase();
      return ASCII.test(wide)
        ? wide
        : Array.from(wide, function (char) {
            return same.get(char) || char;
          }).join("");
    }

    function folded(text) {
      if (ASCII.test(text)) return text.toLowerCase();
      return narrowed(text).replace(LONG, function (_, kana) {
        return kana ? "ー" + kana : "";
      });
    }

    /* The folded text and, for each of its units, where in the text it comes from: {text, starts, ends}. */
    function mapped(text) {
      var pieces = [];
      var starts = [];
      var ends = [];
      for (var match of text.matchAll(CLUSTER)) {
        var piece = narrowed(match[0]);
        pieces.push(piece);
        for (var i = 0; i < piece.length; i++) {
          starts.push(match.index);
          ends.push(match.index + match[0].length);
        }
      }
      var shape = pieces.join("");
      var found = { text: "", starts: [], ends: [] };
      var at = 0;
      function keep(from, to) {
        found.text += shape.slice(from, to);
        for (var i = from; i < to; i++) {
          found.starts.push(starts[i]);
          found.ends.push(ends[i]);
        }
      }
      for (var mark of shape.matchAll(LONG)) {
        keep(at, mark.index);
        if (mark[1]) {
          found.text += "ー";
          found.starts.push(starts[mark.index]);
          found.ends.push(ends[mark.index]);
          keep(mark.index + mark[0].length - mark[1].length, mark.index + mark[0].length);
        } else if (found.ends.length) {
          found.ends[found.ends.length - 1] = ends[mark.index + mark[0].length - 1];
        }
        at = mark.index + mark[0].length;
      }
      keep(at, shape.length);
      return found;
    }

    function bare(word) {
      word = cut(ASCII.test(word) ? word : word.normalize("NFD").replace(MARKS, ""));
      return /^[a-z]+$/.test(word) ? stem(word) : word;
    }

    function ofWord(word, start) {
      if (/^[a-z]+$/.test(word)) return [[stem(cut(word)), start, start + word.length, "word"]];
      var end = start + word.length;
      var whole = [cut(word.normalize("NFD").replace(MARKS, "")), start, end, "whole"];
      if (/^[0-9]+(?:\.[0-9]+)+$/.test(word)) return [[whole[0], start, end, "word"]];
      var parts = Array.from(word.matchAll(PARTS), function (part) {
        return [bare(part[0]), start + part.index, start + part.index + part[0].length, "word"];
      });
      if (parts.length === 1 && parts[0][2] === end) return parts;
      return parts.concat([whole]);
    }

    function ofRun(run, start) {
      var found = [];
      var before = "";
      Array.from(run).forEach(function (char) {
        var end = start + char.length;
        if (before) found.push([before + char, start - before.length, end, "pair"]);
        found.push([char, start, end, "single"]);
        before = char;
        start = end;
      });
      return found;
    }

    /* Tokens of a folded text as [text, start, end, kind]. */
    function read(shape) {
      var found = [];
      for (var match of shape.matchAll(TOKEN)) {
        var some = match[1] ? ofRun(match[1], match.index) : ofWord(match[0], match.index);
        found.push.apply(found, some);
      }
      return found;
    }

    return {
      folded: folded,
      mapped: mapped,
      read: read,
      tokens: function (text) {
        return read(folded(text));
      },
    };
  }

  window.bwTokens = { stem: stem, tokenizer: tokenizer };
})();
