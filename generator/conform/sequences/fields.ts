// Compares what was sent with what comes back: only fields that the service has once given back as they were sent.
import { isDeepStrictEqual } from 'node:util';
import { membersIn, uncarried } from '../../inference/bodies.ts';
import { holderOf, isObject, valueAt } from '../../inference/pointers.ts';
import type { Answered } from '../contract/exchange.ts';
import { resultOf } from './thing.ts';

/** Values of fields at the top level of a resource, by name. */
export type Fields = ReadonlyMap<string, unknown>;

/** The object that has the identifier at `id`, a JSON pointer into the result: the resource itself. */
export function resourceIn(exchange: Answered, id: string): Readonly<Record<string, unknown>> | undefined {
  const found = id.startsWith('/body/') ? valueAt(resultOf(exchange), holderOf(id)) : undefined;
  return isObject(found) ? uncarried(found) : undefined;
}

/** The fields that an exchange has sent and got back unchanged. A service may write others in a way of its own, and leave out null. */
export function echoed(exchange: Answered, id: string): Fields {
  const answered = resourceIn(exchange, id);
  return new Map([...sentFields(exchange)].filter(([name, value]) => answered !== undefined && isDeepStrictEqual(answered[name], value)));
}

/** The fields that an exchange has sent. */
export function sentFields({ case: { input, operation } }: Answered): Fields {
  const body = membersIn(operation, input) ?? {};
  return new Map(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));
}

/** The first field that is another one than expected. One that is missing counts only where `all` have to be there. */
export function difference(resource: Readonly<Record<string, unknown>>, expected: Fields, all: boolean): string | undefined {
  for (const [name, value] of expected) {
    const actual = resource[name];
    if (actual === undefined ? all : !isDeepStrictEqual(actual, value)) return name;
  }
  return undefined;
}
