// Requests and answers of the bike service as HTTP has them: refusals, bodies, parameters, conditions.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { bytesOf, jsonOf } from '../http.ts';
import { type OpenApi, type Parameter, resolve, type Schema } from '../schemas.ts';

export interface Detail {
  readonly field: string;
  readonly problem: string;
}

/** An answer that is no success. */
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
}

export const conflict = (message: string): Refusal => new Refusal(409, message);
export const unprocessable = (field: string, problem: string): Refusal => new Refusal(422, 'A rule is broken.', [{ field, problem }]);

export function detailOf({ instancePath, message = 'is wrong', params }: ErrorObject): Detail {
  const last: unknown = params.missingProperty ?? params.additionalProperty;
  const names = instancePath.split('/').slice(1);
  return { field: (typeof last === 'string' ? [...names, last] : names).join('.'), problem: message };
}

const MOST = 65_536;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await bytesOf(request, MOST);
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

/** The schema that a reference stands for. */
const schemaOf = (document: OpenApi, schema: Schema): Schema => resolve(document, schema as { $ref?: string }) as Schema;

const NUMBERS: Readonly<Record<string, RegExp>> = { integer: /^-?(0|[1-9]\d*)$/, number: /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/ };

function scalar(text: string, { type }: Schema): unknown {
  return NUMBERS[String(type)]?.test(text) ? Number(text) : text;
}

/** The text of a parameter as a value of its schema. A text that is no such value stays text, which the schema then refuses. */
export function parsedAs(document: OpenApi, { schema }: Parameter, text: string): unknown {
  const { type, items, ...rest } = schemaOf(document, schema);
  if (type !== 'array') return scalar(text, { type, ...rest });
  return text.split(',').map((one) => scalar(one, schemaOf(document, items as Schema)));
}

/** Whether a `Prefer` header has `return=minimal` as its first preference of that name (RFC 7240). */
export function wantsMinimal(header = ''): boolean {
  const preference = header.split(',').map((text) => text.split(';')[0]?.trim().toLowerCase() ?? '');
  const value = preference.find((text) => /^return\s*=/.test(text))?.replace(/^return\s*=\s*/, '');
  return value === 'minimal' || value === '"minimal"';
}
