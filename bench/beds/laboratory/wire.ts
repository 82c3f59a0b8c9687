// How the laboratory refuses, tags what it shows, and cuts lists into pages.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';

/** A wrong value of a body. */
export interface Field {
  readonly path: string;
  readonly reason: string;
}

/** A refusal of a request. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly Field[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, fields?: readonly Field[], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }

  body(): object {
    return { error: { code: this.code, message: this.message, ...(this.fields === undefined ? {} : { fields: this.fields }) } };
  }
}

export const invalid = (path: string, reason: string): Refusal =>
  new Refusal(422, 'invalid', 'The body is not as described.', [{ path, reason }]);
export const missing = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);
export const conflict = (code: string, message: string): Refusal => new Refusal(409, code, message);

/** A conflict unless something holds. */
export function need(holds: boolean, code: string, message: string): void {
  if (!holds) throw conflict(code, message);
}

export const tagOf = (shown: unknown): string => `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16)}"`;

export const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({ status: 200, body, headers });
export const created = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({ status: 201, body, headers });
