// Answers and refusals as this service has them.
import { createHash } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import { matchesStrong, matchesWeak, type Reply } from '../http.ts';

export interface Field {
  readonly name: string;
  readonly reason: string;
}

/** A request that is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly Field[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, fields?: readonly Field[], headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

export const notFound = (): Refusal => new Refusal(404, 'not_found', 'There is no such thing.');
export const badRequest = (message: string): Refusal => new Refusal(400, 'bad_request', message);
export const conflict = (code: string, message: string): Refusal => new Refusal(409, code, message);
export const invalidFields = (fields: readonly Field[]): Refusal => new Refusal(422, 'invalid', 'A value in the body is wrong.', fields);
export const invalid = (name: string, reason: string): Refusal => invalidFields([{ name, reason }]);

/** A mistake that a validator found, as a field. */
export const fieldOf = ({ instancePath, message }: ErrorObject): Field => ({
  name: instancePath.slice(1).replaceAll('/', '.'),
  reason: message ?? 'is wrong',
});

/** The thing that a map has, or a refusal. */
export function found<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw notFound();
  return thing;
}

/** The tag of a thing as it is shown. */
export const tagOf = (shown: object): string => `"${createHash('sha1').update(JSON.stringify(shown)).digest('hex')}"`;

/** Refuses a change of a thing that is shown in another way than the caller knows. */
export function checkTag(header: string | undefined, tag: string): void {
  if (header !== undefined && !matchesStrong(header, tag)) throw new Refusal(412, 'changed', 'The thing has none of the tags.');
}

/** An answer with a thing and its tag. */
export const tagged = (body: object, tag: string, status = 200, headers = {}): Reply => ({
  status,
  body,
  headers: { ...headers, etag: tag },
});

/** An answer to a request to read a thing. */
export const read = (body: object, tag: string, header: string | undefined): Reply =>
  header !== undefined && matchesWeak(header, tag) ? { status: 304, headers: { etag: tag } } : tagged(body, tag);
