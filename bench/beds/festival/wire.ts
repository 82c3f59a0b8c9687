// Requests and answers of the festival service as HTTP has them: refusals, bodies, parameters, instants.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { bytesOf, jsonOf } from '../http.ts';
import { type OpenApi, type Parameter, resolve, type Schema } from '../schemas.ts';

/** What is wrong with a member of a body or with a parameter. */
export interface Mistake {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Unknown caller',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Wrong method',
  409: 'Conflict',
  410: 'Cancelled',
  412: 'Changed in the meantime',
  413: 'Too large',
  415: 'Wrong media type',
  422: 'Cannot be processed',
  428: 'If-Match is missing',
  429: 'Too many requests',
};

/** An answer that is no success. */
export class Refusal extends Error {
  readonly status: number;
  readonly mistakes: readonly Mistake[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, mistakes: readonly Mistake[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.mistakes = mistakes;
    this.headers = headers;
  }

  problem(): Record<string, unknown> {
    const title = TITLES[this.status] ?? 'The service failed';
    const type = `/problems/${title.toLowerCase().replaceAll(' ', '-')}`;
    return { type, title, status: this.status, detail: this.message, errors: this.mistakes };
  }
}

export const conflict = (detail: string): Refusal => new Refusal(409, detail);
export const notFound = (): Refusal => new Refusal(404, 'There is no such resource.');
export const unprocessable = (pointer: string, detail: string): Refusal => new Refusal(422, 'A rule is broken.', [{ pointer, detail }]);

export function mistakeOf({ instancePath, message = 'is wrong', params }: ErrorObject): Mistake {
  const last: unknown = params.missingProperty ?? params.additionalProperty;
  const escaped = typeof last === 'string' ? `/${last.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
  return { pointer: `#${instancePath}${escaped}`, detail: message };
}

const MOST = 65_536;

export async function readBody(request: IncomingMessage, most = MOST): Promise<Buffer> {
  const bytes = await bytesOf(request, most);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is no JSON.');
  }
}

const schemaOf = (document: OpenApi, schema: Schema): Schema => resolve(document, schema as { $ref?: string }) as Schema;

function scalar(text: string, { type }: Schema): unknown {
  if (type === 'integer') return /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === 'number') return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** The text of a parameter as a value of its schema. A text that is no such value stays text, which the schema then refuses. */
export function parsedAs(document: OpenApi, { schema }: Parameter, text: string): unknown {
  const known = schemaOf(document, schema);
  if (known.type !== 'array') return scalar(text, known);
  return text.split(',').map((one) => scalar(one, schemaOf(document, known.items as Schema)));
}

/** Milliseconds since 1970. JavaScript knows no leap seconds, so that one counts as the second before. */
export const millisecondsOf = (text: string): number => Date.parse(text.toUpperCase().replace(/(T\d\d:\d\d):60/, '$1:59'));

/** An instant in UTC. */
export const instant = (text: string): string => new Date(millisecondsOf(text)).toISOString();
