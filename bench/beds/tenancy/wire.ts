// The refusals of the service.
import type { ErrorObject } from 'ajv';

const TYPES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'bad_method',
  409: 'conflict',
  412: 'changed',
  413: 'too_large',
  415: 'bad_media_type',
  422: 'invalid',
};

interface ErrorBody {
  readonly error: { readonly type: string; readonly text: string; readonly at?: readonly string[] };
}

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The members that are wrong. */
  readonly at: readonly string[];

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}, at: readonly string[] = []) {
    super(text);
    this.status = status;
    this.headers = headers;
    this.at = at;
  }

  body(): ErrorBody {
    const { status, message, at } = this;
    return { error: { type: TYPES[status] ?? 'failure', text: message, ...(status === 422 ? { at } : {}) } };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const badParameter = (name: string, reason: string): Refusal => new Refusal(400, `${name} ${reason}.`);

/** Refuses what does not fit the present state. */
export function allow(isAllowed: boolean, otherwise: string): void {
  if (!isAllowed) throw new Refusal(409, otherwise);
}

/** Refuses a member whose content is wrong. */
export function check(isValid: boolean, member: string, reason: string): void {
  if (!isValid) throw new Refusal(422, `${member} ${reason}.`, {}, [member]);
}

/** The place of an error in a body, such as `equipment[0].quantity`. */
export function placeOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const names = instancePath.split('/').slice(1);
  const last = missingProperty ?? additionalProperty;
  const all = last === undefined ? names : [...names, last];
  return all
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join('')
    .replace(/^\./, '');
}
