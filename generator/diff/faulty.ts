// Operations that the loader left out for a fault in them: they are in both documents, so that they are neither removed nor new.
import type { Location, Problem } from '../base/problem.ts';
import type { Change } from './change.ts';

/** The problems of the two versions. */
interface ProblemsOfBoth {
  readonly before: readonly Problem[];
  readonly after: readonly Problem[];
}

/** Calls an operation left out, or generated, where the other version has it with a fault. */
export function nameFaulty(changes: readonly Change[], { before, after }: ProblemsOfBoth): Change[] {
  return changes.map((change) => {
    switch (change.code) {
      case 'operation-removed': {
        const fault = faultIn(after, change.location);
        if (fault === undefined) return change;
        return {
          ...change,
          code: 'operation-left-out',
          message: `is left out of generated code now: ${fault.message}`,
          location: fault.location,
        };
      }
      case 'operation-added': {
        const fault = faultIn(before, change.location);
        return fault === undefined
          ? change
          : { ...change, code: 'operation-generated', message: `is generated now; it was left out: ${fault.message}` };
      }
      default:
        return change;
    }
  });
}

/** The problem that has cost the operation at a pointer. */
function faultIn(problems: readonly Problem[], { pointer }: Location): Problem | undefined {
  return problems.find(
    ({ leftOut = [], location }) => leftOut.length > 0 && (location.pointer === pointer || location.pointer.startsWith(`${pointer}/`)),
  );
}
