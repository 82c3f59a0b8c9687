// What a handler gets, and how it answers or refuses.
import type { Reply } from '../http.ts';
import type { Problem } from './checks.ts';
import type { Agency, Store } from './store.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

/** Whether the service makes a mistake. */
export type Has = (fault: string) => boolean;

export interface Call {
  readonly store: Store;
  readonly agency: Agency;
  readonly has: Has;
  /** The id in the path. */
  readonly id: string;
  /** The path and the query as they were sent, which links of pages repeat. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** The body, once it is found to be valid. */
  readonly input: () => unknown;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

const TITLES: Readonly<Record<string, string>> = {
  malformed: 'The body cannot be read',
  parameter: 'A parameter does not fit',
  unauthorized: 'There is no valid token',
  'not-found': 'There is no such thing',
  method: 'The path has no such method',
  conflict: 'A rule is against it',
  stale: 'The project has changed',
  'too-large': 'The body is too large',
  'media-type': 'The media type is not supported',
  invalid: 'The body does not fit',
};

interface Entry {
  readonly detail: string;
  readonly source?: Readonly<Record<string, string>>;
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly entries: readonly Entry[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, entries: readonly Entry[], headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.entries = entries;
    this.headers = headers;
  }

  reply(): Reply {
    const { status, code, headers } = this;
    const errors = this.entries.map((entry) => ({ status: String(status), code, title: TITLES[code], ...entry }));
    return { status, body: { errors }, type: MEDIA_TYPE, headers };
  }
}

export const badParameter = (parameter: string, detail: string): Refusal =>
  new Refusal(400, 'parameter', [{ detail, source: { parameter } }]);
export const badHeader = (header: string, detail: string): Refusal => new Refusal(400, 'parameter', [{ detail, source: { header } }]);
export const notFound = (what: string): Refusal => new Refusal(404, 'not-found', [{ detail: `There is no such ${what}.` }]);
export const conflict = (detail: string): Refusal => new Refusal(409, 'conflict', [{ detail }]);
export const invalid = (problems: readonly Problem[]): Refusal =>
  new Refusal(
    422,
    'invalid',
    problems.slice(0, 20).map(({ pointer, detail }) => ({ detail, source: { pointer } })),
  );

/** An answer with one thing. */
export const shown = (status: number, data: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: { data },
  type: MEDIA_TYPE,
  headers,
});

/** The thing with an id, or 404. */
export function found<Thing>(things: ReadonlyMap<string, Thing>, id: string, what: string): Thing {
  const thing = things.get(id);
  if (thing === undefined) throw notFound(what);
  return thing;
}
