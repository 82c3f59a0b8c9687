// Finds what no two things of a kind share, by the texts of their members and of the operations that create and change them.

import type { Held } from '../../../inference/held.ts';
import { pointerTo } from '../../../inference/pointers.ts';
import {
  doneOnceIn,
  endingIn,
  isCalledUnique,
  isOfAnother,
  isScopedTo,
  renamingIn,
  saidOf,
  sentencesIn,
  singular,
  withRefusal,
} from '../../../inference/prose/index.ts';
import { valueRulesOf } from '../../../inference/stated/unique-values.ts';
import type { Operation, Service } from '../../../model/service.ts';
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
  const pairs = oncePerIn(service, { create, name: resource.name, parent, references, isElsewhere: madeAt !== undefined });
  const rules = valueRulesOf(service, { create, changes }, named).flatMap(({ members: own, said: { text }, isAnyCase: isCaseless }) => {
    const [only = '', ...others] = own;
    const isKnown = others.length === 0 && unique.get(only)?.isCaseless === isCaseless;
    // What a request sends is kept, also where no answer shows it.
    if (isKnown || !own.every((member) => members.has(member) || sent.has(member))) return [];
    const within = references.filter(({ kind }) => isScopedTo(text, kind.name)).map(({ place }) => place);
    const isBelow = parent !== undefined && madeAt !== undefined && isScopedTo(text, parent.name);
    return [{ members: own, isCaseless, within, isBelow, ended: new Set(state === undefined ? [] : endingIn(text, state.values)) }];
  });
  return [...rules, ...pairs];
}

interface Made {
  readonly create: Operation;
  readonly name: string;
  readonly parent: Kind | undefined;
  readonly references: Kind['references'];
  readonly isElsewhere: boolean;
}

/** What another thing does once to the one above: a customer reviews a product once. */
function oncePerIn(service: Service, { create, name, parent, references, isElsewhere }: Made): readonly Distinct[] {
  const isSaid = parent !== undefined && doneOnceIn(service, create, { thing: parent.name, part: name }) !== undefined;
  const members = references.flatMap(({ kind, place: [member = '', ...inside] }) => (kind === parent || inside.length > 0 ? [] : [member]));
  return isSaid && members.length > 0 ? [{ members, isCaseless: false, within: [], isBelow: isElsewhere, ended: new Set() }] : [];
}

/** What the texts say of the identifiers of things that were deleted: `An id is never given again`. */
export function renamedIn(service: Service, { name, create, id, parameter = id }: Held): Pick<Kind, 'isNeverRenamed'> {
  if (create === undefined || parameter === undefined) return {};
  const sayings = [...saidOf(service, create), ...sentencesIn(service.description ?? '').map(withRefusal)];
  const [renaming] = sayings.flatMap((said) => renamingIn(said, { kind: name, place: parameter }) ?? []);
  return renaming === 'taken' ? { isNeverRenamed: true } : {};
}
