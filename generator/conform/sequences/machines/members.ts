// Finds the members that say in which state a thing is: a list of values, a boolean, or a time that is null until something happens.

import { wordsOf } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import { declaredMembers, type Members } from '../rules/seen.ts';

export interface StateMember {
  readonly name: string;
  readonly states: readonly string[];
  /** The values of the states, where a request may give them. */
  readonly valueOf: (state: string) => unknown;
  readonly of: (resource: Members) => string | undefined;
  /** The member and what it has in a state, as findings write it. */
  readonly shown: (state: string) => string;
}

/** A member of what is read whose values are listed, such as `status`. */
export function listedState(read: Reader): StateMember | undefined {
  for (const [name, schemas] of declaredMembers(read)) {
    const values = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed.filter((value) => typeof value === 'string'));
    if (values.length <= 1 || !/^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '')) continue;
    const state = (resource: Members): string | undefined => {
      const value = resource[name];
      return typeof value === 'string' ? value : undefined;
    };
    return { name, states: [...new Set(values)], valueOf: (one) => one, of: state, shown: (one) => `\`${name}\` is \`${one}\`` };
  }
  return undefined;
}

/** Members such as `active`, and `archived_at` that is null until then, with the words for what they say. */
export function flagsOf(read: Reader): readonly StateMember[] {
  return [...declaredMembers(read)].flatMap(([name, schemas]) => booleanFlag(name, schemas) ?? timeFlag(name, schemas) ?? []);
}

function booleanFlag(name: string, schemas: readonly Schema[]): StateMember | undefined {
  if (!possibleConjuncts(schemas).some(({ type }) => type?.includes('boolean') === true)) return undefined;
  const word = wordsOf(name)
    .filter((one) => one !== 'is')
    .join('_');
  const opposite = oppositeOf(word);
  return {
    name,
    states: [word, opposite],
    valueOf: (state) => state === word,
    of: (resource) => (typeof resource[name] === 'boolean' ? (resource[name] ? word : opposite) : undefined),
    shown: (state) => `\`${name}\` is ${state === word}`,
  };
}

function oppositeOf(word: string): string {
  if (word === 'enabled') return 'disabled';
  return word === 'active' ? 'inactive' : `un${word}`;
}

/** Times that each thing has, or that lie ahead. */
const OTHER_TIMES =
  /^(?:created|creat|made|added|updated|modified|changed|due|expires|starts?|begins?|ends?|scheduled|valid|seen|last\w*)$/;

function timeFlag(name: string, schemas: readonly Schema[]): StateMember | undefined {
  const words = wordsOf(name);
  const [word = ''] = words;
  const isTime = possibleConjuncts(schemas).some(({ format, type }) => format === 'date-time' && type?.includes('null') === true);
  if (!isTime || words.length !== 2 || words[1] !== 'at' || OTHER_TIMES.test(word)) return undefined;
  const opposite = `un${word}`;
  return {
    name,
    states: [word, opposite],
    valueOf: () => undefined,
    of: ({ [name]: value }) => (value === null ? opposite : typeof value === 'string' ? word : undefined),
    shown: (state) => `\`${name}\` is ${state === word ? 'a time' : 'null'}`,
  };
}

/** For things that have no states. */
export const ANY: StateMember = { name: '', states: [], valueOf: () => undefined, of: () => '', shown: () => '' };
