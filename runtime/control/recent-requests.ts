// Keeps the last requests in memory, for people who want to see what a client sent and why it was refused.
import type { LoggedRequest } from './logged-request.ts';

interface RequestFilter {
  readonly document?: string | undefined;
  readonly operation?: string | undefined;
  readonly verdict?: string | undefined;
}

export interface RecentRequests<Entry> {
  add(entry: Entry): void;
  /** The newest first, at most `limit`. */
  list(filter: RequestFilter, limit: number): readonly LoggedRequest[];
  one(id: string): LoggedRequest | undefined;
  /** The request as it is kept, with its credentials; never shown. */
  entry(id: string): Entry | undefined;
  /**
   * Calls a listener for each request that is added from now on.
   * @returns ends that
   */
  follow(listener: (request: LoggedRequest) => void): () => void;
  /** Replaces each request by another form of it. */
  revise(change: (entry: Entry) => Entry): void;
  clear(): void;
}

/**
 * @param show the part of a request that people may see; it is called when somebody looks, since most requests are never looked at
 * @param most how many requests are kept; then each new one replaces the oldest
 */
export function recentRequests<Entry extends Pick<LoggedRequest, 'id' | 'document' | 'operation' | 'verdict'>>(
  show: (entry: Entry) => LoggedRequest,
  most = 500,
): RecentRequests<Entry> {
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
    add(entry) {
      entries[next] = entry;
      next = (next + 1) % most;
      // A server has the body one turn later.
      if (listeners.size > 0) setTimeout(() => listeners.forEach((listener) => void listener(show(entry))));
    },
    list({ document, operation, verdict }, limit) {
      const found: LoggedRequest[] = [];
      for (const entry of newest()) {
        if (found.length === limit) break;
        const isWanted = [document ?? entry.document, operation ?? entry.operation, verdict ?? entry.verdict];
        if (isWanted[0] === entry.document && isWanted[1] === entry.operation && isWanted[2] === entry.verdict) found.push(show(entry));
      }
      return found;
    },
    one(id) {
      const entry = find(id);
      return entry === undefined ? undefined : show(entry);
    },
    entry: find,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revise(change) {
      entries = entries.map(change);
    },
    clear() {
      entries = [];
      next = 0;
    },
  };
}
