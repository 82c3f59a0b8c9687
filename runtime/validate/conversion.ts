// The transforms of one operation: its whole input, and its results by status and media type. Client, server and webhooks apply them next to the wire.
import type { Conversion } from '../contract/conversion.ts';
import { InvalidRequestError, InvalidResponseError } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import { forStatus } from '../contract/responses.ts';
import { type AnyResult, ofOperation } from '../contract/result.ts';
import { report } from './report.ts';
import { applyPart, type Part, type Transform, type Way } from './transform.ts';

export interface ResponseTransforms {
  /** Of an object of the headers. */
  readonly headers?: Transform;
  /** By media type. */
  readonly bodies?: Readonly<Record<string, Part>>;
}

/** `responses` has every declared status, so that `default` stands for no other. */
/* @__NO_SIDE_EFFECTS__ */
export function conversion(input: Transform | undefined, responses: Readonly<Record<string, ResponseTransforms>>): Conversion {
  const inputOf = (value: unknown, way: Way, issues: Issue[]) => (input === undefined ? value : run(input, value, way, issues));
  const resultOf = (result: AnyResult, way: Way, issues: Issue[]): AnyResult => {
    const { headers, bodies = {} } = forStatus(responses, result.status) ?? {};
    const body = bodyTransform(bodies, result.contentType);
    const converted: { -readonly [K in keyof AnyResult]: AnyResult[K] } = { ...result };
    if (body !== undefined) converted.body = run(body, result.body, way, issues);
    if (headers !== undefined && result.headers !== undefined) converted.headers = Object(run(headers, result.headers, way, issues));
    return converted;
  };
  const receiveResult = ({ id }: { readonly id: string }, result: AnyResult): AnyResult => {
    const issues: Issue[] = [];
    const held = resultOf(result, 'receive', issues);
    if (issues.length > 0) throw new InvalidResponseError(id, result.status, issues);
    return ofOperation(held, id);
  };
  return {
    async around(operation, value, send) {
      const issues: Issue[] = [];
      const wire = inputOf(value, 'send', issues);
      if (issues.length > 0) throw new InvalidRequestError(operation.id, issues);
      return receiveResult(operation, await send(wire));
    },
    receiveResult,
    receiveInput: (value, issues) => inputOf(value, 'receive', issues),
    sendResult: (result, issues) => resultOf(result, 'send', issues),
  };
}

/** By the media type as the document has it; where there is one, it need not be said. */
function bodyTransform(bodies: Readonly<Record<string, Part>>, contentType: string | undefined): Part | undefined {
  const named = contentType !== undefined && Object.hasOwn(bodies, contentType) ? bodies[contentType] : undefined;
  if (named !== undefined) return named;
  const all = Object.values(bodies);
  return all.length === 1 && contentType === undefined ? all[0] : undefined;
}

/** Values may be nested deeper than the stack. */
function run(part: Part, value: unknown, way: Way, issues: Issue[]): unknown {
  try {
    return applyPart(part, value, way, issues);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(issues, '', 'depth', 'less nesting', undefined);
    return value;
  }
}
