// What the tests of streams share: a reader that collects the lines of a stream while it is open.

import { onTestFinished } from 'vitest';
import { V2 } from './support.ts';

export interface Reader {
  /** The items that have come. */
  readonly items: readonly Item[];
  /** All that has come, with the empty lines. */
  readonly text: () => string;
  /** Waits until there are so many items. */
  until(count: number): Promise<readonly Item[]>;
  /** Waits until the service ends the stream. @returns the items */
  ended(): Promise<readonly Item[]>;
  /** Leaves, as a client does that closes its connection. */
  leave(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at lines of all streams.
export type Item = any;

const LONGEST_WAIT = 15_000;

/** Opens a stream. @throws the body of a response that is none */
export async function openStream(fetch: typeof globalThis.fetch, path: string, token: string): Promise<Reader> {
  const leaving = new AbortController();
  const answer = await fetch(new URL(path, V2), { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
  if (answer.status !== 200)
    throw Object.assign(new Error(`${path}: ${answer.status}`), { status: answer.status, body: await answer.json() });
  onTestFinished(() => leaving.abort());
  const items: Item[] = [];
  let text = '';
  let isEnded = false;
  let changed = () => {};
  void (async () => {
    let rest = '';
    try {
      const decoder = new TextDecoder();
      for await (const chunk of answer.body ?? []) {
        const part = decoder.decode(chunk, { stream: true });
        text += part;
        rest += part;
        const lines = rest.split('\r\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line !== '') items.push(JSON.parse(line));
        changed();
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
    isEnded = true;
    changed();
  })();

  function wait(isMet: () => boolean, what: string): Promise<readonly Item[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${path} did not have ${what} in time, but: ${JSON.stringify(items)}`)),
        LONGEST_WAIT,
      );
      changed = () => {
        if (!isMet()) return;
        clearTimeout(timer);
        resolve(items);
      };
      changed();
    });
  }

  return {
    items,
    text: () => text,
    until: (count) => wait(() => items.length >= count, `${count} items`),
    ended: () => wait(() => isEnded, 'ended'),
    leave: () => leaving.abort(),
  };
}
