// Results: what a client call returns, and how to take the data out of it.
import { ApiError } from './errors.ts';

/** Undeclared headers of a response, by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>;

/** The base of all results; generated unions are narrower. */
export interface AnyResult {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly headers?: object;
}

/** The statuses from 200 to 299. */
export type Success<Status> = Status extends number ? (`${Status}` extends `2${string}` ? Status : never) : never;

/** The type of a result's body for a status. */
export type BodyOf<Result, Status> = Result extends { status: infer Own }
  ? Extract<Own, Status> extends never
    ? never
    : Result extends { body: infer Body }
      ? Body
      : undefined
  : never;

const OPERATION = /* @__PURE__ */ Symbol();

/** Keeps the operation's id in a property that is not enumerable, so that `unwrap` can name it. */
export function ofOperation<T extends object>(result: T, operation: string): T {
  return Object.defineProperty(result, OPERATION, { value: operation });
}

/**
 * The body of a result with the given status; without one, of any status from 200 to 299.
 * @throws {ApiError} for every other status.
 */
export function unwrap<Result extends AnyResult, Status extends Result['status'] = Success<Result['status']>>(
  result: Result,
  status?: Status,
): BodyOf<Result, Status> {
  const wanted = status === undefined ? result.status >= 200 && result.status < 300 : result.status === status;
  if (wanted) return result.body as BodyOf<Result, Status>;
  // Declared headers have the document's case.
  const [, requestId] = Object.entries(result.headers ?? {}).find(([name]) => name.toLowerCase() === 'x-request-id') ?? [];
  throw new ApiError(
    (result as { readonly [OPERATION]?: string })[OPERATION],
    result.status,
    result.body,
    typeof requestId === 'string' ? requestId : undefined,
  );
}
