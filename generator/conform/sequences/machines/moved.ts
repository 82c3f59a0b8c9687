// Does moves: to a thing, or to each of those that come with it.
import type { Answered } from '../../contract/exchange.ts';
import { type Lab, unlessStopped } from '../lab.ts';
import { companionsIn } from '../making/companions.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';
import type { Move } from './moves.ts';

/** Whether a move succeeded: one to all that comes with a thing, with any of them. `onRefused` gets the answer where it was refused. */
export async function isMoved(
  things: Things,
  lab: Lab,
  thing: Thing,
  move: Move,
  onRefused: (exchange: Answered) => void = () => {},
): Promise<boolean> {
  const { companion, operation, says, input, isExact } = move;
  if (companion === undefined) {
    const act = isExact === true ? ({ says, input, isExact } as const) : ({ says, input, isNeeded: true } as const);
    const exchange = await unlessStopped(things.call(lab, operation, thing, act));
    if (exchange !== undefined && !isSuccess(exchange)) onRefused(exchange);
    return exchange !== undefined && isSuccess(exchange);
  }
  let isDone = false;
  for (const one of await companionsIn(lab, things, thing, companion.resource, companion.of))
    if ((await doneInAnyWay(things, lab, one, move)) !== undefined) isDone = true;
  return isDone;
}

/** The success of an operation on something that comes with a thing: with the example as it is, with what is required, or with all that there is. */
export async function doneInAnyWay(things: Things, lab: Lab, one: Thing, { operation, says, input }: Move): Promise<Answered | undefined> {
  const [example, least, whole] = [things.inputs.of(operation, 0), things.inputs.least(operation), things.inputs.of(operation, 2)];
  const tries = [
    input && (() => things.callUnknown(lab, operation, one, { says, input }, {})),
    example && (() => things.callUnknown(lab, operation, one, { says, input: example }, {})),
    least && (() => things.call(lab, operation, one, { says, input: least, isNeeded: true })),
    whole && (() => things.callUnknown(lab, operation, one, { says, input: whole }, {})),
  ];
  for (const send of tries) {
    const exchange = send === undefined ? undefined : await unlessStopped(send());
    if (exchange === undefined) continue;
    if (isSuccess(exchange)) return exchange;
    lab.forget(exchange);
  }
  return undefined;
}
