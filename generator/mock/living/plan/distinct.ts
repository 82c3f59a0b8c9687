// Finds what no two things of a kind share, by the texts of their members and of the operations that create and change them.

import { pointerTo } from '../../../inference/pointers.ts';
import { endingIn, isCalledUnique, isOfAnother, isScopedTo, singular } from '../../../inference/prose/index.ts';
import { valueRulesOf } from '../../../inference/stated/unique-values.ts';
import type { Service } from '../../../model/service.ts';
import type { Distinct, Kind } from './kinds.ts';
import { sendableOf } from './sent.ts';

/** The members that their own texts call unique. */
export function uniqueIn(members: Kind['members'], name: string): Kind['unique'] {
  const unique = new Map<string, { readonly isCaseless: boolean }>();
  for (const [member, schemas] of members) {
    const text = schemas.map(({ description = '' }) => description).join(' ');
    if (isCalledUnique(text) && !isOfAnother(text, member, singular(name))) unique.set(member, { isCaseless: CASELESS.test(text) });
  }
  return unique;
}

const CASELESS = /whatever the case|case[- ]insensitive|(?:ignor\w+|regardless of) (?:the )?case/i;

/** What the texts say besides: `No two rooms of the same studio have the same name`. The references of the kind are known. */
export function distinctIn(service: Service, { resource, members, references, state, unique, parent, madeAt }: Kind): readonly Distinct[] {
  const { create, changes } = resource;
  if (create === undefined) return [];
  const sent = sendableOf(create, { members });
  const named = references.map(({ place }) => `/body${pointerTo(...place)}`);
  return valueRulesOf(service, { create, changes }, named).flatMap(({ members: own, said: { text }, isAnyCase: isCaseless }) => {
    const [only = '', ...others] = own;
    const isKnown = others.length === 0 && unique.get(only)?.isCaseless === isCaseless;
    // What a request sends is kept, also where no answer shows it.
    if (isKnown || !own.every((member) => members.has(member) || sent.has(member))) return [];
    const within = references.filter(({ kind }) => isScopedTo(text, kind.name)).map(({ place }) => place);
    const isBelow = parent !== undefined && madeAt !== undefined && isScopedTo(text, parent.name);
    return [{ members: own, isCaseless, within, isBelow, ended: new Set(state === undefined ? [] : endingIn(text, state.values)) }];
  });
}
