// Compares what is read with what was read before under the same strong ETag: two different contents never have one (RFC 9110 section 8.8.1).
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../inference/pointers.ts';
import type { Fault } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';

export interface Etags {
  see(exchange: Exchange): void;
}

/** The check that a wrong ETag speaks of. */
export const ETAGS = 'etag-after-change';

interface Kept {
  readonly exchange: Exchange;
  readonly tag: string;
}

/** Members that speak of the answer and not of the thing. */
const OF_ANSWER = /request|trace|correlation|^(?:time|timestamp|now|took|elapsed|duration|generated|served|server|node|nonce|links?|meta)/i;

export function createEtags(found: (fault: Fault, exchanges: readonly [...Exchange[], Exchange]) => void): Etags {
  /** By target and header fields, what was read last. */
  const kept = new Map<string, Kept>();
  let changed: Exchange | undefined;

  return {
    see(exchange) {
      const { sent, response } = exchange;
      if (response === undefined || response.status < 200 || response.status >= 300) return;
      if (sent.method !== 'GET') {
        if (sent.method !== 'HEAD') changed = exchange;
        return;
      }
      const tag = response.headers.get('etag');
      if (tag === null || !/^"[^"]*"$/.test(tag) || response.status !== 200 || response.cut !== undefined) return;
      const key = JSON.stringify([sent.target, Object.entries(sent.headers).filter(([name]) => !name.startsWith('if-'))]);
      const before = kept.get(key);
      kept.set(key, { exchange, tag });
      if (before?.tag !== tag) return;
      const name = differenceOf(before.exchange.reading?.body, exchange.reading?.body);
      if (name === undefined) return;
      const between = changed === undefined ? [] : [changed];
      found(
        {
          message: `The ETag is still ${tag} after ${name === '' ? 'the content' : `\`${name}\``} has changed.`,
          expected: 'another ETag after each change (RFC 9110 section 8.8.1)',
        },
        [before.exchange, ...between, exchange],
      );
    },
  };
}

/** The name of a member that differs, empty for the content as a whole; `undefined` where nothing of the thing itself does. */
function differenceOf(before: unknown, after: unknown, name = ''): string | undefined {
  if (isDeepStrictEqual(before, after) || before instanceof Blob || after instanceof Blob) return undefined;
  if (!isObject(before) || !isObject(after)) return name;
  for (const one of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (OF_ANSWER.test(one)) continue;
    const found = differenceOf(before[one], after[one], one);
    if (found !== undefined) return found;
  }
  return undefined;
}
