// Answers without state where numbers count lists: with the numbers of the lists that the example has.
import { getOwn } from '@octavo/runtime/conformance';
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { targetOf } from '../../../model/schema/walk.ts';
import type { Operation } from '../../../model/service.ts';
import { countsIn } from '../plan/members.ts';
import type { Living, Setting } from '../setting.ts';
import { bodySchemas } from '../showing.ts';
import { countsOf } from './keeping.ts';

/** The example of a response that has numbers of other lists than it shows, with those of its own; `undefined` where it has none. */
export function countedExample({ tools }: Setting, operation: Operation): Living | undefined {
  const schemas = bodySchemas(operation);
  if (!hasCounts(operation, schemas)) return undefined;
  const example = tools.example(operation, undefined);
  const body = counted(schemas, example.body, MOST_DEEP);
  const result = { ...example, body };
  return body === example.body || tools.judge(operation, result).length > 0 ? undefined : { result, isWithoutState: true };
}

/** How deep a body is looked into: schemas may hold themselves. */
const MOST_DEEP = 5;

const known = new WeakMap<Operation, boolean>();

function hasCounts(operation: Operation, schemas: readonly Schema[]): boolean {
  const found = known.get(operation) ?? holdsCount(schemas);
  known.set(operation, found);
  return found;
}

/** Each schema is looked at once: large documents lead from each to many others. */
function holdsCount(schemas: readonly Schema[]): boolean {
  const met = new Set(schemas.map(targetOf));
  for (const schema of met) {
    const members = propertiesOf([schema]);
    if (countsIn(members).size > 0) return true;
    for (const one of [...itemsOf([schema]), ...[...members.values()].flat()]) if (met.size < MOST_SCHEMAS) met.add(targetOf(one));
  }
  return false;
}

const MOST_SCHEMAS = 500;

/** The same value where all counts are right. */
function counted(schemas: readonly Schema[], value: unknown, deep: number): unknown {
  if (deep === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = itemsOf(schemas);
    const own = value.map((item: unknown) => counted(items, item, deep - 1));
    return own.every((item, index) => item === value[index]) ? value : own;
  }
  const members = propertiesOf(schemas);
  const inner = Object.entries(value).map(([name, one]): [string, unknown] => [name, counted(members.get(name) ?? [], one, deep - 1)]);
  const changed = { ...Object.fromEntries(inner), ...countsOf({ counts: countsIn(members) }, Object.fromEntries(inner)) };
  return Object.entries(changed).every(([name, one]) => getOwn(value, name) === one) ? value : changed;
}
