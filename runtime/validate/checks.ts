// Checks inputs and results of operations: generated validators, per operation and per service, for both ends.
import { formatIssue } from '../contract/format-issue.ts';
import type { Issue, Validator } from '../contract/issue.ts';
import { InvalidRequestError, InvalidResponseError } from '../contract/issue-errors.ts';
import type { Operation, Response } from '../contract/operation.ts';
import { getOwn } from '../contract/own.ts';
import { forStatus } from '../contract/responses.ts';
import type { AnyResult } from '../contract/result.ts';
import { prefix, recurse } from './report.ts';

/** Validators of response bodies by status (`200`, `4XX`, `default`) and media type. */
export type ResponseValidators = Readonly<Record<string, Readonly<Record<string, Validator>>>>;

/** Validators of the items of streams, by media type. A stream as a whole is not validated, since it is never held as a whole. */
export interface ItemValidators {
  /** The items of request bodies. */
  readonly body?: Readonly<Record<string, Validator>>;
  readonly responses?: ResponseValidators;
}

/** The option `validate` of clients. A client knows only this interface, so that validation is in a bundle only where a value is passed. */
export interface Validation {
  /** @throws {InvalidRequestError} for an input that must not be sent. */
  readonly request?: (operation: Operation, input: unknown) => void;
  /** @throws {InvalidResponseError} for a result that must not be returned. */
  readonly response?: (operation: Operation, result: AnyResult) => void;
  /** The validator of the items of a response that is a stream. An invalid item is an `InvalidItemError` in the caller's loop. */
  readonly item?: (operation: Operation, status: number, contentType: string) => Validator | undefined;
}

/** The validators of one operation or of several. As the option `validate` it checks responses, and throws. */
interface Checker extends Validation {
  readonly checksOf: (operation: Operation) => Checks | undefined;
}

/** The validators of one operation. */
export interface Checks extends Checker {
  /** The validator of the whole input: `{ path, query, header, cookie, body }`. */
  readonly input: Validator;
  readonly responses: ResponseValidators;
  readonly items?: ItemValidators;
}

/** The validators of a service. */
export type Validators = Checker;

/** Makes the checks of an operation without streams, for generated code. */
export function operationChecks(input: Validator, responses: ResponseValidators): Checks {
  const checks: Checks = {
    input,
    responses,
    checksOf: () => checks,
    response: (operation, result) => checkResponse(responses, operation, result),
  };
  return checks;
}

/** `operationChecks` of an operation with streams. Bundles of others do without. */
export function streamChecks(input: Validator, responses: ResponseValidators, items: ItemValidators): Checks {
  const checks: Checks = {
    ...operationChecks(input, responses),
    items,
    checksOf: () => checks,
    item: (_operation, status, contentType) => itemValidator(checks, status, contentType),
  };
  return checks;
}

/** Makes the table of a service's checks, for generated code. Keyed by the operations' ids. */
export function serviceValidators(table: Readonly<Record<string, Checks>>): Validators {
  const checksOf = ({ id }: Operation): Checks | undefined => (Object.hasOwn(table, id) ? table[id] : undefined);
  return {
    checksOf,
    response: (operation, result) => checkResponse(checksOf(operation)?.responses ?? {}, operation, result, formatIssue),
    item: (operation, status, contentType) => itemValidator(checksOf(operation), status, contentType),
  };
}

export interface ValidationOptions {
  /** The treatment of an invalid response. Default: `throw`. */
  readonly responses?: 'throw' | 'warn' | 'off';
  /** Whether inputs are checked before anything is sent. Default: `off`. */
  readonly requests?: 'throw' | 'off';
  /** Called with invalid responses where `responses` is `warn`. Default: `console.warn` with the error's message, which contains no data. */
  readonly onIssue?: (error: InvalidResponseError) => void;
}

