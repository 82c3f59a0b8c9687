// What the payroll sends when it refuses a request.
import type { ErrorObject } from 'ajv';

/** The ids of the faults that are turned on. */
export type Faults = ReadonlySet<string>;

interface Place {
  readonly in: 'body' | 'query';
  readonly name: string;
  readonly rule: string;
}

const STATUSES = {
  parameter: 400,
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'not-allowed': 405,
  duplicate: 409,
  overlap: 409,
  'no-contract': 409,
  'out-of-range': 409,
  'wrong-state': 409,
  locked: 409,
  'insufficient-balance': 409,
  mismatch: 409,
  'no-account': 409,
  stale: 409,
  'precondition-failed': 412,
  'precondition-required': 428,
  'too-large': 413,
  'unsupported-type': 415,
  invalid: 422,
  failed: 500,
} as const;

type Code = keyof typeof STATUSES;

/** A request that the payroll refuses. */
export class Refusal extends Error {
  readonly #code: Code;
  readonly #where: readonly Place[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code, text: string, where: readonly Place[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.#code = code;
    this.#where = where;
    this.headers = headers;
  }

  get status(): number {
    return STATUSES[this.#code];
  }

  body(trace: string, faults: Faults): object {
    const where = faults.has('invalid-without-place') && this.#code === 'invalid' ? [] : this.#where;
    return { code: this.#code, text: this.message, where, trace };
  }
}

export const notFound = (): Refusal => new Refusal('not-found', 'There is no such thing.');

export const invalid = (name: string, rule: string): Refusal =>
  new Refusal('invalid', `The member ${name} ${rule}.`, [{ in: 'body', name, rule }]);

export const badParameter = (name: string, rule: string): Refusal =>
  new Refusal('parameter', `The parameter ${name} ${rule}.`, [{ in: 'query', name, rule }]);

export const invalidBody = (errors: readonly ErrorObject[]): Refusal =>
  new Refusal(
    'invalid',
    'The body is not as described.',
    errors.map(({ instancePath, keyword }) => ({ in: 'body', name: instancePath, rule: keyword })),
  );
