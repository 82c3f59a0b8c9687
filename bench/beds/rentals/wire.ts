// What goes over the wire beside things: refusals, and the tags of states.
import { createHash } from 'node:crypto';
import type { ErrorObject } from 'ajv';
import { byText } from '../texts.ts';

export interface Mistake {
  readonly at: string;
  readonly why: string;
}

const CODES: Readonly<Record<number, string>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  412: 'changed',
  413: 'too-large',
  415: 'unknown-media-type',
  422: 'invalid',
  428: 'tag-needed',
};

/** A request that is not carried out. */
export class Refusal extends Error {
  readonly status: number;
  readonly mistakes: readonly Mistake[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, mistakes: readonly Mistake[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.mistakes = mistakes;
    this.headers = headers;
  }

  failure(): Record<string, unknown> {
    return { status: this.status, code: CODES[this.status] ?? 'broken', message: this.message, mistakes: this.mistakes };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
export const conflict = (message: string): Refusal => new Refusal(409, message);
export const invalid = (at: string, why: string): Refusal => new Refusal(422, 'The body is not as described.', [{ at, why }]);
export const badParameter = (at: string, why: string): Refusal => new Refusal(400, `The parameter ${at} ${why}.`, [{ at, why }]);

/** A mistake in a body. A member that is missing or unknown is named in the pointer. */
export function mistakeOf({ instancePath, params, message }: ErrorObject): Mistake {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>;
  const name = missingProperty ?? additionalProperty;
  return { at: name === undefined ? instancePath : `${instancePath}/${String(name)}`, why: message ?? 'is wrong' };
}

/** An object with its members in the order of their names, so that their order does not count. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byText(a, b)))
    : value;

/** The tag of what an answer shows. */
export const tagOf = (body: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(body, inOrder)).digest('hex').slice(0, 16)}"`;
