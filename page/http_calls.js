// Calls answered by the local server. While it is gone (it is started again, a phone is out of reach) a call waits and is asked again.
import { tab } from "./settings.js";
import { w } from "./dom.js";

const PAUSES = [300, 700, 1500, 3000, 5000];

export const ready = Promise.resolve();

export async function ask(name, given) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) };
  for (const pause of [...PAUSES, 0]) {
    let response = null;
    try {
      response = await fetch(`call/${name}?page=${tab}`, sent);
    } catch {
      // The server does not answer now.
    }
    if (response?.ok) return told(await response.json());
    if (response && ![429, 503].includes(response.status)) return { error: w("server_refuses", { status: response.status }) };
    if (pause) await new Promise((done) => setTimeout(done, pause));
  }
  return { error: w("server_gone") };
}

const told = (answer) => (answer.spent ? { refused: w("spent") } : answer);
