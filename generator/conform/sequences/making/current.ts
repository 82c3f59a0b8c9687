// Reads what an operation names of a thing as it is now: its ETag, its version, and items of its lists.

import { memberPlace, placeBeside } from '../../../inference/bodies.ts';
import type { Edge } from '../../../inference/edge.ts';
import { isTextOrNumber, pointerTo, valueAt } from '../../../inference/pointers.ts';
import { versionMemberOf } from '../../../inference/stated/versions.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered, Bound } from '../../contract/exchange.ts';
import { ifMatchOf, needsIfMatch } from '../../contract/if-match.ts';
import type { Input } from '../../plan/index.ts';
import type { Lab, Step } from '../lab.ts';
import { resultOf, type Thing } from '../thing.ts';
import { itemsFor } from './items.ts';

interface Caller {
  /** Calls an operation on a thing. */
  call(lab: Lab, operation: Operation, thing: Thing, act: { readonly says: string }): Promise<Answered>;
}

interface Current {
  readonly operation: Operation;
  readonly input: Input | undefined;
  readonly act: Pick<Step, 'headers' | 'intent'> & { readonly isVersioned?: true };
  readonly edges: readonly Edge[];
  /** What its lists have given before. */
  readonly known: Map<string, Bound>;
}

export async function currentFor(
  things: Caller,
  lab: Lab,
  thing: Thing,
  { operation, input, act, edges, known }: Current,
): Promise<readonly Bound[]> {
  const isPlain = act.intent === undefined;
  const read = (list: Operation): Promise<Answered> => readNow(things, lab, list, thing, 'read what may be taken');
  const tag = act.headers?.['if-match'] === undefined ? await tagFor(things, lab, operation, thing, input) : undefined;
  const version = act.isVersioned === true || !isPlain ? undefined : await versionFor(things, lab, operation, thing, input);
  const items = isPlain ? await itemsFor(edges, operation, input, read, known) : [];
  return [...items, tag, version].filter((one) => one !== undefined);
}

/** Reads on the way: the sequence goes on as if it had not. */
async function readNow(things: Caller, lab: Lab, operation: Operation, thing: Thing, says: string): Promise<Answered> {
  const exchange = await things.call(lab, operation, thing, { says });
  lab.forget(exchange);
  return exchange;
}

/** The ETag that a thing has now, where the operation wants it in `If-Match`: a made-up one is refused. */
export async function tagFor(
  things: Caller,
  lab: Lab,
  operation: Operation,
  thing: Thing,
  input: Input | undefined,
): Promise<Bound | undefined> {
  const header = ifMatchOf(operation);
  const to = header && pointerTo('header', header.name);
  const { read } = thing.resource;
  if (read === undefined || to === undefined || (valueAt(input, to) === undefined && !needsIfMatch(operation))) return undefined;
  const exchange = await readNow(things, lab, read.operation, thing, 'read the ETag');
  const value = exchange.response.headers.get('etag');
  return value === null ? undefined : { to, of: exchange, from: '/headers/etag', value };
}

/** The version that a thing has now, where the body of the operation names it. */
async function versionFor(
  things: Caller,
  lab: Lab,
  operation: Operation,
  thing: Thing,
  input: Input | undefined,
): Promise<Bound | undefined> {
  const name = versionMemberOf(operation);
  const to = name === undefined ? undefined : memberPlace(operation, name);
  const { read } = thing.resource;
  if (name === undefined || to === undefined || read?.id === undefined || valueAt(input, to) === undefined) return undefined;
  const exchange = await readNow(things, lab, read.operation, thing, 'read the version');
  const from = placeBeside(read.id, resultOf(exchange), name);
  const value = valueAt(resultOf(exchange), from);
  return isTextOrNumber(value) ? { to, of: exchange, from, value } : undefined;
}
