// Finds schemas that may lead back to themselves without ever reaching into the value, over a `$dynamicRef`: their validators would never end.
import type { Source } from '../../base/problem.ts';
import type { Cause } from '../document-node.ts';
import { wordOf } from '../document-node.ts';
import type { Schema } from './schema.ts';
import { components, subschemas } from './walk.ts';

/**
 * The loader has refused such cycles of `$ref` alone. Whether one over a `$dynamicRef` is run through depends on where validation starts,
 * so it is not an error, but what leads to it cannot be generated. Every cycle passes through a target of a reference.
 */
export function endlessSchemas(targets: ReadonlySet<Schema>, entry: Source): Map<Schema, Cause> {
  const found = new Map<Schema, Cause>();
  for (const group of components(targets, true)) {
    const [first] = group;
    if (first === undefined || (group.length === 1 && !subschemas(first, true).includes(first))) continue;
    const start = group.find((schema) => targets.has(schema)) ?? first;
    const words = shortestCycle(start, new Set(group))
      .filter((schema) => targets.has(schema))
      .map((schema) => nameOf(schema, entry));
    const message = `its schema may lead back to itself without ever reaching into the value: cycle ${[...words, words[0]].join(' → ')}.`;
    found.set(start, { message, location: { ...start.location, at: 'key' } });
  }
  return found;
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
