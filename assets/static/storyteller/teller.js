// Tells a story token by token, and answers messages: the same code in a worker and, where that is refused, in the page.
(window.STORYBOT_PARTS ??= []).push(["teller", (parts) => {
  "use strict";

  const { tokenizer, model, sampling, random } = parts;
  const LIKELIEST = 5;
  const SLICE = 12; // milliseconds of work before the next message is looked at

  function makeTeller(asset) {
    const text = tokenizer.makeTokenizer(asset), gpt = model.makeModel(asset);

    // How many tokens the opening takes, with the one that begins a story; there must be room for one more.
    const openingTokens = (opening) => 1 + text.encode(opening).length;

    // One token as the page shows it. `model` is its probability before healing, temperature and filters, `sampled`
    // the one after; tokens of the opening have no second one.
    function describe(id, plain, chances) {
      const one = (i) => ({ id: i, bytes: text.bytes[i], model: plain[i], ...(chances && { sampled: chances[i] }) });
      return { ...one(id), likeliest: sampling.largest(plain, LIKELIEST).map(one) };
    }

    // Yields the tokens, those of the opening first, and returns why the story is over: "end", "length", "context".
    function* tell({ opening, temperature, topK, topP, seed, maxTokens }) {
      const next = random.makeRandom(`storybot ${seed} 0`);
      const [kept, rest] = text.splitPrompt(opening);
      const prompt = [text.end, ...kept];
      const takenBack = text.encode(opening).length - kept.length;
      const room = gpt.seqLen - prompt.length, limit = Math.min(maxTokens + takenBack, room);
      let position = 0, logits = gpt.step(prompt[0], position), wanted = rest;
      for (const id of kept) {
        yield describe(id, sampling.softmax(logits), null);
        logits = gpt.step(id, position += 1);
      }
      for (let n = 1; ; n += 1) {
        const plain = sampling.softmax(logits);
        const allowed = wanted ? logits.map((logit, id) => (text.agrees(id, wanted) ? logit : -Infinity)) : logits;
        const chances = sampling.probabilities(allowed, { temperature, topK, topP });
        const id = temperature === 0 ? sampling.argmax(allowed) : sampling.sample(chances, next());
        yield describe(id, plain, chances);
        if (id === text.end) return "end";
        if (n === limit) return limit === room ? "context" : "length";
        wanted = wanted.slice(text.bytes[id].length);
        logits = gpt.step(id, position += 1);
      }
    }
    return { tell, openingTokens, seqLen: gpt.seqLen };
  }

  // Gives the function that takes the page's messages: { load: asset }, { tell: request, run }, { stop: true }.
  // `run` numbers the stories, so that the page can tell the tokens of a stopped one from those of the next.
  function makeServer(post) {
    const clock = typeof performance === "undefined" ? Date : performance;
    let teller = null, current = null;
    const { port1, port2 } = new MessageChannel(); // a way to let other messages pass, without a timer's delay

    function work() {
      if (!current) return;
      const { run, story } = current, begin = clock.now(), tokens = [];
      let result;
      do {
        result = story.next();
        if (!result.done) tokens.push(result.value);
      } while (!result.done && clock.now() - begin < SLICE);
      current.tokens += tokens.length;
      current.seconds += (clock.now() - begin) / 1000;
      const { tokens: told, seconds } = current;
      if (result.done) current = null;
      post({ run, tokens, told, seconds, over: result.done ? result.value : null });
      if (current) port2.postMessage(null);
    }
    port1.onmessage = work;

    return (message) => {
      if (message.load) {
        teller = makeTeller(message.load);
        post({ ready: true });
      } else if (message.tell) {
        const needed = teller.openingTokens(message.tell.opening);
        if (needed >= teller.seqLen) {
          current = null;
          post({ run: message.run, tooLong: needed, room: teller.seqLen - 1 });
          return;
        }
        const idle = !current;
        current = { run: message.run, story: teller.tell(message.tell), tokens: 0, seconds: 0 };
        if (idle) port2.postMessage(null);
      } else if (message.stop) {
        current = null;
      }
    };
  }
  return { makeTeller, makeServer };
}]);
