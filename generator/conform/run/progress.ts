// Says what a run has left out, since its time was over or the service asked to wait.
import { count } from '../../base/words.ts';
import type { Operation } from '../../model/service.ts';

/** What a run has tried so far: whether all cases of an operation were sent, and all sequences of the resource that a create makes. */
export interface Progress {
  readonly operations: Map<Operation, boolean>;
  readonly resources: Map<Operation, boolean>;
}

/** What the end of the time has left out, as a sentence. */
export function untried({ operations, resources }: Progress): readonly string[] {
  const left = (tried: ReadonlyMap<Operation, boolean>): string[] => [...tried].flatMap(([{ id }, isDone]) => (isDone ? [] : [id]));
  const [cases, sequences] = [left(operations), left(resources)];
  if (cases.length + sequences.length === 0) return [];
  const parts = [
    ...(cases.length === 0 ? [] : [`cases of ${listed(cases)}`]),
    ...(sequences.length === 0 ? [] : [`sequences of what ${listed(sequences)} makes`]),
  ];
  return [`The time was over before each check was tried: without ${parts.join(' and ')}. Give more time (\`--max-time\`).`];
}

/** The most names in a sentence. */
const MOST_NAMED = 5;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}

/** What the service has limited, as a phrase. */
export function limitedText(limited: ReadonlyMap<Operation, number>): readonly string[] {
  const sum = [...limited.values()].reduce((total, times) => total + times, 0);
  if (sum === 0) return [];
  const where = listed([...limited.keys()].map(({ id }) => id));
  return [
    `${count(sum, 'request')} to ${where} got 429 or 503 with a wait that was too long, and ${sum === 1 ? 'was' : 'were'} not judged further`,
  ];
}
