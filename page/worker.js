// calarec in the browser's Python, in a thread of its own. In comes {id, name, arguments}, out goes {id, answer | refused | error};
// {stage} says how far the beginning is, {ready} or {failed} says once how it went, with the milliseconds it took.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const beginning = begin();

async function begin() {
  const started = performance.now();
  postMessage({ stage: "python" });
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href, env: { HOME: "/tmp/web", CALAREC_RULES: "/tmp/own-rules", CALAREC_CACHE: "/carried/kept" } }),
    fetch(new URL("./calarec.zip", import.meta.url)).then((response) => {
      if (!response.ok) throw new Error(`calarec.zip: ${response.status}`);
      return response.arrayBuffer();
    }),
  ]);
  const loaded = performance.now();
  postMessage({ stage: "rules" });
  python.unpackArchive(archive, "zip", { extractDir: "/carried" });
  const call = python.runPython(`
import sys
sys.path.insert(0, "/carried")
from calarec_tools.desk.calls.boundary import answer_call
answer_call`);
  postMessage({ ready: true, pyodide: loaded - started, calarec: performance.now() - loaded });
  return call;
}

beginning.catch((error) => postMessage({ failed: String(error?.message ?? error) }));

addEventListener("message", async ({ data: { id, name, arguments: given } }) => {
  try {
    const call = await beginning;
    postMessage({ id, ...JSON.parse(call(name, JSON.stringify(given))) });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
});
