// Python's random numbers: `random.Random("storybot 7 0").random()`, so that a seed tells the same story here and there.
// SHA-512 turns the text into the key of a Mersenne twister, as Python does it.
(window.STORYBOT_PARTS ??= []).push(["random", () => {
  "use strict";

  const MASK = (1n << 64n) - 1n;

  // The largest whole number whose power is at most n.
  function root(n, power) {
    let low = 0n;
    for (let bit = 1n << 70n; bit > 0n; bit >>= 1n) if ((low + bit) ** power <= n) low += bit;
    return low;
  }

  function primes(count) {
    const found = [];
    for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
    return found.map(BigInt);
  }

  // The first 64 bits behind the point of square roots and cube roots of the first primes.
  const START = primes(8).map((prime) => root(prime << 128n, 2n) & MASK);
  const ROUNDS = primes(80).map((prime) => root(prime << 192n, 3n) & MASK);

  const rotate = (x, by) => ((x >> by) | (x << (64n - by))) & MASK;

  function sha512(bytes) {
    const length = Math.ceil((bytes.length + 17) / 128) * 128;
    const padded = new Uint8Array(length);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setBigUint64(length - 8, BigInt(8 * bytes.length));
    const state = [...START];
    for (let block = 0; block < length; block += 128) {
      const w = Array.from({ length: 16 }, (_, i) => view.getBigUint64(block + 8 * i));
      for (let i = 16; i < 80; i += 1) {
        const s0 = rotate(w[i - 15], 1n) ^ rotate(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
        const s1 = rotate(w[i - 2], 19n) ^ rotate(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
        w.push((w[i - 16] + s0 + w[i - 7] + s1) & MASK);
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 80; i += 1) {
        const s1 = rotate(e, 14n) ^ rotate(e, 18n) ^ rotate(e, 41n);
        const t1 = h + s1 + ((e & f) ^ (~e & MASK & g)) + ROUNDS[i] + w[i];
        const s0 = rotate(a, 28n) ^ rotate(a, 34n) ^ rotate(a, 39n);
        const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        [a, b, c, d, e, f, g, h] = [(t1 + t2) & MASK, a, b, c, (d + t1) & MASK, e, f, g];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = (state[i] + x) & MASK; });
    }
    const out = new DataView(new ArrayBuffer(64));
    state.forEach((x, i) => out.setBigUint64(8 * i, x));
    return new Uint8Array(out.buffer);
  }

  function seedTwister(key) {
    const n = 624, state = new Uint32Array(n);
    state[0] = 19650218;
    for (let i = 1; i < n; i += 1) state[i] = Math.imul(1812433253, state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    let i = 1, j = 0;
    const step = () => { i += 1; if (i >= n) { state[0] = state[n - 1]; i = 1; } };
    const mixed = (factor) => state[i] ^ Math.imul(state[i - 1] ^ (state[i - 1] >>> 30), factor);
    for (let k = Math.max(n, key.length); k > 0; k -= 1) {
      state[i] = mixed(1664525) + key[j] + j;
      j = (j + 1) % key.length;
      step();
    }
    for (let k = n - 1; k > 0; k -= 1) {
      state[i] = mixed(1566083941) - i;
      step();
    }
    state[0] = 0x80000000;
    return state;
  }

  // A function that gives the next number from 0 to 1, as `Random(text).random` does.
  function makeRandom(text) {
    const bytes = new TextEncoder().encode(text);
    const whole = [...bytes, ...sha512(bytes)].reverse(); // one large number, its lowest byte first
    const key = Array.from({ length: Math.ceil(whole.length / 4) }, (_, i) =>
      [3, 2, 1, 0].reduce((sum, k) => ((sum << 8) | (whole[4 * i + k] ?? 0)) >>> 0, 0));
    while (key.length > 1 && key[key.length - 1] === 0) key.pop();
    const state = seedTwister(key);
    let at = 624;

    function bits() {
      if (at === 624) {
        for (let k = 0; k < 624; k += 1) {
          const y = (state[k] & 0x80000000) | (state[(k + 1) % 624] & 0x7fffffff);
          state[k] = state[(k + 397) % 624] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
        }
        at = 0;
      }
      let y = state[at];
      at += 1;
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      return (y ^ (y >>> 18)) >>> 0;
    }
    return () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  }
  return { makeRandom };
}]);
