// Handlers of the user's own, which stand in front of a living mock, one operation at a time.
import { messageOf, usageError } from '../../base/error.ts';
import { closest } from '../../base/suggest.ts';
import type { Operation, Service } from '../../model/service.ts';
import { withNumbers } from '../octavo/forms.ts';

/** A response as handlers of generated servers give it. Integers of 64 bits are numbers where they fit, else `bigint`. */
export interface MockResult {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface MockContext {
  /** `operationId`, or method and path. */
  readonly operation: string;
  readonly method: string;
  /** Path below the base path, with the query, as it came. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Handlers whose inputs have the types that they name. */
export type AnyHandlers = Readonly<Record<string, (input: never, context: MockContext) => unknown>>;

/**
 * The handlers of a generated server, each of which may also return `undefined`: then the mock answers. `Handlers` is the interface of `server.ts`,
 * such as `LibraryHandlers`.
 */
export type InFront<Handlers> = string extends keyof Handlers
  ? AnyHandlers
  : {
      readonly [Name in keyof Handlers]?: NonNullable<Handlers[Name]> extends (input: infer Input, context: never) => infer Result
        ? (input: Input, context: MockContext) => Result | undefined | Promise<undefined>
        : never;
    };

/** By the name of an operation in code. */
export type FrontHandlers = Readonly<Record<string, ((input: unknown, context: MockContext) => unknown) | undefined>>;

/** @throws {OctavoError} (exit 2) where a name is that of no operation */
export function checkFrontHandlers({ id, operations }: Service, handlers: FrontHandlers): void {
  const names = operations.map(({ name }) => name);
  const unknown = Object.keys(handlers).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = closest(unknown, names);
  throw usageError('handler-unknown', `The handler \`${unknown}\` is for no operation of the document \`${id}\`.`, {
    fix: near === undefined ? 'Write the name of a handler of its generated server.' : `Did you mean \`${near}\`?`,
  });
}

/** What the handler of an operation answers; `undefined` where there is none, or it leaves the request to the mock. */
export async function answerInFront(
  handlers: FrontHandlers,
  operation: Operation,
  input: unknown,
  request: Omit<MockContext, 'operation'>,
): Promise<MockResult | undefined> {
  const handler = Object.hasOwn(handlers, operation.name) ? handlers[operation.name] : undefined;
  if (handler === undefined) return undefined;
  const { method, target, headers } = request;
  const result = await resultOf(operation.name, () => handler(withNumbers(input), { operation: operation.id, method, target, headers }));
  if (result === undefined || isResult(result)) return result;
  throw new HandlerFault(`the handler \`${operation.name}\` returns no object with \`status\``);
}

async function resultOf(name: string, call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    throw new HandlerFault(`the handler \`${name}\` failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Why a handler gives no result; the message is the end of a sentence. */
export class HandlerFault extends Error {}

function isResult(value: unknown): value is MockResult {
  return typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'number';
}
