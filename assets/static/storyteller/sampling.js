// From logits to a token: temperature, top-k, top-p, and a random number; `storybot.model.sampling` in JavaScript.
(window.STORYBOT_PARTS ??= []).push(["sampling", () => {
  "use strict";

  const ROUNDING = 1e-9; // a sum of probabilities this little below p reaches it

  function softmax(logits) {
    let largest = -Infinity, sum = 0;
    for (const logit of logits) if (logit > largest) largest = logit;
    const out = new Float64Array(logits.length);
    for (let i = 0; i < out.length; i += 1) sum += out[i] = Math.exp(logits[i] - largest);
    for (let i = 0; i < out.length; i += 1) out[i] /= sum;
    return out;
  }

  // The `count` largest, by index, the largest first, of equal ones the lower index.
  function largest(values, count) {
    const best = [];
    for (let i = 0; i < values.length; i += 1) {
      if (best.length === count && !(values[i] > values[best[count - 1]])) continue;
      let at = Math.min(best.length, count - 1);
      for (; at > 0 && values[i] > values[best[at - 1]]; at -= 1) best[at] = best[at - 1];
      best[at] = i;
    }
    return best;
  }

  function argmax(values) {
    let best = 0;
    for (let i = 1; i < values.length; i += 1) if (values[i] > values[best]) best = i;
    return best;
  }

  // What a token is sampled from: the temperature first, then top-k, then top-p. 0 is the likeliest token for sure.
  function probabilities(logits, { temperature, topK, topP }) {
    if (temperature === 0) {
      const certain = new Float64Array(logits.length);
      certain[argmax(logits)] = 1;
      return certain;
    }
    const scaled = Float64Array.from(logits, (logit) => logit / temperature);
    if (topK >= scaled.length && topP >= 1) return softmax(scaled);
    const sorted = Float64Array.from(scaled).sort().reverse();
    const kept = Math.min(topK, sorted.length), n = topP < 1 ? reaching(softmax(sorted.subarray(0, kept)), topP) : kept;
    let ties = n; // of those that equal the last one kept, the lower ids go first
    for (const logit of sorted) if (logit > sorted[n - 1]) ties -= 1; else break;
    const filtered = scaled.map((logit) => {
      if (logit > sorted[n - 1]) return logit;
      if (logit < sorted[n - 1] || ties === 0) return -Infinity;
      ties -= 1;
      return logit;
    });
    return softmax(filtered);
  }

  // How many of these probabilities, the largest first, reach p together; at least one.
  function reaching(chances, p) {
    let n = 0, before = 0;
    do { before += chances[n]; n += 1; } while (n < chances.length && before < p - ROUNDING);
    return n;
  }

  // The token whose interval a number from 0 to 1 falls on, when the probabilities lie one behind another.
  function sample(chances, number) {
    let total = 0, end = 0;
    for (const chance of chances) total += chance;
    for (let token = 0; token < chances.length; token += 1) {
      end += chances[token];
      if (end > number * total) return token;
    }
    return argmax(chances); // by rounding
  }
  return { softmax, largest, argmax, probabilities, sample };
}]);
