// Requests and answers of the helpdesk service as HTTP has them: refusals, bodies, forms, media types.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { bytesOf, essence, jsonOf } from '../http.ts';

/** What is wrong in a part of a request: a path into the body, or the name of a parameter alone. */
export interface Fault {
  readonly at: readonly string[];
  readonly reason: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not known',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Wrong method',
  406: 'No such media type',
  409: 'Conflict',
  410: 'Deleted',
  412: 'Version changed',
  413: 'Too large',
  415: 'Wrong media type',
  422: 'Not valid',
  428: 'Precondition missing',
  429: 'Too many requests',
};

/** An answer that is no success. Its form differs between the parts of the service. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string, faults: readonly Fault[] = [], headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.faults = faults;
    this.headers = headers;
  }

  problem(isParameter: boolean): Record<string, unknown> {
    const type = `/problems/${this.code.replaceAll('_', '-')}`;
    const pointer = (at: readonly string[]): string => at.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    const invalid = this.faults.map(({ at, reason }) => ({ at: isParameter ? at.join('.') : pointer(at), reason }));
    return { type, title: TITLES[this.status] ?? 'Failed', status: this.status, detail: this.message, invalid };
  }

  envelope(): Record<string, unknown> {
    const fields = new Map<string, string[]>();
    for (const { at, reason } of this.faults) fields.set(at.join('.'), [...(fields.get(at.join('.')) ?? []), reason]);
    return { error: { code: this.code, message: this.message, fields: Object.fromEntries(fields) } };
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);
export const conflict = (detail: string): Refusal => new Refusal(409, 'conflict', detail);

/** A refusal of a body. The part of the service decides whether that is a 400 or a 422. */
export class Invalid extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('The body is not valid.');
    this.faults = faults;
  }
}

function faultOf({ instancePath, message, params }: ErrorObject): Fault {
  const last = params.missingProperty ?? params.additionalProperty;
  const at = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { at: typeof last === 'string' ? [...at, last] : at, reason: message ?? 'is wrong' };
}

export const faultsOf = (validate: ValidateFunction): Fault[] => (validate.errors ?? []).map(faultOf);

const MOST = 131_072;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, 'too_large', `A body has at most ${MOST} bytes.`);
  return bytes;
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'bad_json', 'The body is no JSON.');
  }
}

export interface FormPart {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const badForm = (detail: string): Refusal => new Refusal(400, 'bad_form', detail);

/** The parts of a form (RFC 7578) by name. */
export function parseForm(bytes: Buffer, contentType: string): Map<string, FormPart> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  const text = `\r\n${bytes.toString('latin1')}`;
  if (mark === undefined || !text.includes(`\r\n--${mark}--`)) throw badForm('The body is no form.');
  const parts = new Map<string, FormPart>();
  for (const part of text.split(`\r\n--${mark}`).slice(1)) {
    if (part.startsWith('--')) break;
    const end = part.indexOf('\r\n\r\n');
    const head = Buffer.from(part.slice(0, Math.max(end, 0)), 'latin1').toString();
    const disposition = /^content-disposition:\s*form-data\b.*$/im.exec(head)?.[0] ?? '';
    const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
    if (name === undefined) throw badForm('A part of the form has no name.');
    if (parts.has(name)) throw new Invalid([{ at: [name], reason: 'is there twice' }]);
    const type = essence(/^content-type:(.*)$/im.exec(head)?.[1] ?? 'text/plain');
    const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
    parts.set(name, { filename, type, bytes: Buffer.from(part.slice(end + 4), 'latin1') });
  }
  return parts;
}

/** The one of these media types that an `Accept` header likes best, or undefined (RFC 9110, section 12.5.1). */
export function preferred(accept: string | undefined, types: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return types[0];
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const weighed = types.map((type) => {
    const names = [type, `${type.split('/')[0]}/*`, '*/*'];
    const range = names.map((name) => ranges.find((one) => one.name === name)).find((one) => one !== undefined);
    return { type, weight: range?.weight ?? 0 };
  });
  return weighed.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)[0]?.type;
}
