// Refusals as problem details, and the parts of answers that several handlers share.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';
import type { Wrong } from './check.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Invalid',
  500: 'Internal error',
};

export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Wrong[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, errors: readonly Wrong[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  reply(): Reply {
    const title = TITLES[this.status] ?? 'Error';
    const type = `/problems/${title.toLowerCase().replaceAll(' ', '-')}`;
    const errors = this.errors.length === 0 ? {} : { errors: this.errors };
    const problem = { type, title, status: this.status, detail: this.message, ...errors };
    return { status: this.status, content: JSON.stringify(problem), type: 'application/problem+json', headers: this.headers };
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, `There is no such ${what}.`);
export const conflict = (detail: string): Refusal => new Refusal(409, detail);
export const badRequest = (detail: string, errors: readonly Wrong[] = []): Refusal => new Refusal(400, detail, errors);
export const invalid = (name: string, message: string): Refusal => new Refusal(422, 'The body is invalid.', [{ name, message }]);

/** A strong tag of a representation. */
export const tagOf = (view: unknown): string => `"${createHash('sha1').update(JSON.stringify(view)).digest('base64url')}"`;

/** The header that repeats the id of a request, if it had one. */
export const repeated = (id: string | undefined): Readonly<Record<string, string>> => (id === undefined ? {} : { 'x-request-id': id });
