// Requests and answers of the festival service as HTTP has them: refusals and bodies.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { bytesOf, jsonOf } from '../http.ts';

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
