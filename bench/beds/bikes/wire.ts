// Requests and answers of the bike service as HTTP has them: refusals, bodies, preferences.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { bytesOf, jsonOf } from '../http.ts';

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

/** Whether a `Prefer` header has `return=minimal` as its first preference of that name (RFC 7240). */
export function wantsMinimal(header = ''): boolean {
  const preference = header.split(',').map((text) => text.split(';')[0]?.trim().toLowerCase() ?? '');
  const value = preference.find((text) => /^return\s*=/.test(text))?.replace(/^return\s*=\s*/, '');
  return value === 'minimal' || value === '"minimal"';
}
