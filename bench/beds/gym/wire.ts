// How the studios answer: refusals, tags and headers.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';

/** What is wrong in a request, and where. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export class Refusal extends Error {
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, issues: readonly Issue[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.headers = headers;
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing in your chain.');
export const conflict = (message: string): Refusal => new Refusal(409, message);

/** A refusal of a member of the body that is as described, but does not fit what there is. */
export const unfit = (name: string, message: string): Refusal =>
  new Refusal(422, `The member ${name} ${message}.`, [{ path: `/${name}`, message }]);

export const badParameter = (name: string, message: string): Refusal =>
  new Refusal(400, `The parameter ${name} ${message}.`, [{ path: name, message }]);

/** The tag of what is shown. */
export const tagOf = (shown: unknown): string => `"${createHash('sha1').update(JSON.stringify(shown)).digest('hex')}"`;

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown, location: string): Reply => ({ status: 201, body, headers: { location } });
export const deleted: Reply = { status: 204 };

/** An answer with one more header. */
export const withTag = (reply: Reply, etag: string): Reply => ({ ...reply, headers: { ...reply.headers, etag } });
