// Refusals of the clinic service, and bodies that come in.
import type { IncomingMessage } from 'node:http';
import type { ErrorObject } from 'ajv';
import { bytesOf, jsonOf } from '../http.ts';

export interface Field {
  readonly name: string;
  readonly problem: string;
}

const CODES: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  409: 'conflict',
  412: 'preconditionFailed',
  413: 'tooLarge',
  415: 'unsupportedMediaType',
  422: 'invalid',
  428: 'preconditionRequired',
};

/** An answer that is an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: readonly Field[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, fields: readonly Field[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }

  get code(): string {
    return CODES[this.status] ?? 'failed';
  }
}

/** A refusal of one member by a rule of the service. */
export const invalid = (name: string, problem: string): Refusal => new Refusal(422, `${name} ${problem}.`, [{ name, problem }]);

export const conflict = (message: string): Refusal => new Refusal(409, message);

/** What a validator finds wrong, with the name of the member as `lines[0].quantity`. */
export function fieldOf({ instancePath, params, message = 'is not as declared' }: ErrorObject): Field {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const names = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty].filter((name) => name !== undefined);
  return { name: names.join('.').replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]'), problem: message };
}

const MOST_BYTES = 65_536;

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await bytesOf(request, MOST_BYTES);
  if (bytes === undefined) throw new Refusal(413, 'The body is too large.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON in UTF-8.');
  }
}
