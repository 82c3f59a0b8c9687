// How the courses refuse requests.
import type { DefinedError, ErrorObject } from 'ajv';

/** One error of a refusal, and what it is about. */
export interface Mistake {
  readonly detail: string;
  readonly source?: { readonly pointer: string } | { readonly parameter: string };
}

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  412: 'changed',
  413: 'too_large',
  415: 'unknown_media_type',
  422: 'invalid',
  500: 'broken',
};

export class Refusal extends Error {
  readonly status: number;
  readonly mistakes: readonly Mistake[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, mistakes: readonly Mistake[], headers: Readonly<Record<string, string>> = {}) {
    super(mistakes[0]?.detail);
    this.status = status;
    this.mistakes = mistakes;
    this.headers = headers;
  }

  /** The errors as they are sent. */
  errors(): Record<string, unknown>[] {
    return this.mistakes.map((mistake) => ({ status: String(this.status), code: CODES[this.status], ...mistake }));
  }
}

export const refuse = (status: number, detail: string): Refusal => new Refusal(status, [{ detail }]);
export const notFound = (): Refusal => refuse(404, 'There is no such thing.');
export const conflict = (detail: string): Refusal => refuse(409, detail);
export const invalid = (pointer: string, detail: string): Refusal => new Refusal(422, [{ detail, source: { pointer } }]);
export const badParameter = (parameter: string, detail: string): Refusal => new Refusal(400, [{ detail, source: { parameter } }]);

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Which member is missing or too much, below the value that a validator names. */
function memberOf({ keyword, params }: DefinedError): string {
  if (keyword === 'required') return `/${escaped(params.missingProperty)}`;
  return keyword === 'additionalProperties' ? `/${escaped(params.additionalProperty)}` : '';
}

/** What a validator found, as an error with a pointer. */
export const mistakeOf = (error: ErrorObject): Mistake => ({
  detail: `The value ${error.message ?? 'is wrong'}.`,
  source: { pointer: error.instancePath + memberOf(error as DefinedError) },
});
