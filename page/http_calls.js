// Calls answered by the local server. While it is gone (it is started again, a phone is out of reach) a call waits and is asked again.
import { fresh, tab } from "./settings.js";
import { w } from "./dom.js";

const PAUSES = [300, 700, 1500, 3000, 5000];
const HEADERS = { "Content-Type": "application/json" };
let isReady = false;

export const stage = () => (isReady ? "" : "starting_served");

/** The first answer comes once a worker of the server is ready. */
export const ready = ask("own_rules", { lang: "en" }).then(({ error }) => {
  if (error) throw new Error(error);
  isReady = true;
});

export async function ask(name, given, signal = null) {
  const called = `page=${tab}&call=${fresh()}`;
  // Others know the page, but not the name of its call. The server ends the worker that answers it.
  signal?.addEventListener("abort", () => fetch(`call/stop?${called}`, { method: "POST", headers: HEADERS, body: "{}" }).catch(() => {}));
  for (const pause of [...PAUSES, 0]) {
    let response = null;
    try {
      response = await fetch(`call/${name}?${called}`, { method: "POST", headers: HEADERS, body: JSON.stringify(given), signal });
      if (response.ok) return told(await response.json());
    } catch {
      // The server does not answer now.
    }
    if (signal?.aborted) return { stopped: true };
    if (response && !response.ok && ![429, 503].includes(response.status)) return { error: w("server_refuses", { status: response.status }) };
    if (pause) await new Promise((done) => setTimeout(done, pause));
    if (signal?.aborted) return { stopped: true };
  }
  return { error: w("server_gone") };
}

const told = (answer) => (answer.spent ? { refused: w("spent") } : answer);
