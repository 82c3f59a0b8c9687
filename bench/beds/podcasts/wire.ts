// The refusals of the podcasts.
import type { ErrorObject } from 'ajv';

interface Wrong {
  /** Where a value is, such as `links[0].label`. */
  readonly field: string;
  readonly reason: string;
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
  415: 'unsupported_media_type',
  422: 'invalid',
};

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly Wrong[];

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}, errors: readonly Wrong[] = []) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }

  body(): object {
    const { status, message, errors } = this;
    return { code: CODES[status] ?? 'failure', message, ...(status === 422 ? { errors } : {}) };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const badParameter = (name: string, reason: string): Refusal => new Refusal(400, `The parameter ${name} ${reason}.`);
export const invalid = (errors: readonly Wrong[]): Refusal => new Refusal(422, 'The body has wrong values.', {}, errors);

/** Refuses what the state of things does not allow. */
export function allow(isAllowed: boolean, otherwise: string): void {
  if (!isAllowed) throw new Refusal(409, otherwise);
}

/** Refuses a value that a rule does not allow. */
export function check(isValid: boolean, field: string, reason: string): void {
  if (!isValid) throw invalid([{ field, reason }]);
}

/** What a validator says of a value, with its place as fields are written. */
export function wrongOf({ instancePath, message = 'is wrong', params }: ErrorObject): Wrong {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const names = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty ?? []].flat();
  const field = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
  return { field: field.replace(/^\./, ''), reason: message };
}
