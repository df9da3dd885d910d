// The GPT of the interlude for one position at a time, with a KV cache. Weights are int8 with a scale for each row.
// C is the width, H heads of D = C / H, G key and value heads, V the vocabulary. All arrays are float32, as in PyTorch.
(window.STORYBOT_PARTS ??= []).push(["model", () => {
  "use strict";

  const decode = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer;

  function unpackMatrix({ shape: [rows, columns], values, scales }) {
    const whole = new Int8Array(decode(values)), view = new DataView(decode(scales));
    const weight = new Float32Array(rows * columns);
    for (let row = 0; row < rows; row += 1) {
      const scale = view.getFloat32(4 * row, true);
      for (let i = row * columns; i < (row + 1) * columns; i += 1) weight[i] = whole[i] * scale;
    }
    return { rows, columns, weight };
  }

  // out = matrix · x. Four sums at a time: the processor need not wait for one addition before the next.
  function multiply({ rows, columns, weight }, x, out) {
    for (let row = 0, at = 0; row < rows; row += 1) {
      let a = 0, b = 0, c = 0, d = 0;
      for (let i = 0; i < columns; i += 4, at += 4) {
        a += weight[at] * x[i];
        b += weight[at + 1] * x[i + 1];
        c += weight[at + 2] * x[i + 2];
        d += weight[at + 3] * x[i + 3];
      }
      out[row] = a + b + (c + d);
    }
  }

  // RMSNorm of `width` numbers of x from `begin` on, into out from `to` on.
  function norm(x, begin, width, eps, out, to) {
    let sum = 0;
    for (let i = begin; i < begin + width; i += 1) sum += x[i] * x[i];
    const factor = 1 / Math.sqrt(sum / width + eps);
    for (let i = 0; i < width; i += 1) out[to + i] = x[begin + i] * factor;
  }

  function ropeTable(length, half, base) {
    const cos = new Float32Array(length * half), sin = new Float32Array(length * half);
    for (let i = 0; i < half; i += 1) {
      const frequency = Math.fround(base ** -Math.fround(i / half));
      for (let position = 0; position < length; position += 1) {
        const angle = Math.fround(position * frequency); // rounded as PyTorch rounds it
        cos[position * half + i] = Math.cos(angle);
        sin[position * half + i] = Math.sin(angle);
      }
    }
    return { cos, sin };
  }

  function makeModel({ config, constants, weights }) {
    const { depth, width, heads, kv_heads: kvHeads, seq_len: seqLen, vocab_size: vocabSize } = config;
    const matrix = Object.fromEntries(Object.entries(weights).map(([name, packed]) => [name, unpackMatrix(packed)]));
    const headWidth = width / heads, half = headWidth / 2, kvWidth = kvHeads * headWidth;
    const { eps, attention_scale: scale } = constants;
    if (width % 4 || headWidth % 2) throw new Error("the model's width must be a multiple of 4");
    const { cos, sin } = ropeTable(seqLen, half, constants.rope_base);
    const blocks = Array.from({ length: depth }, (_, layer) => {
      const of = (name) => matrix[`blocks.${layer}.${name}.weight`];
      return {
        query: of("attention.query"), key: of("attention.key"), value: of("attention.value"),
        output: of("attention.output"), up: of("mlp.up"), down: of("mlp.down"),
        keys: new Float32Array(seqLen * kvWidth), values: new Float32Array(seqLen * kvWidth), // the cache
      };
    });
    const floats = (length) => new Float32Array(length);
    const [x, normed, added, mixed] = [floats(width), floats(width), floats(width), floats(width)];
    const [q, k, v, weightsOf] = [floats(width), floats(kvWidth), floats(kvWidth), floats(seqLen)];
    const hidden = floats(blocks[0].up.rows), logits = floats(vocabSize);

    // Rotates each head's vector by its position and brings it to length.
    function rotateAndNorm(vector, count, position) {
      for (let head = 0; head < count; head += 1) {
        const begin = head * headWidth;
        for (let i = 0; i < half; i += 1) {
          const c = cos[position * half + i], s = sin[position * half + i];
          const a = vector[begin + i], b = vector[begin + half + i];
          vector[begin + i] = a * c - b * s;
          vector[begin + half + i] = a * s + b * c;
        }
        norm(vector, begin, headWidth, eps, vector, begin);
      }
    }

    function attend(block, position) {
      multiply(block.query, normed, q);
      multiply(block.key, normed, k);
      multiply(block.value, normed, v);
      rotateAndNorm(q, heads, position);
      rotateAndNorm(k, kvHeads, position);
      block.keys.set(k, position * kvWidth);
      block.values.set(v, position * kvWidth);
      mixed.fill(0);
      for (let head = 0; head < heads; head += 1) {
        const mine = head * headWidth, shared = Math.floor(head / (heads / kvHeads)) * headWidth;
        let largest = -Infinity, sum = 0;
        for (let s = 0; s <= position; s += 1) {
          let score = 0;
          for (let i = 0, at = s * kvWidth + shared; i < headWidth; i += 1) score += q[mine + i] * block.keys[at + i];
          weightsOf[s] = score * (scale / headWidth);
          largest = Math.max(largest, weightsOf[s]);
        }
        for (let s = 0; s <= position; s += 1) sum += weightsOf[s] = Math.exp(weightsOf[s] - largest);
        for (let s = 0; s <= position; s += 1) {
          const share = weightsOf[s] / sum;
          for (let i = 0, at = s * kvWidth + shared; i < headWidth; i += 1) mixed[mine + i] += share * block.values[at + i];
        }
      }
      multiply(block.output, mixed, added);
    }

    function runMlp(block) {
      multiply(block.up, normed, hidden);
      for (let i = 0; i < hidden.length; i += 1) hidden[i] = hidden[i] > 0 ? hidden[i] * hidden[i] : 0; // ReLU²
      multiply(block.down, hidden, added);
    }

    const addToStream = () => { for (let i = 0; i < width; i += 1) x[i] += added[i]; };

    // The logits of what follows `token` at `position`; the cache must hold the positions before it. The array is
    // the model's own and is overwritten by the next call.
    function step(token, position) {
      norm(matrix["embedding.weight"].weight, token * width, width, eps, x, 0);
      for (const block of blocks) {
        norm(x, 0, width, eps, normed, 0);
        attend(block, position);
        addToStream();
        norm(x, 0, width, eps, normed, 0);
        runMlp(block);
        addToStream();
      }
      norm(x, 0, width, eps, normed, 0);
      multiply(matrix["head.weight"], normed, logits);
      return logits;
    }
    return { step, seqLen, vocabSize };
  }
  return { makeModel };
}]);
