// How answers look: problem details, and tags of what is shown.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';
import type { Issue } from './fields.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'A token is needed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'No such method',
  409: 'Conflict',
  412: 'The thing has changed',
  413: 'The body is too large',
  415: 'Wrong media type',
  422: 'A rule is broken',
  428: 'If-Match is needed',
  500: 'Internal error',
};

/** A request that is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, errors: readonly Issue[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, `There is no such ${what}.`);
export const conflict = (detail: string): Refusal => new Refusal(409, detail);
export const unprocessable = (detail: string): Refusal => new Refusal(422, detail);

/** The problem details of a refusal. Any other error is one of the service itself. */
export function problemOf(error: unknown): Reply {
  const known = error instanceof Refusal ? error : new Refusal(500, String(error));
  const { status, message, errors, headers } = known;
  const listed = errors.length === 0 ? {} : { errors };
  const body = { type: `/problems/${status}`, title: TITLES[status] ?? 'Error', status, detail: message, ...listed };
  return { status, type: 'application/problem+json', content: JSON.stringify(body), headers };
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);
export const tagOf = (shown: unknown): string => `"${digest(JSON.stringify(shown))}"`;
