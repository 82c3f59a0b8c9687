// Requests and answers of the warehouse service as HTTP has them: problems, bodies, forms, media types.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { bytesOf, jsonOf } from '../http.ts';
import type { Operation } from '../schemas.ts';

export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  428: 'Precondition required',
  429: 'Too many requests',
};

/** A refusal, which the server answers as `application/problem+json`. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string, errors: readonly FieldError[] = [], headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }

  body(): Record<string, unknown> {
    const title = TITLES[this.status] ?? 'Error';
    return { type: 'about:blank', title, status: this.status, code: this.code, detail: this.message, errors: this.errors };
  }
}

export const notFound = (what: string): Problem => new Problem(404, 'not_found', `There is no such ${what}.`);
export const conflict = (code: string, detail: string): Problem => new Problem(409, code, detail);

export function unprocessable(field: string, code: string, message: string): Problem {
  return new Problem(422, 'unprocessable', 'The body names things that do not exist or do not fit.', [{ field, code, message }]);
}

function fieldError({ instancePath, keyword, message, params }: ErrorObject): FieldError {
  const last = params.missingProperty ?? params.additionalProperty;
  const path = instancePath.split('/').slice(1);
  const field = [...path, ...(typeof last === 'string' ? [last] : [])].join('.');
  return { field, code: keyword.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), message: message ?? 'is wrong' };
}

export const fieldErrors = (validate: ValidateFunction): FieldError[] => (validate.errors ?? []).map(fieldError);

const MOST = 65_536;

export async function readBody(request: IncomingMessage, most = MOST): Promise<Buffer> {
  const bytes = await bytesOf(request, most);
  if (bytes === undefined) throw new Problem(413, 'too_large', `The body has more than ${most} bytes.`);
  return bytes;
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    throw new Problem(400, 'bad_json', 'The body is not JSON.');
  }
}

const MOST_OF_FILE = 65_536;

/** The parts of a form by name. A file is kept as bytes. */
export function parseForm(bytes: Buffer, contentType: string): { fields: Record<string, unknown>; file?: Buffer } {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  const text = `\r\n${bytes.toString('latin1')}`;
  if (mark === undefined || !text.includes(`\r\n--${mark}--`)) throw new Problem(400, 'bad_form', 'The body is no form.');
  const fields: Record<string, unknown> = {};
  let file: Buffer | undefined;
  for (const part of text.split(`\r\n--${mark}`).slice(1)) {
    if (part.startsWith('--')) break;
    const end = part.indexOf('\r\n\r\n');
    const name = /^content-disposition:\s*form-data\b.*?;\s*name="([^"]*)"/im.exec(part.slice(0, end))?.[1];
    if (end < 0 || name === undefined) throw new Problem(400, 'bad_form', 'A part of the form has no name.');
    if (Object.hasOwn(fields, name)) throw unprocessable(name, 'twice', 'is there twice');
    const content = Buffer.from(part.slice(end + 4), 'latin1');
    if (name === 'file') file = content;
    fields[name] = name === 'file' ? '' : content.toString('utf8');
  }
  if (file !== undefined && file.length > MOST_OF_FILE)
    throw new Problem(413, 'too_large', `The file has more than ${MOST_OF_FILE} bytes.`);
  return { fields, ...(file === undefined ? {} : { file }) };
}

/** Whether an `Accept` header allows one of the media types (RFC 9110, section 12.5.1). */
export function accepts(accept: string | undefined, types: readonly string[]): boolean {
  if (accept === undefined || accept.trim() === '' || types.length === 0) return true;
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  return types.some((type) => {
    const wanted = [type, `${type.split('/')[0]}/*`, '*/*'];
    const match = wanted.map((name) => ranges.find((range) => range.type === name)).find((range) => range !== undefined);
    return match !== undefined && match.weight > 0;
  });
}

/** The media types that an operation may answer with, where it succeeds. */
export function produced(operation: Operation): string[] {
  const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  return [...new Set(good.flatMap(([, response]) => Object.keys(response.content ?? {})))];
}
