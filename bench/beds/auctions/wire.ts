// The refusals of the auctions, as problem details.
import type { ErrorObject } from 'ajv';

interface Violation {
  /** A JSON pointer into the body. */
  readonly pointer: string;
  readonly reason: string;
}

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly violations?: readonly Violation[];
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed',
  413: 'Too large',
  415: 'Unknown media type',
  422: 'Invalid',
};

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly violations: readonly Violation[];

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}, violations: readonly Violation[] = []) {
    super(detail);
    this.status = status;
    this.headers = headers;
    this.violations = violations;
  }

  problem(): ProblemBody {
    const { status, message, violations } = this;
    const title = TITLES[status] ?? 'Failure';
    const type = `urn:auctions:${title.toLowerCase().replaceAll(' ', '-')}`;
    return { type, title, status, detail: message, ...(violations.length === 0 ? {} : { violations }) };
  }
}

export const notFound = (): Refusal => new Refusal(404, 'There is no such thing.');
const conflict = (detail: string): Refusal => new Refusal(409, detail);
export const invalid = (pointer: string, reason: string): Refusal =>
  new Refusal(422, 'The body is not as described.', {}, [{ pointer, reason }]);
export const badParameter = (name: string, reason: string): Refusal => new Refusal(400, `The parameter ${name} ${reason}.`);

/** Refuses what a rule does not allow now. */
export function allow(isAllowed: boolean, otherwise: string): void {
  if (!isAllowed) throw conflict(otherwise);
}

/** Refuses a value that is not as described. */
export function check(isValid: boolean, pointer: string, reason: string): void {
  if (!isValid) throw invalid(pointer, reason);
}

export const violationOf = ({ instancePath, message }: ErrorObject): Violation => ({
  pointer: instancePath,
  reason: message ?? 'is wrong',
});
