// Calls answered by the browser's own Python, in a thread of its own (`worker.js`).

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let number = 0;

export const ready = new Promise((done, failed) => {
  worker.addEventListener("error", (event) => failed(new Error(event.message || "worker")));
  worker.addEventListener("message", ({ data }) => {
    if (data.failed) failed(new Error(data.failed));
    if (!data.ready) return;
    for (const name of ["pyodide", "calarec"]) performance.measure(name, { start: 0, duration: data[name] });
    done();
  });
});

worker.addEventListener("message", ({ data }) => {
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
});

export const ask = (name, given) =>
  new Promise((done) => {
    waiting.set(++number, done);
    worker.postMessage({ id: number, name, arguments: given });
  });
