// The conversion between the values that users hold and those on the wire, for one operation.
import type { Issue } from './issue.ts';
import type { AnyResult } from './result.ts';

/** In the row of an operation whose users hold other values than the wire has, such as a `Date`. */
export interface Conversion {
  /**
   * Converts the input, sends it with `send`, and converts the result.
   * @throws {InvalidRequestError} for an input that cannot be converted.
   * @throws {InvalidResponseError} for a result that cannot be converted.
   */
  readonly around: (operation: { readonly id: string }, input: unknown, send: (wire: unknown) => Promise<AnyResult>) => Promise<AnyResult>;
  /** @throws {InvalidResponseError} for a result that cannot be converted. */
  readonly receiveResult: (operation: { readonly id: string }, result: AnyResult) => AnyResult;
  /** Servers: pushes an issue for what cannot be converted. */
  readonly receiveInput: (input: unknown, issues: Issue[]) => unknown;
  /** Servers: pushes an issue for what cannot be converted. */
  readonly sendResult: (result: AnyResult, issues: Issue[]) => AnyResult;
}
