// Keeps the last requests in memory, for people who want to see what a client sent and why it was refused.

import { type Entry, type Exchange, entryOf, forgotten, holds, type KeptRequest, keptOf, type LoggedRequest, shown } from './entry.ts';

interface RequestFilter {
  readonly document?: string | undefined;
  readonly operation?: string | undefined;
  readonly verdict?: LoggedRequest['verdict'] | undefined;
}

export interface RequestLog {
  add(exchange: Exchange): void;
  /** The newest first, at most `limit`. */
  list(filter: RequestFilter, limit: number): readonly LoggedRequest[];
  one(id: string): LoggedRequest | undefined;
  /** For `replay`; never shown. */
  kept(id: string): KeptRequest | undefined;
  /**
   * Calls a listener for each request that is added from now on.
   * @returns ends that
   */
  follow(listener: (request: LoggedRequest) => void): () => void;
  /** Takes the bodies and the query out of all requests that hold one of these texts, in any case. */
  forget(texts: readonly string[]): void;
  clear(): void;
}

/** @param most How many requests are kept; then each new one replaces the oldest. */
export function createRequestLog(most = 500): RequestLog {
  let entries: Entry[] = [];
  let next = 0;
  const listeners = new Set<(request: LoggedRequest) => void>();

  function* newest(): Iterable<Entry> {
    for (let step = 1; step <= entries.length; step += 1) {
      const entry = entries[(next - step + entries.length) % entries.length];
      if (entry !== undefined) yield entry;
    }
  }

  function find(id: string): Entry | undefined {
    for (const entry of newest()) if (entry.id === id) return entry;
    return undefined;
  }

  return {
    add(exchange) {
      const entry = entryOf(exchange);
      entries[next] = entry;
      next = (next + 1) % most;
      // The body is there one turn later.
      if (listeners.size > 0) setImmediate(() => listeners.forEach((listener) => void listener(shown(entry))));
    },
    kept(id) {
      const entry = find(id);
      return entry === undefined ? undefined : keptOf(entry);
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list({ document, operation, verdict }, limit) {
      const found: LoggedRequest[] = [];
      for (const entry of newest()) {
        if (found.length === limit) break;
        const isWanted = [document ?? entry.document, operation ?? entry.operation, verdict ?? entry.verdict];
        if (isWanted[0] === entry.document && isWanted[1] === entry.operation && isWanted[2] === entry.verdict) found.push(shown(entry));
      }
      return found;
    },
    one(id) {
      const entry = find(id);
      return entry === undefined ? undefined : shown(entry);
    },
    forget(texts) {
      const wanted = texts.filter((text) => text !== '').map((text) => text.toLowerCase());
      entries = entries.map((entry) => (holds(entry, wanted) ? forgotten(entry) : entry));
    },
    clear() {
      entries = [];
      next = 0;
    },
  };
}
