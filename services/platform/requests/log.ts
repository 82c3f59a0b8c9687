// The log of requests of a sandbox: the last ones, with what is needed to send them again.

import { type RecentRequests, recentRequests } from '@octavo/runtime/conformance';
import { type Entry, type Exchange, entryOf, forgotten, holds, type KeptRequest, keptOf, shown } from './entry.ts';

export interface RequestLog extends Pick<RecentRequests<Entry>, 'list' | 'one' | 'follow' | 'clear'> {
  add(exchange: Exchange): void;
  /** For `replay`; never shown. */
  kept(id: string): KeptRequest | undefined;
  /** Takes the bodies and the query out of all requests that hold one of these texts, in any case. */
  forget(texts: readonly string[]): void;
}

/** @param most How many requests are kept; then each new one replaces the oldest. */
export function createRequestLog(most?: number): RequestLog {
  const recent = recentRequests<Entry>(shown, most);
  return {
    ...recent,
    add: (exchange) => recent.add(entryOf(exchange)),
    kept(id) {
      const entry = recent.entry(id);
      return entry === undefined ? undefined : keptOf(entry);
    },
    forget(texts) {
      const wanted = texts.filter((text) => text !== '').map((text) => text.toLowerCase());
      recent.revise((entry) => (holds(entry, wanted) ? forgotten(entry) : entry));
    },
  };
}
