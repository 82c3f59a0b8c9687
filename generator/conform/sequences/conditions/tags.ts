// Reads things with their ETags, and says which values of a header that makes a request conditional the document allows.

import { headerOf } from '../../../inference/headers.ts';
import { pointerTo, valueAt } from '../../../inference/pointers.ts';
import type { Reader } from '../../../inference/resources.ts';
import { lastPlaceOf } from '../../../inference/templates.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { resourceIn } from '../fields.ts';
import type { Inputs } from '../inputs.ts';
import type { Lab } from '../lab.ts';
import { isSuccess, type Thing } from '../thing.ts';
import type { Act, Things } from '../things.ts';

/** ETags that no service gives. */
export const OTHER = '"octavo-no-such-tag"';
export const ANOTHER = '"octavo-no-such-tag-either"';

export interface Read {
  readonly exchange: Answered;
  readonly tag: string;
  readonly resource: Readonly<Record<string, unknown>> | undefined;
}

/** Reads a thing with its ETag; `undefined` where it has no strong one. */
export async function readTag(lab: Lab, things: Things, { operation, id }: Reader, thing: Thing): Promise<Read | undefined> {
  const exchange = await things.call(lab, operation, thing, { says: 'read' });
  const tag = exchange.response.headers.get('etag');
  if (!isSuccess(exchange) || tag === null || !/^"[^"]*"$/.test(tag)) return undefined;
  return { exchange, tag, resource: id === undefined ? undefined : resourceIn(exchange, id) };
}

/** Whether the document allows the value of a header. Where it does not declare the header, HTTP does. */
export function allows(lab: Lab, operation: Operation, name: string, value: string, input: Input | undefined): boolean {
  const header = headerOf(operation, name);
  if (header === undefined) return true;
  // Prose may say that a service wants the ETag itself.
  if (value === '*' && /\b(?:not?|never|without|except|only|instead)\b[^.]*\*/i.test(header.description ?? '')) return false;
  const { judge, inputs } = lab.equipment;
  const whole = input ?? inputs.least(operation);
  if (whole === undefined) return false;
  const at = pointerTo('header', header.name);
  return judge.input(operation, changedAt(whole, at, value) as Input).every(({ path }) => path !== at);
}

/** A PUT to a name that nothing has; `undefined` where no such name is found. */
export async function callNew(
  lab: Lab,
  things: Things,
  thing: Thing,
  input: Input,
  act: Omit<Act, 'input'>,
): Promise<Answered | undefined> {
  const { create } = thing.resource;
  const at = lastPlaceOf(create.path);
  const named = at === undefined ? undefined : valueAt(things.named(create, input), at);
  if (at === undefined || named === undefined || named === valueAt(input, at)) return undefined;
  return things.callUnknown(lab, create, thing, { ...act, input }, { [at]: named });
}

/** Inputs of a change, in the order in which they are tried until one succeeds: members may have to fit each other. */
export function changingInputs(operation: Operation, inputs: Inputs): readonly Input[] {
  return [4, 0, 6, 5].map((variant) => inputs.of(operation, variant)).filter((one) => one !== undefined);
}
