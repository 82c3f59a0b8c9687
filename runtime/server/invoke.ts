// Calls the handler of a route, within the option `around` where there is one.
import type { AnyResult } from '../contract/result.ts';
import type { ServerContext } from './handler-context.ts';
import type { Around } from './options.ts';
import type { Prepared } from './prepare.ts';

/** Gives what the handler returned, or a promise of it. */
type Invoke = (target: Prepared, input: unknown, context: ServerContext) => unknown;

export function invokerOf<Principal>(handlers: object, around: Around<Principal> | undefined): Invoke {
  const invoke: Invoke = ({ handler }, input, context) => handler?.call(handlers, input, context);
  if (around === undefined) return invoke;
  return (target, input, context) =>
    around(context as ServerContext<Principal>, async () => (await invoke(target, input, context)) as AnyResult, input);
}
