// Calls an operation: validates its input, and runs attempts within the limits that the options set.
import type { Operation } from '../contract/operation.ts';
import type { AnyResult } from '../contract/result.ts';
import { type AnyInput, encodeRequest } from './encode-request.ts';
import type { Act, Attempt, Call, CallOptions } from './options.ts';
import { plainHeaders, type Transport } from './transport.ts';

/** An input, which may be left out where nothing in it is required. */
export type Given<Input> = undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input;

/** Calls one operation. Generated clients are made of it; alone, it is enough for a bundle that needs one operation. */
export function call<Input, Result>(
  transport: Transport,
  operation: Operation<Input, Result>,
  input: Given<Input>,
  options?: CallOptions,
): Promise<Result> {
  const act = (wire: unknown) => run(transport, operation, wire as AnyInput | undefined, options) as Promise<AnyResult>;
  return (operation.conversion?.around(operation, input, act) ?? act(input)) as Promise<Result>;
}

/** The part of a call that typed and raw clients share; `act` sends the request of one attempt and reads its response. */
export async function run(
  transport: Transport,
  operation: Operation,
  input: AnyInput | undefined,
  options: CallOptions | undefined,
  act?: Act,
): Promise<unknown> {
  const chosen: CallOptions = { ...transport.options, ...options };
  const { hooks, retry, timeout, validate } = chosen;
  validate?.request?.(operation, input);
  const { send } = transport;
  const attempt: Attempt<unknown> = hooks?.attempt(send) ?? send;

  function start(signal: AbortSignal | undefined): Promise<unknown> {
    const request = encodeRequest(operation, input, signal);
    const call: Call = { ...chosen, operation, input, request, headers: plainHeaders(options?.headers), signal, act };
    return retry ? retry(call, attempt) : attempt(call);
  }

  // Awaiting here settles sooner than returning the promise.
  return await (timeout ? timeout(operation, chosen.signal, start) : start(chosen.signal));
}
