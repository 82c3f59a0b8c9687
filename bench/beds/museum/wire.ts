// The refusals of the museum: a message, and what is wrong by the name of a member.
import type { ErrorObject } from 'ajv';

type Errors = Readonly<Record<string, readonly string[]>>;

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: Errors | undefined;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}, errors?: Errors) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }

  body(): object {
    const { message, errors } = this;
    return errors === undefined ? { message } : { message, errors };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const badParameter = (name: string, reason: string): Refusal =>
  new Refusal(400, `The parameter ${name} ${reason}.`, {}, { [name]: [reason] });

/** Refuses what the state of things does not allow now. */
export function allow(isAllowed: boolean, otherwise: string): void {
  if (!isAllowed) throw new Refusal(409, otherwise);
}

/** Refuses a value that is not as described, or that does not fit another one. */
export function check(isValid: boolean, name: string, reason: string): void {
  if (!isValid) throw new Refusal(422, `${name} ${reason}.`, {}, { [name]: [reason] });
}

/** What a validator found, by the names of members with dots between them. */
export function errorsOf(found: readonly ErrorObject[]): Errors {
  const errors: Record<string, string[]> = {};
  for (const { instancePath, keyword, params, message = 'is wrong' } of found) {
    const missing = keyword === 'required' ? `/${params.missingProperty}` : '';
    const name = (instancePath + missing).slice(1).replaceAll('/', '.') || 'body';
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}
