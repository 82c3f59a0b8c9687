// Calls an operation with an identifier that the service has never given: one of the same form as that of a thing.

import { parameterIn, segmentsOf } from '../../inference/templates.ts';
import type { Operation } from '../../model/service.ts';
import type { Answered } from '../contract/exchange.ts';
import { type Lab, Stopped } from './lab.ts';
import type { Thing } from './thing.ts';
import type { Things } from './things.ts';

/** `undefined` where there is no such identifier that the document allows. */
export async function unknownTo(
  lab: Lab,
  things: Things,
  operation: Operation,
  thing: Thing,
  check: string,
): Promise<Answered | undefined> {
  const name = parameterIn(segmentsOf(operation.path).at(-1));
  const value = unknownLike(thing.id);
  if (name === undefined || value === undefined) return undefined;
  const input = lab.equipment.inputs.least(operation);
  if (input === undefined) return undefined;
  try {
    return await things.callUnknown(
      lab,
      operation,
      thing,
      { says: 'unknown identifier', probe: check, input },
      { [`/path/${name}`]: value },
    );
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

/** A value of the same form: a number far away, or a text with other digits and letters. */
export function unknownLike(id: unknown): unknown {
  if (typeof id === 'number') return id < 1_000_000_000 ? id + 1_000_003 : id - 1_000_003;
  if (typeof id === 'bigint') return id + 1_000_003n;
  if (typeof id !== 'string' || id === '') return undefined;
  if (/^\d+$/.test(id))
    return id.length < 10 ? String(Number(id) + 1_000_003) : id.replace(/\d{3}$/, (end) => (end === '739' ? '937' : '739'));
  // The last eight characters that can change: the version and variant of a UUID stay.
  let left = 8;
  return [...id]
    .reverse()
    .map((character) => (left > 0 && /[0-9a-z]/i.test(character) && left-- > 0 ? other(character) : character))
    .reverse()
    .join('');
}

function other(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 7) % 10);
  const letters = character === character.toLowerCase() ? 'abcdef' : 'ABCDEF';
  const index = letters.indexOf(character);
  return letters.charAt(index < 0 ? 0 : (index + 3) % 6);
}
