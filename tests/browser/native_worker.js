// In the place of the page's `worker.js`: its calls go to the Python of this machine (`answering.py`), in their order.
const worker = crypto.randomUUID();
let answered = begin();

async function begin() {
  postMessage({ ready: true, pyodide: 0, calarec: 0 });
}

async function answer({ id, name, arguments: given }) {
  const sent = { method: "POST", body: JSON.stringify(given) };
  postMessage({ id, ...(await (await fetch(`./call/${name}?${worker}`, sent)).json()) });
}

addEventListener("message", ({ data }) => void (answered = answered.then(() => answer(data))));
