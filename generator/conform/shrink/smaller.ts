// Smaller forms of an input, the greatest steps first: without members and items, with shorter texts and plainer numbers.
import { pointerToken } from '@octavo/runtime/conformance';
import { changedAt, type Input, REMOVED } from '../plan/index.ts';

/** Inputs that differ in one place each. The value at `kept`, a JSON pointer, stays. */
export function* smallerInputs(input: Input, kept: string | undefined): Generator<Input> {
  for (const { at, value } of changes('', input)) if (kept === undefined || !isAround(at, kept)) yield changedAt(input, at, value) as Input;
}

/** Whether a place is `kept`, around it or inside it. */
function isAround(at: string, kept: string): boolean {
  return at === kept || kept.startsWith(`${at}/`) || at.startsWith(`${kept}/`);
}

interface Change {
  readonly at: string;
  readonly value: unknown;
}

/** Outer values before inner ones: where a whole member can go, what is inside it needs no look. */
function* changes(at: string, value: unknown): Generator<Change> {
  if (typeof value === 'string') {
    for (const shorter of ['', value.slice(0, 1), value.slice(0, Math.floor(value.length / 2))])
      if (shorter.length < value.length) yield { at, value: shorter };
  } else if (typeof value === 'number') {
    for (const plainer of [0, 1, Math.trunc(value)]) if (Math.abs(plainer) < Math.abs(value)) yield { at, value: plainer };
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    const members = Object.entries(value).map(([name, member]) => ({ at: `${at}/${pointerToken(name)}`, member: member as unknown }));
    for (const one of members) yield { at: one.at, value: REMOVED };
    for (const one of members) yield* changes(one.at, one.member);
  }
}
