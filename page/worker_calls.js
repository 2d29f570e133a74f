// Calls answered by the browser's own Python, in a thread of its own (`worker.js`). A call that is stopped ends with its thread; a new
// one takes over what was asked meanwhile.

let worker = null;
let number = 0;
let step = "starting_python";
const waiting = new Map();
/** Rules that this Python was given: a new one is given them again, in their order. */
const kept = new Map();

export const stage = () => step;

export const ready = start();

function start() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  step = "starting_python";
  worker.addEventListener("message", ({ data, target }) => {
    if (target !== worker || data.id === undefined) return;
    waiting.get(data.id)?.answer(data);
    waiting.delete(data.id);
  });
  return new Promise((done, failed) => {
    worker.addEventListener("error", (event) => failed(new Error(event.message || "worker")));
    worker.addEventListener("message", ({ data }) => {
      if (data.failed) failed(new Error(data.failed));
      if (data.stage) step = `starting_${data.stage}`;
      if (!data.ready) return;
      step = "";
      for (const name of ["pyodide", "calarec"]) performance.measure(name, { start: 0, duration: data[name] });
      done();
    });
  });
}

function startAgain() {
  worker.terminate();
  start().catch((error) => {
    for (const { answer } of waiting.values()) answer({ error: error.message });
    waiting.clear();
  });
  for (const given of kept.values()) send(0, "keep_rules", given);
  for (const [id, { name, given }] of waiting) send(id, name, given);
}

const send = (id, name, given) => worker.postMessage({ id, name, arguments: given });

export function ask(name, given, signal = null) {
  const id = ++number;
  return new Promise((done) => {
    const answer = (data) => {
      if (name === "keep_rules" && data.answer) kept.set(data.answer.id, given);
      if (name === "drop_rules") kept.delete(given.name);
      done(data);
    };
    waiting.set(id, { name, given, answer });
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      done({ stopped: true });
      // Several may be stopped together: one new thread is enough.
      clearTimeout(restart);
      restart = setTimeout(startAgain);
    });
    send(id, name, given);
  });
}
let restart = 0;
