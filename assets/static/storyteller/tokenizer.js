// The tokenizer of the storyteller: chapter 1's `encode`, the bytes of every token, and token healing.
// A byte string is kept as a latin-1 string, one character per byte: it can be sliced and used as the key of a Map.
(window.STORYBOT_PARTS ??= []).push(["tokenizer", () => {
  "use strict";

  const utf8 = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

  // What the file writes as text: valid UTF-8 as it is, other bytes as \xHH, a backslash doubled.
  function unescapeToken(escaped) {
    return escaped.replace(/\\\\|\\x([0-9a-f]{2})|[^\x00-\x7f]+/gu, (part, hex) => {
      if (part === "\\\\") return "\\";
      return hex ? String.fromCharCode(parseInt(hex, 16)) : utf8(part);
    });
  }

  function makeTokenizer({ merges, pattern, end }) {
    const pretokens = new RegExp(pattern, "gu");
    const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)); // of each id
    for (const pair of merges) bytes.push(pair.map(unescapeToken).join(""));
    const ranks = new Map();
    bytes.forEach((token, id) => ranks.has(token) || ranks.set(token, id));
    bytes[end] = ""; // the token that begins and ends a story is no text

    // The pair of lowest rank is joined, the leftmost of several, until there is none.
    function encodePretoken(pretoken) {
      const parts = [...pretoken];
      for (;;) {
        let best = Infinity, at = -1;
        for (let i = 0; i + 1 < parts.length; i += 1) {
          const rank = ranks.get(parts[i] + parts[i + 1]) ?? Infinity;
          if (rank < best) [best, at] = [rank, i];
        }
        if (at < 0) return parts.map((part) => ranks.get(part));
        parts.splice(at, 2, parts[at] + parts[at + 1]);
      }
    }

    const split = (text) => text.match(pretokens) ?? [];
    const encode = (text) => split(text).flatMap((pretoken) => encodePretoken(utf8(pretoken)));

    // The tokens of an opening but for its last pretoken, and the bytes of that one.
    function splitPrompt(text) {
      if (text === "") return [[], ""];
      const last = split(text).at(-1);
      return [encode(text.slice(0, text.length - last.length)), utf8(last)];
    }

    // Whether a token may come where these bytes are wanted next: one of the two begins with the other.
    const agrees = (id, wanted) => id !== end && bytes[id] !== undefined && (bytes[id].startsWith(wanted) || wanted.startsWith(bytes[id]));

    return { bytes, end, encode, splitPrompt, agrees };
  }
  return { makeTokenizer, unescapeToken, utf8 };
}]);
