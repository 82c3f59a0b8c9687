// What stands between the values that users hold and those on the wire, for one operation.
import type { Issue } from './issue.ts';
import type { AnyResult } from './result.ts';

/** What an operation's row carries where users hold other values than stand on the wire. */
export interface Conversion {
  /**
   * Goes around what sends the input as it stands on the wire.
   * @throws {InvalidRequestError} for an input that has no form on the wire.
   * @throws {InvalidResponseError}
   */
  readonly around: (operation: { readonly id: string }, input: unknown, send: (wire: unknown) => Promise<AnyResult>) => Promise<AnyResult>;
  /** @throws {InvalidResponseError} for a result that cannot be held. */
  readonly receiveResult: (operation: { readonly id: string }, result: AnyResult) => AnyResult;
  /** Of a server; what cannot be held is an issue. */
  readonly receiveInput: (input: unknown, issues: Issue[]) => unknown;
  /** Of a server; what has no form on the wire is an issue. */
  readonly sendResult: (result: AnyResult, issues: Issue[]) => AnyResult;
}
