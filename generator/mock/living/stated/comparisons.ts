// Finds what sentences hold a request against: times and numbers of the thing that it is about, or of one that it stands below or names.
import { phraseOf, saidOf, termsOf } from '../../../inference/prose/index.ts';
import { type MomentRule, momentRulesOf, type NumberRule, numberRulesOf } from '../../../inference/stated/compared.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Kind } from '../plan/kinds.ts';

interface Comparison {
  readonly moments: readonly MomentRule[];
  readonly numbers: readonly NumberRule[];
}

/** What an operation says of the things of a kind; `isOwn`: the request is about one. */
export type Comparisons = (operation: Operation, kind: Kind, isOwn: boolean) => Comparison;

/** Reads the sentences of an operation when it is first called. */
export function comparisonsOf(service: Service): Comparisons {
  const known = new Map<Operation, Map<string, Comparison>>();
  return (operation, kind, isOwn) => {
    const read = known.get(operation) ?? new Map<string, Comparison>();
    const key = `${isOwn} ${kind.collection.join('/')}`;
    const found = read.get(key) ?? comparisonOf(service, operation, kind, isOwn);
    known.set(operation, read.set(key, found));
    return found;
  };
}

function comparisonOf(service: Service, operation: Operation, kind: Kind, isOwn: boolean): Comparison {
  const { name, members, state, resource } = kind;
  // Where a sentence does not name the thing, it is about the one that the operation is done to.
  const isNamed = new RegExp(`\\b(?:${phraseOf(name)})\\b`, 'i');
  const said = saidOf(service, operation).filter(({ text, refusal }) => refusal !== undefined && (isOwn || isNamed.test(text)));
  if (said.length === 0) return { moments: [], numbers: [] };
  const { create } = resource;
  const states = state?.values ?? [];
  const holder = { name, terms: termsOf(members).filter((term) => term.kind === 'number'), states, isOwn };
  const moments = momentRulesOf(service, operation, { name, members, create: create === operation ? undefined : create, states, isOwn });
  return {
    moments: moments.filter((rule) => isOwn || isNamed.test(rule.said.text)),
    numbers: numberRulesOf(said, operation, [holder]),
  };
}
