// How the shops answer: refusals, tags and pages.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';

/** Where a request is wrong. */
export interface Detail {
  readonly at: string;
  readonly issue: string;
}

const WORDS: Readonly<Record<number, string>> = {
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
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, details: readonly Detail[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.details = details;
    this.headers = headers;
  }

  body(): object {
    return { error: WORDS[this.status] ?? 'server_error', message: this.message, details: this.details };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Your shop has no such thing.');
export const conflict = (message: string): Refusal => new Refusal(409, message);

/** A refusal of a member that reads fine, but names what does not exist or cannot be used. */
export const unusable = (name: string, issue: string): Refusal => new Refusal(422, issue, [{ at: `body.${name}`, issue }]);

export const badRequest = (at: string, issue: string): Refusal => new Refusal(400, 'The request is not as described.', [{ at, issue }]);

/** The tag of what is shown. */
export const tagOf = (shown: unknown): string => `"${createHash('sha1').update(JSON.stringify(shown)).digest('base64url')}"`;

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const made = (body: unknown): Reply => ({ status: 201, body });
export const gone: Reply = { status: 204 };
