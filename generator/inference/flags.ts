// Finds the members that say by a boolean, or by a time that is null until then, in which of two states a thing is: `active`, `archived_at`.
import { possibleConjuncts } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import { wordsOf } from './prose/index.ts';

export interface Flag {
  readonly member: string;
  /** What texts call a thing that has it, and one that has it not. */
  readonly states: readonly [on: string, off: string];
  readonly isTime: boolean;
  readonly stateOf: (value: unknown) => string | undefined;
}

export function flagIn(member: string, schemas: readonly Schema[]): Flag | undefined {
  return booleanFlag(member, schemas) ?? timeFlag(member, schemas);
}

function booleanFlag(member: string, schemas: readonly Schema[]): Flag | undefined {
  if (!possibleConjuncts(schemas).some(({ type }) => type?.includes('boolean') === true)) return undefined;
  const on = wordsOf(member)
    .filter((one) => one !== 'is')
    .join('_');
  const off = oppositeOf(on);
  return {
    ...{ member, states: [on, off], isTime: false },
    stateOf: (value) => (typeof value === 'boolean' ? (value ? on : off) : undefined),
  };
}

function oppositeOf(word: string): string {
  if (word === 'enabled') return 'disabled';
  return word === 'active' ? 'inactive' : `un${word}`;
}

/** Times that each thing has, or that lie ahead. */
const OTHER_TIMES =
  /^(?:created|creat|made|added|updated|modified|changed|due|expires|starts?|begins?|ends?|scheduled|valid|seen|last\w*)$/;

function timeFlag(member: string, schemas: readonly Schema[]): Flag | undefined {
  const words = wordsOf(member);
  const [on = ''] = words;
  const isTime = possibleConjuncts(schemas).some(({ format, type }) => format === 'date-time' && type?.includes('null') === true);
  if (!isTime || words.length !== 2 || words[1] !== 'at' || OTHER_TIMES.test(on)) return undefined;
  const off = `un${on}`;
  return {
    ...{ member, states: [on, off], isTime },
    stateOf: (value) => (value === null ? off : typeof value === 'string' ? on : undefined),
  };
}
