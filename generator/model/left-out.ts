// Leaves out what cannot be carried: an operation or a schema is carried whole or not at all, and each one left out is named once.
import type { Location, Problems } from '../problem.ts';
import type { SettledOperation } from './operations.ts';
import type { Schema } from './schema.ts';
import type { Cause, SchemaGraph } from './schema-graph.ts';
import { leadingTo } from './walk.ts';

export interface Kept {
  readonly operations: readonly SettledOperation[];
  readonly components: readonly Schema[];
}

export function leaveOut(
  operations: readonly SettledOperation[],
  components: readonly Schema[],
  graph: SchemaGraph,
  problems: Problems,
): Kept {
  const ways = [...graph.unsupported].map(([schema, cause]) => ({ cause, leading: leadingTo(graph.nodes.values(), [schema]) }));
  const causesOf = (schemas: readonly Schema[]): Cause[] =>
    ways.filter(({ leading }) => schemas.some((schema) => leading.has(schema))).map(({ cause }) => cause);
  return {
    operations: operations.filter((operation) => {
      const { source } = operation.draft;
      const word = source.kind === 'webhook' ? `The webhook ${source.key}` : `${source.method} ${source.path}`;
      return carries(word, source.location, [...operation.causes, ...causesOf(operation.schemas)], problems);
    }),
    components: components.filter((schema) =>
      carries(`The schema ${schema.location.pointer}`, { ...schema.location, at: 'key' }, causesOf([schema]), problems),
    ),
  };
}

function carries(word: string, location: Location, causes: readonly Cause[], problems: Problems): boolean {
  const [first] = causes;
  if (first === undefined) return true;
  problems.add({
    code: 'left-out',
    severity: 'unsupported',
    message: `${word} is left out: ${first.message}`,
    location,
    related: causes.map((cause) => ({ message: `Left out for this: ${cause.message}`, location: cause.location })),
  });
  return false;
}
