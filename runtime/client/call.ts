// Calls an operation: validates its input, and runs attempts within the limits that the options set.
import type { Operation } from '../contract/operation.ts';
import type { AnyResult } from '../contract/result.ts';
import type { CallOptions } from './options.ts';
import { encodeRequest, type InputParts } from './outgoing.ts';
import { type Act, type Exchange, plainHeaders, type Transport } from './transport.ts';

/** Calls one operation. Generated clients are made of it; alone, it is enough for a bundle that needs one operation. */
export function call<Input, Result>(
  transport: Transport,
  operation: Operation<Input, Result>,
  input: undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input,
  options?: CallOptions,
): Promise<Result> {
  const act = (wire: unknown) => run(transport, operation, wire as InputParts | undefined, options) as Promise<AnyResult>;
  return (operation.conversion?.around(operation, input, act) ?? act(input)) as Promise<Result>;
}

/** The part of a call that typed and raw clients share; `act` sends the request of one attempt and reads its response. */
export async function run(
  transport: Transport,
  operation: Operation,
  input: InputParts | undefined,
  options: CallOptions | undefined,
  act?: Act,
): Promise<unknown> {
  const chosen: CallOptions = { ...transport.options, ...options };
  const { hooks, retry, timeout, validate } = chosen;
  validate?.request?.(operation, input);

  function start(signal: AbortSignal | undefined): Promise<unknown> {
    const parts = encodeRequest(operation, input, signal);
    const headers = plainHeaders(options?.headers);
    const exchange: Exchange = { ...chosen, operation, input, parts, headers, signal, secrets: [] };
    const once = () => transport.send(exchange, parts, act);
    const attempt = hooks === undefined ? once : () => hooks.attempt(exchange, once);
    return retry === undefined ? attempt() : retry(exchange, attempt);
  }

  // Awaiting here settles sooner than returning the promise.
  return await (timeout === undefined ? start(chosen.signal) : timeout(operation, chosen.signal, start));
}
