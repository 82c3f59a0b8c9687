// Says what the living mock takes each operation of a document for, why, and how sure it is.
import type { Service } from '../../model/service.ts';
import { type Inferred, inferredOf } from './things.ts';

const VERBS: Readonly<Record<NonNullable<Inferred['role']>, string>> = {
  create: 'makes',
  list: 'lists',
  read: 'reads',
  replace: 'replaces',
  patch: 'changes',
  remove: 'removes',
  act: 'moves',
};

/** The lines of `octavo mock --living --explain`. */
export function explained(service: Service): readonly string[] {
  const inferred = inferredOf(service);
  const count = inferred.filter(({ thing }) => thing !== undefined).length;
  if (count === 0) return [`${service.id}: nothing can be inferred, so everything is answered without state.`];
  const rows = inferred.map(({ operation, thing, role, certainty, reason }) => {
    const what = thing === undefined || role === undefined ? 'without state' : `${VERBS[role]} ${thing.name} (${certainty})`;
    return [`${operation.method} ${operation.path}`, what, reason] as const;
  });
  const [first, second] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    `${service.id}: ${count} of ${inferred.length} operations have state.`,
    ...rows.map(([name, what, reason]) => `  ${name.padEnd(first ?? 0)}  ${what.padEnd(second ?? 0)}  ${reason}`),
  ];
}
