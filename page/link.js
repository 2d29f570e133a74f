// An evening in a link: text and rules of one's own, deflated, in letters that a link may hold. It stands behind the #,
// which no browser sends to anybody.

/** Longer links are cut off by programs that pass them on. */
export const LONGEST = 8000;
/** So much may come out of a link or a compressed file: what grows beyond it is let go of. */
export const MOST = 4_000_000;

/** An evening is played by few rules; a link brings no more than so many. */
const MOST_RULES = 20;

export class TooLarge extends Error {}

/** The bytes of a stream, as long as they are no more than `most`. */
async function gathered(stream, most) {
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new TooLarge();
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

const passed = (bytes, through, most) => gathered(new Blob([bytes]).stream().pipeThrough(through), most);

export async function packed(data) {
  const bytes = await passed(new TextEncoder().encode(JSON.stringify(data)), new CompressionStream("deflate-raw"), MOST);
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a link holds: {text, rules: [text]}; an error, if it is none of ours or too large. */
export async function unpacked(letters) {
  if (letters.length > 10 * LONGEST) throw new TooLarge();
  if (!/^[\w-]+$/.test(letters)) throw new Error("link");
  const raw = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await passed(Uint8Array.from(raw, (each) => each.charCodeAt(0)), new DecompressionStream("deflate-raw"), MOST);
  const data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  const rules = data?.rules ?? [];
  if (typeof data?.text !== "string" || !Array.isArray(rules) || rules.length > MOST_RULES || rules.some((each) => typeof each !== "string")) throw new Error("link");
  return { text: data.text, rules };
}

/** The bytes of a file, unpacked if it is compressed. */
export async function bytesOf(file) {
  if (file.size > MOST) throw new TooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return zipped ? passed(bytes, new DecompressionStream("gzip"), MOST) : bytes;
}

export function base64(bytes) {
  let text = "";
  for (let place = 0; place < bytes.length; place += 32768) text += String.fromCharCode(...bytes.subarray(place, place + 32768));
  return btoa(text);
}
