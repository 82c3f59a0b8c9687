// Refusals of the parcel service, as problem details.
import type { ErrorObject } from 'ajv';

/** What is wrong with a member of a body or with a parameter. */
export interface Mistake {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly detail: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  500: 'Internal error',
};

/** An answer that is no success. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly Mistake[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, errors: readonly Mistake[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }

  problem(): Record<string, unknown> {
    const { status, message: detail, errors } = this;
    return { type: 'about:blank', title: TITLES[status], status, detail, ...(errors.length === 0 ? {} : { errors }) };
  }
}

export const conflict = (detail: string): Refusal => new Refusal(409, detail);
export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const badParameter = (parameter: string, detail: string): Refusal =>
  new Refusal(400, 'A parameter is wrong.', [{ parameter, detail }]);
export const unprocessable = (pointer: string, detail: string): Refusal =>
  new Refusal(422, 'The body is not as described.', [{ pointer, detail }]);

/** Where a validator found something wrong in a body, and what. */
export const mistakeOf = ({ instancePath, message = 'is wrong' }: ErrorObject): Mistake => ({ pointer: instancePath, detail: message });
