// How the service answers: what it refuses, versions and pages.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak, type Reply } from '../http.ts';
import type { Call } from './call.ts';

const ERRORS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable',
};

/** A member of a body that is not as described. */
export interface Field {
  readonly path: string;
  readonly message: string;
}

export class Refusal extends Error {
  readonly status: number;
  readonly fields: readonly Field[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, fields: readonly Field[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }

  reply(): Reply {
    const fields = this.fields.length === 0 ? {} : { fields: this.fields };
    return { status: this.status, headers: this.headers, body: { error: ERRORS[this.status], detail: this.message, ...fields } };
  }
}

export const badRequest = (detail: string, fields: readonly Field[] = []): Refusal => new Refusal(400, detail, fields);
export const notFound = (what: string): Refusal => new Refusal(404, `There is no such ${what}.`);
export const conflict = (detail: string): Refusal => new Refusal(409, detail);
export const unprocessable = (detail: string): Refusal => new Refusal(422, detail);
export const preconditionFailed = (): Refusal => new Refusal(412, 'The thing is in another version.');

export const etagOf = (view: unknown): string => `"${createHash('sha1').update(JSON.stringify(view)).digest('base64url')}"`;

/** Refuses a change of a thing that is no longer in the version of `If-Match`. */
export function requireMatch({ header }: Call, tag: string): void {
  const wanted = header('if-match');
  if (wanted !== undefined && !matchesStrong(wanted, tag)) throw preconditionFailed();
}

/** A thing with its version, or nothing where the caller has that version already. */
export function tagged({ header, has }: Call, view: unknown, tag: string): Reply {
  const known = header('if-none-match');
  const isKnown = known !== undefined && (has('none-match-one-tag') ? known === tag : matchesWeak(known, tag));
  return isKnown ? { status: 304, headers: { etag: tag } } : { status: 200, headers: { etag: tag }, body: view };
}

/** A page of a list. */
export function page<T>({ query }: Call, all: readonly T[], show: (item: T) => unknown, more: object = {}): Reply {
  const startIndex = Number(query.startIndex);
  const shown = all.slice(startIndex - 1, startIndex - 1 + Number(query.count)).map(show);
  const head = { totalResults: all.length, startIndex, itemsPerPage: shown.length };
  return { status: 200, body: { ...head, ...more, resources: shown } };
}
