// How the houses answer: refusals, tags and statuses.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';

export class Refusal extends Error {
  readonly status: number;
  /** JSON Pointers into the body, or names of parameters. */
  readonly where: readonly string[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, where: readonly string[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.where = where;
    this.headers = headers;
  }

  body(): object {
    return { ok: false, status: this.status, message: this.message, where: this.where };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'The house has no such thing.');
export const conflict = (message: string): Refusal => new Refusal(409, message);
export const stale = (): Refusal => new Refusal(412, 'The thing is not as the header has it.');

/** A refusal of a body that is as described, but does not fit what there is. */
export const unfit = (pointer: string, message: string): Refusal => new Refusal(422, message, [pointer]);

/** The tag of what is shown. */
export const tagOf = (shown: unknown): string => `"${createHash('sha1').update(JSON.stringify(shown)).digest('hex').slice(0, 20)}"`;

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown, location?: string): Reply => ({
  status: 201,
  body,
  ...(location === undefined ? {} : { headers: { location } }),
});
export const gone: Reply = { status: 204 };

export const withTag = (reply: Reply, etag: string): Reply => ({ ...reply, headers: { ...reply.headers, etag } });
