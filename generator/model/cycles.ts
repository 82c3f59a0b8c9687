// Finds schemas that lead back to themselves without ever reaching into the value: no validator of them could end.
import type { Problems, Source } from '../problem.ts';
import { wordOf } from './place.ts';
import type { Schema } from './schema.ts';
import { components, subschemas } from './walk.ts';

/** Reports each group once. Every such cycle passes through a target of a reference, so only those need be looked at. */
export function reportCycles(targets: ReadonlySet<Schema>, entry: Source, problems: Problems): void {
  for (const group of components(targets, true)) {
    const [first] = group;
    if (first === undefined || (group.length === 1 && !subschemas(first, true).includes(first))) continue;
    const start = group.find((schema) => targets.has(schema)) ?? first;
    const cycle = shortestCycle(start, new Set(group)).filter((schema) => targets.has(schema));
    const words = cycle.map((schema) => nameOf(schema, entry));
    problems.add({
      code: 'schema-cycle',
      severity: 'error',
      message: `The schema leads back to itself without ever reaching into the value: cycle ${[...words, words[0]].join(' → ')}.`,
      fix: 'Let the way back go through a property or an item, or remove one of the references.',
      location: { ...start.location, at: 'key' },
      related: cycle.slice(1).map((schema) => ({ message: 'The cycle passes here.', location: { ...schema.location, at: 'key' } })),
    });
  }
}

/** Breadth first from a schema back to it, inside its group. */
function shortestCycle(start: Schema, group: ReadonlySet<Schema>): Schema[] {
  const before = new Map<Schema, Schema>();
  const queue = [start];
  for (const schema of queue) {
    for (const next of subschemas(schema, true)) {
      if (next === start) {
        const path = [schema];
        for (let back = before.get(schema); back !== undefined; back = before.get(back)) path.unshift(back);
        return path;
      }
      if (!group.has(next) || before.has(next)) continue;
      before.set(next, schema);
      queue.push(next);
    }
  }
  return [start];
}

const COMPONENT = /^\/components\/schemas\/([^/]+)$/;

function nameOf(schema: Schema, entry: Source): string {
  return COMPONENT.exec(schema.location.pointer)?.[1] ?? wordOf(schema.location, entry);
}
