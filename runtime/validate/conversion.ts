// The conversion of one operation: transforms of its whole input, and of its results by status and media type.
import type { MatchContent } from '../contract/body.ts';
import type { Conversion } from '../contract/conversion.ts';
import { formatIssue } from '../contract/format-issue.ts';
import type { Issue } from '../contract/issue.ts';
import { InvalidRequestError, InvalidResponseError } from '../contract/issue-errors.ts';
import { forStatus } from '../contract/responses.ts';
import { type AnyResult, ofOperation } from '../contract/result.ts';
import { report } from './report.ts';
import { applyTransform, type Direction, type LazyTransform, type Transform } from './transform.ts';

export interface ResponseTransforms {
  /** Converts the object of headers. */
  readonly headers?: Transform;
  /** By media type. With `match`, all that are declared; `undefined` for those without a transform. */
  readonly bodies?: Readonly<Record<string, LazyTransform | undefined>>;
  /** Where ranges or parameters are declared. */
  readonly match?: MatchContent;
}

/** `responses` has an entry for every declared status, so that `default` does not apply to another declared one. */
/* @__NO_SIDE_EFFECTS__ */
export function conversion(input: Transform | undefined, responses: Readonly<Record<string, ResponseTransforms>>): Conversion {
  const inputOf = (value: unknown, direction: Direction, issues: Issue[]) =>
    input === undefined ? value : run(input, value, direction, issues);
  const resultOf = (result: AnyResult, direction: Direction, issues: Issue[]): AnyResult => {
    const { headers, bodies = {}, match } = forStatus(responses, result.status) ?? {};
    const { contentType } = result;
    const body = bodyTransform(bodies, (contentType !== undefined && match?.(bodies, contentType)?.[0]) || contentType);
    const converted: { -readonly [K in keyof AnyResult]: AnyResult[K] } = { ...result };
    if (body !== undefined && result.body !== undefined) converted.body = run(body, result.body, direction, issues);
    if (headers !== undefined && result.headers !== undefined) converted.headers = Object(run(headers, result.headers, direction, issues));
    return converted;
  };
  const receiveResult = ({ id }: { readonly id: string }, result: AnyResult): AnyResult => {
    const issues: Issue[] = [];
    const held = resultOf(result, 'receive', issues);
    if (issues.length > 0) throw new InvalidResponseError(id, result.status, issues, formatIssue);
    return ofOperation(held, id);
  };
  return {
    async around(operation, value, send) {
      const issues: Issue[] = [];
      const wire = inputOf(value, 'send', issues);
      if (issues.length > 0) throw new InvalidRequestError(operation.id, issues, formatIssue);
      return receiveResult(operation, await send(wire));
    },
    receiveResult,
    receiveInput: (value, issues) => inputOf(value, 'receive', issues),
    sendResult: (result, issues) => resultOf(result, 'send', issues),
  };
}

/** The transform for the declared media type; results may leave it out where there is only one. */
function bodyTransform(bodies: NonNullable<ResponseTransforms['bodies']>, contentType: string | undefined): LazyTransform | undefined {
  const named = contentType !== undefined && Object.hasOwn(bodies, contentType) ? bodies[contentType] : undefined;
  if (named !== undefined) return named;
  const all = Object.values(bodies);
  return all.length === 1 && contentType === undefined ? all[0] : undefined;
}

/** A value that is nested too deeply for the stack is an issue. */
function run(part: LazyTransform, value: unknown, direction: Direction, issues: Issue[]): unknown {
  try {
    return applyTransform(part, value, direction, issues);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(issues, '', 'depth', 'less nesting', undefined);
    return value;
  }
}
