// Refusals of the service, and answers that several operations give.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';
import { without } from '../members.ts';

const WORDS = {
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
} as const;

export interface Problem {
  readonly at: string;
  readonly message: string;
}

/** A request that the service does not do. */
export class Refusal extends Error {
  readonly status: keyof typeof WORDS;
  readonly problems: readonly Problem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: keyof typeof WORDS, message: string, problems?: readonly Problem[], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.headers = headers;
  }
}

export const refusalReply = ({ status, message, problems, headers }: Refusal): Reply => ({
  status,
  headers,
  body: { error: WORDS[status], message, ...(problems === undefined ? {} : { problems }) },
});

/** Ends a request unless something holds. */
export function must(holds: boolean, status: keyof typeof WORDS, message: string): asserts holds {
  if (!holds) throw new Refusal(status, message);
}

/** The ETag of what is shown. */
export const tagOf = (view: object, ...ignored: readonly string[]): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(without(view, ...ignored)))
    .digest('base64url')
    .slice(0, 20)}"`;
