// How the service reads requests and refuses them.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';
import type { Store } from './store.ts';

interface Detail {
  readonly target: string;
  readonly message: string;
}

interface About {
  readonly target?: string;
  readonly details?: readonly Detail[];
}

/** An answer that is an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly about: About;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, about: About = {}, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.about = about;
    this.headers = headers;
  }
}

export const badRequest = (message: string, target?: string): Refusal =>
  new Refusal(400, 'BadRequest', message, target === undefined ? {} : { target });
export const notFound = (what: string): Refusal => new Refusal(404, 'NotFound', `There is no such ${what}.`);
export const conflict = (code: string, message: string, target?: string): Refusal =>
  new Refusal(409, code, message, target === undefined ? {} : { target });
export const invalid = (...details: readonly Detail[]): Refusal => new Refusal(422, 'Invalid', 'The body breaks a rule.', { details });
export const changed = (): Refusal => new Refusal(412, 'Changed', 'The thing is not the one that you know.', { target: 'If-Match' });

/** A request whose parameters and body have been checked. */
export interface Call {
  readonly has: (fault: string) => boolean;
  readonly store: Store;
  /** What all suppliers have. */
  readonly stores: readonly Store[];
  readonly path: (name: string) => string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

export const tagOf = (shown: unknown): string => `"${createHash('sha1').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)}"`;

/** A thing of a map by the id in the path. */
export function required<T>(things: ReadonlyMap<string, T>, id: string, what: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw notFound(what);
  return thing;
}

export const created = (body: unknown, location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 201,
  body,
  headers: { location, ...headers },
});
