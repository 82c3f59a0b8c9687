// Answers requests to the mock by recorded responses. The rule is in docs/guides/mock.md.
import type { MockAnswer, MockRequest } from '../protocol.ts';
import { type ComparedRequest, type Hidden, likeness, pathKey, sameBody, sameQuery } from './request.ts';

/** A recorded response, and the request that it answers. */
export interface Recorded {
  /** The index of the entry in the file. */
  readonly index: number;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  /** Absent, but where a value in the path was redacted: what it may be. */
  readonly pathPattern?: RegExp;
  readonly request: ComparedRequest;
  readonly hidden: Hidden;
  /** The query parameters that the operation has. */
  readonly isDeclared: (name: string) => boolean;
  readonly answer: MockAnswer;
  /** The address that the recorded path stands below: `https://api.example.com/v1`. */
  readonly base: string;
}

interface Kept extends Recorded {
  isUsed: boolean;
}

export class Replay {
  /** By document, then by method and path. */
  readonly #kept = new Map<string, Map<string, Kept[]>>();
  /** By document: those with a redacted path. */
  readonly #patterns = new Map<string, Kept[]>();

  add(document: string, recorded: Recorded): void {
    const kept = { ...recorded, isUsed: false };
    if (recorded.pathPattern !== undefined) {
      this.#patterns.set(document, [...(this.#patterns.get(document) ?? []), kept]);
      return;
    }
    const paths = this.#kept.get(document) ?? new Map<string, Kept[]>();
    this.#kept.set(document, paths);
    const key = pathKey(recorded.method, recorded.path);
    const same = paths.get(key) ?? [];
    same.push(kept);
    paths.set(key, same);
  }

  /** `undefined` for a request that is not recorded. */
  answer({ document, method, path, query, headers }: MockRequest, body: Uint8Array | undefined): Recorded | undefined {
    const wanted = { query, headers, body };
    const patterns = this.#patterns.get(document)?.filter((one) => one.method === method && one.pathPattern?.test(path));
    const here = [...(this.#kept.get(document)?.get(pathKey(method, path)) ?? []), ...(patterns ?? [])];
    const ranked = here.flatMap((one) => {
      const rank = rankOf(one, wanted);
      return rank === undefined ? [] : [{ one, rank }];
    });
    const best = Math.max(...ranked.map(({ rank }) => rank));
    const equal = ranked.filter(({ rank }) => rank === best).map(({ one }) => one);
    const chosen = equal.find((one) => !one.isUsed) ?? equal.at(-1);
    if (chosen !== undefined) chosen.isUsed = true;
    return chosen;
  }
}

/** More than what comes after each can give. */
const WHOLE_PATH = 1000;
const WHOLE_QUERY = 100;

/** `undefined` where another query or body was recorded. */
function rankOf({ request, hidden, isDeclared, pathPattern }: Recorded, wanted: ComparedRequest): number | undefined {
  const isWhole = sameQuery(request.query, wanted.query, hidden.query);
  if (!isWhole && !sameQuery(request.query, wanted.query, hidden.query, isDeclared)) return undefined;
  if (!sameBody(request, wanted, hidden.body)) return undefined;
  return (pathPattern === undefined ? WHOLE_PATH : 0) + (isWhole ? WHOLE_QUERY : 0) + likeness(request, wanted);
}
