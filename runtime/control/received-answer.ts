// Reads the beginning of what a receiver answers, beside the sender, which reads it too.
import { sleep } from '../client/sleep.ts';
import type { ReceivedAnswer } from './delivery-report.ts';

/** Characters of a body that are kept. */
const MOST_CHARACTERS = 4_000;

/**
 * Begins to read.
 * @param response a clone of the one that the sender reads
 * @param hide takes out of a text what no log may show
 * @returns waits for the body that many milliseconds at most, and returns what has come
 */
export function readAnswer(response: Response, hide: (text: string) => string): (milliseconds: number) => Promise<ReceivedAnswer> {
  let body = '';
  const reading = read(response, (text) => {
    body += text;
    return body.length < MOST_CHARACTERS;
  });
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name !== 'set-cookie').map(([name, value]) => [name, hide(value)]),
  );
  return async (milliseconds) => {
    const waiting = new AbortController();
    await Promise.race([reading, sleep(milliseconds, waiting.signal).catch(() => undefined)]);
    waiting.abort();
    return { headers, body: hide(body).slice(0, MOST_CHARACTERS) };
  };
}

/** A body that ends early is kept as far as it came. */
async function read({ body }: Response, add: (text: string) => boolean): Promise<void> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) return;
      if (add(decoder.decode(next.value, { stream: true }))) continue;
      await reader?.cancel();
      return;
    }
  } catch {
    // The sender says why.
  }
}
