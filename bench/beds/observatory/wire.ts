// Answers: refusals with the envelope of the service, things with their tags, and pages.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';
import type { Detail } from './shape.ts';

type Headers = Readonly<Record<string, string>>;

const CODES: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  404: 'notFound',
  405: 'methodNotAllowed',
  409: 'conflict',
  412: 'preconditionFailed',
  413: 'tooLarge',
  415: 'unsupportedMediaType',
  422: 'invalid',
  428: 'preconditionRequired',
};

export class Refusal extends Error {
  readonly status: number;
  readonly details: readonly Detail[];
  readonly headers: Headers;

  constructor(status: number, message: string, details: readonly Detail[] = [], headers: Headers = {}) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }

  reply(): Reply {
    const fault = { code: CODES[this.status] ?? 'badRequest', message: this.message, details: this.details };
    return { status: this.status, body: { fault }, headers: this.headers };
  }
}

export const badRequest = (message: string): Refusal => new Refusal(400, message);
export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const conflict = (message: string): Refusal => new Refusal(409, message);
export const invalid = (at: string, why: string): Refusal => new Refusal(422, 'The body breaks a rule for its values.', [{ at, why }]);

/** The tag of a thing as it is shown. */
export const tagOf = (shown: object): string => `"${createHash('sha1').update(JSON.stringify(shown)).digest('base64url')}"`;
