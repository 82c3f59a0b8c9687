// Leaves out what is not supported: an operation or a schema is generated whole or not at all, with one problem for each that is left out.
import type { Location, Problems } from '../../base/problem.ts';
import type { Cause } from '../document-node.ts';
import type { Schema } from '../schema/schema.ts';
import { leadingTo } from '../schema/walk.ts';
import type { SettledOperation } from './operations.ts';

export interface Kept {
  readonly operations: readonly SettledOperation[];
  readonly components: readonly Schema[];
  /** The operations that are left out, and why. */
  readonly leftOut: readonly { readonly operation: SettledOperation; readonly reason: string }[];
}

/** `unsupported` has the schemas that cannot be generated; a schema of `all` that refers to one of them cannot be generated either. */
export function leaveOut(
  operations: readonly SettledOperation[],
  components: readonly Schema[],
  unsupported: ReadonlyMap<Schema, Cause>,
  all: Iterable<Schema>,
  problems: Problems,
): Kept {
  const barred = leadingTo(all, [...unsupported.keys()]);
  const causesOf = (schemas: readonly Schema[]): Cause[] => {
    const goals = new Set(schemas.flatMap((schema) => barred.get(schema) ?? []));
    return [...goals].flatMap((goal) => unsupported.get(goal) ?? []);
  };
  const leftOut: { readonly operation: SettledOperation; readonly reason: string }[] = [];
  return {
    leftOut,
    operations: operations.filter((operation) => {
      const { source } = operation.draft;
      const word = source.kind === 'operation' ? `${source.method} ${source.path}` : `The ${source.kind} ${source.key}`;
      const causes = [...operation.causes, ...causesOf(operation.schemas)];
      const [first] = causes;
      if (first !== undefined) leftOut.push({ operation, reason: first.message });
      return carries(source.kind, word, source.location, causes, problems);
    }),
    components: components.filter((schema) =>
      carries('schema', `The schema ${schema.location.pointer}`, { ...schema.location, at: 'key' }, causesOf([schema]), problems),
    ),
  };
}

function carries(kind: string, word: string, location: Location, causes: readonly Cause[], problems: Problems): boolean {
  const [first] = causes;
  if (first === undefined) return true;
  problems.add({
    code: 'left-out',
    severity: 'unsupported',
    message: `${word} is left out: ${first.message}`,
    leftOut: [kind],
    reason: first.message,
    location,
    // The message has said the first one.
    related: causes.map((cause, index) => ({
      message: index === 0 ? 'caused by' : `Left out for this too: ${cause.message}`,
      location: cause.location,
    })),
  });
  return false;
}
