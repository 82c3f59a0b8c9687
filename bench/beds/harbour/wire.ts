// What answers of the harbour have in common: refusals, tags, and the conditions of a request.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak, type Reply } from '../http.ts';
import type { Ask } from './ask.ts';

export interface Detail {
  readonly field: string;
  readonly message: string;
}

/** Why a request is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, reason: string, message: string, details: readonly Detail[] = [], headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.headers = headers;
  }
}

export const conflict = (message: string): Refusal => new Refusal(409, 'conflict', message);
export const invalid = (field: string, message: string): Refusal =>
  new Refusal(422, 'invalid', 'The body breaks a rule.', [{ field, message }]);
export const notFound = (): Refusal => new Refusal(404, 'not_found', 'The port has no such thing.');
const changed = (): Refusal => new Refusal(412, 'changed', 'The thing is not as the precondition has it.');

export const etagOf = (view: unknown): string => `"${createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 20)}"`;

/** Refuses a change of a thing that has another tag than the caller says. There is no tag where the thing is not there. */
export function requireMatch({ headers, on }: Ask, tag: string | undefined): void {
  const given = headers['if-match'];
  if (given === undefined) return;
  if (tag === undefined || (given.trim() === '*' && on('if-match-star-refused')) || !matchesStrong(given, tag)) throw changed();
}

/** Refuses to put a thing that is there already, if the caller only wants to add it. */
export function requireNew({ headers }: Ask, isThere: boolean): void {
  if (headers['if-none-match']?.trim() === '*' && isThere) throw changed();
}

/** The answer to a read of a thing that has a tag. */
export function shown({ headers, on }: Ask, view: unknown, tag: string): Reply {
  const given = headers['if-none-match'];
  const compared = on('if-none-match-first-only') ? given?.split(',')[0] : given;
  if (compared !== undefined && matchesWeak(compared, tag)) return { status: 304, headers: { etag: tag } };
  return { status: 200, body: view, headers: { etag: tag } };
}
