// Finds the members that say in which state a thing is: a list of values, a boolean, or a time that is null until something happens.

import { flagIn } from '../../../inference/flags.ts';
import { wordsOf } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
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
  return [...declaredMembers(read)].flatMap(([name, schemas]): readonly StateMember[] => {
    const flag = flagIn(name, schemas);
    if (flag === undefined) return [];
    const { states, isTime, stateOf } = flag;
    const [on] = states;
    const shown = (state: string): string => (isTime ? (state === on ? 'a time' : 'null') : `${state === on}`);
    return [
      {
        ...{ name, states },
        valueOf: (state) => (isTime ? undefined : state === on),
        of: (resource) => stateOf(resource[name]),
        shown: (state) => `\`${name}\` is ${shown(state)}`,
      },
    ];
  });
}

/** For things that have no states. */
export const ANY: StateMember = { name: '', states: [], valueOf: () => undefined, of: () => '', shown: () => '' };
