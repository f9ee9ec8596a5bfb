// The simulator, beside the page: a question in JSON in, an answer in JSON out. A kernel that never ends is ended with
// the worker, by the page.
const text = { encode: new TextEncoder(), decode: new TextDecoder() };
const module = WebAssembly.compileStreaming(fetch(new URL('lockstep.wasm', import.meta.url)));

self.onmessage = async ({ data: { id, question } }) => {
  try {
    // A new instance for each question: no question can spoil the next.
    const { exports } = await WebAssembly.instantiate(await module, {});
    const bytes = text.encode.encode(question);
    // A call may make the memory grow: what is looked at is its buffer afterwards.
    const room = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
    const [length, answer] = [exports.ask(), exports.answer()];
    self.postMessage({ id, answer: text.decode.decode(new Uint8Array(exports.memory.buffer, answer, length)) });
  } catch (error) {
    self.postMessage({ id, broken: `${error}` });
  }
};
