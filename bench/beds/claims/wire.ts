// The refusals of the insurer, each with messages.
import type { ErrorObject } from 'ajv';

/** The ids of the faults that are turned on. */
export type Faults = ReadonlySet<string>;

interface Message {
  readonly code: string;
  readonly text: string;
  readonly attribute?: string;
}

const CODES: Readonly<Record<number, string>> = {
  400: 'VALUE_INVALID',
  401: 'NOT_SIGNED_IN',
  403: 'AGENTS_ONLY',
  404: 'NOT_FOUND',
  405: 'METHOD_UNKNOWN',
  409: 'STATE_FORBIDS',
  412: 'TAG_OLD',
  413: 'TOO_LARGE',
  415: 'MEDIA_TYPE',
  422: 'VALUES_UNFIT',
  428: 'TAG_NEEDED',
};

interface Wrong {
  readonly text: string;
  readonly attribute: string;
}

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly wrong: readonly Wrong[];

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}, wrong: readonly Wrong[] = []) {
    super(text);
    this.status = status;
    this.headers = headers;
    this.wrong = wrong;
  }

  messages(): readonly Message[] {
    const code = CODES[this.status] ?? 'FAILED';
    if (this.wrong.length === 0) return [{ code, text: this.message }];
    return this.wrong.map(({ text, attribute }) => ({ code, text, ...(attribute === '' ? {} : { attribute }) }));
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');

export const badValue = (text: string, attribute: string): Refusal => new Refusal(400, 'A value is wrong.', {}, [{ text, attribute }]);

/** Refuses what the current state forbids. */
export function allow(isAllowed: boolean, otherwise: string): void {
  if (!isAllowed) throw new Refusal(409, otherwise);
}

/** Refuses values that do not fit each other or what they refer to. */
export function fit(fits: boolean, attribute: string, text: string): void {
  if (!fits) throw new Refusal(422, 'The values do not fit.', {}, [{ text, attribute }]);
}

/** A pointer such as `/covers/0/limit` as the path `covers[0].limit`. */
const attributeOf = (pointer: string): string =>
  pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

export const wrongOf = ({ instancePath, message }: ErrorObject): Wrong => ({
  text: message ?? 'is wrong',
  attribute: attributeOf(instancePath),
});