/** The option `validate` with settings: `validation(emailValidators, { responses: 'warn', requests: 'throw' })`. */
export function validation(source: Checks | Validators, options: ValidationOptions = {}): Validation {
  const { responses = 'throw', requests = 'off', onIssue = (error) => console.warn(error.message) } = options;
  const response = (operation: Operation, result: AnyResult): void => {
    try {
      checkResponse(source.checksOf(operation)?.responses ?? {}, operation, result, formatIssue);
    } catch (error) {
      if (responses === 'throw' || !(error instanceof InvalidResponseError)) throw error;
      onIssue(error);
    }
  };
  const item: NonNullable<Validation['item']> = (operation, status, contentType) => {
    const validate = itemValidator(source.checksOf(operation), status, contentType);
    if (validate === undefined || responses === 'throw') return validate;
    return (value): value is unknown => {
      const issues: Issue[] = [];
      if (!recurse(validate, value, issues)) onIssue(new InvalidResponseError(operation.id, status, issues, formatIssue));
      return true;
    };
  };
  return {
    ...(requests === 'off' ? {} : { request: (operation, input) => checkRequest(source.checksOf(operation), operation, input) }),
    ...(responses === 'off' ? {} : { response, item }),
  };
}

function checkRequest(checks: Checks | undefined, operation: Operation, input: unknown): void {
  const issues: Issue[] = [];
  if (checks === undefined) return;
  if (!judgeInput(checks.input, input ?? {}, issues) || !checkItems(checks, operation, input, issues))
    throw new InvalidRequestError(operation.id, issues, formatIssue);
}

const PARAMETERS = /^\/(?:query|header|cookie)$/;

/** Runs the validator of an input. Where all required parameters of one `in` are missing, the issues name them, not the missing object. */
export function judgeInput(validate: Validator, input: unknown, issues: Issue[]): boolean {
  if (recurse(validate, input, issues)) return true;
  const absent = issues.filter(({ keyword, path }) => keyword === 'required' && PARAMETERS.test(path));
  if (absent.length === 0) return false;
  const named: Issue[] = [];
  const filled = Object.fromEntries(absent.map(({ path }) => [path.slice(1), {}]));
  if (!recurse(validate, { ...(input as object), ...filled }, named)) issues.splice(0, issues.length, ...named);
  return false;
}

/** Checks the items of a stream that is passed as an array. */
function checkItems(checks: Checks, operation: Operation, input: unknown, issues: Issue[]): boolean {
  const body = getOwn(input, 'body');
  const contentType = getOwn(input, 'contentType') ?? Object.keys(operation.body?.contents ?? {})[0];
  const validate =
    typeof contentType === 'string'
      ? (getOwn(checks.items?.body, declaredType(operation.body, contentType)) as Validator | undefined)
      : undefined;
  if (validate === undefined || !Array.isArray(body)) return true;
  return body.every((item, index) => {
    const before = issues.length;
    return recurse(validate, item, issues) || prefix(issues, before, `/body/${index}`);
  });
}

function itemValidator(checks: Checks | undefined, status: number, contentType: string): Validator | undefined {
  return getOwn(forStatus(checks?.items?.responses ?? {}, status), contentType) as Validator | undefined;
}

function checkResponse(
  responses: ResponseValidators,
  operation: Operation,
  result: AnyResult,
  sentenceOf?: (issue: Issue) => string,
): void {
  const validate = responseValidator(responses, operation, result);
  const issues: Issue[] = [];
  // Validators of schemas that lead back to themselves take care of values that are nested too deeply.
  if (validate !== undefined && !validate(result.body, issues))
    throw new InvalidResponseError(operation.id, result.status, issues, sentenceOf);
}

/** A result has `contentType` only where the response may have several media types. */
function responseValidator(
  responses: ResponseValidators,
  operation: Operation,
  { status, contentType, body }: AnyResult,
): Validator | undefined {
  const own = forStatus(responses, status);
  if (own === undefined || body === undefined) return undefined;
  if (contentType === undefined) return Object.values(own)[0];
  return getOwn(own, declaredType(forStatus(operation.responses, status), contentType)) as Validator | undefined;
}

/** The key of a media type in a row: of one in a declared range, the range. */
function declaredType(declared: Pick<Response, 'contents' | 'match'> | undefined, contentType: string): string {
  return declared?.match?.(declared.contents ?? {}, contentType)?.[0] ?? contentType;
}
