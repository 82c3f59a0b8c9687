// How the cinemas answer: refusals, tags and headers.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';

/** What is wrong in a request, and where. */
export interface Invalid {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
  readonly reason: string;
}

const CODES: Readonly<Record<number, string>> = {
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

export class Refusal extends Error {
  readonly status: number;
  readonly invalid: readonly Invalid[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, invalid: readonly Invalid[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.invalid = invalid;
    this.headers = headers;
  }

  body(): object {
    return { status: this.status, error: CODES[this.status] ?? 'server_error', detail: this.message, invalid: this.invalid };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const conflict = (detail: string): Refusal => new Refusal(409, detail);

/** A refusal of a member of the body that is as described, but does not fit what there is. */
export const unfit = (name: string, reason: string): Refusal =>
  new Refusal(422, `The member ${name} ${reason}.`, [{ in: 'body', name, reason }]);

export const badParameter = (place: 'path' | 'query' | 'header', name: string, reason: string): Refusal =>
  new Refusal(400, `The parameter ${name} is wrong.`, [{ in: place, name, reason }]);

/** The tag of what is shown. */
export const tagOf = (shown: unknown): string => `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)}"`;

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown, location: string): Reply => ({ status: 201, body, headers: { location } });
export const deleted: Reply = { status: 204 };
