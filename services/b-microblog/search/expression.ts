// Writes a plan as each engine asks its index: FTS5 of SQLite, and `tsquery` of PostgreSQL.

import type { Plan } from './plan.ts';
import { ANY } from './terms.ts';

/** A plan of terms alone, which finds at least what the plan finds. */
type Terms =
  | { readonly kind: 'all' | 'nothing' }
  | { readonly kind: 'row'; readonly terms: readonly string[] }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Terms[] }
  | { readonly kind: 'not'; readonly part: Terms };

/** @param isWide whether what cannot be told by terms holds: inside what is excluded, it is taken not to */
function termsOnly(plan: Plan, isWide: boolean): Terms {
  switch (plan.kind) {
    case 'nothing':
      return { kind: 'nothing' };
    case 'check':
      return { kind: isWide ? 'all' : 'nothing' };
    case 'terms':
      return plan.terms.length === 0 ? { kind: 'nothing' } : { kind: 'row', terms: plan.terms };
    case 'not':
      return inverted(termsOnly(plan.part, !isWide));
    default:
      return joined(
        plan.kind,
        plan.parts.map((part) => termsOnly(part, isWide)),
      );
  }
}

function inverted(part: Terms): Terms {
  if (part.kind === 'all') return { kind: 'nothing' };
  if (part.kind === 'nothing') return { kind: 'all' };
  return part.kind === 'not' ? part.part : { kind: 'not', part };
}

function joined(kind: 'and' | 'or', given: readonly Terms[]): Terms {
  const [winner, idle] = kind === 'and' ? (['nothing', 'all'] as const) : (['all', 'nothing'] as const);
  const parts = given.filter((part) => part.kind !== idle);
  if (parts.some((part) => part.kind === winner)) return { kind: winner };
  const [first] = parts;
  if (first === undefined) return { kind: idle };
  return parts.length === 1 ? first : { kind, parts };
}

/** What to ask PostgreSQL for; `undefined` where it finds nothing. */
export function tsqueryOf(plan: Plan): string | undefined {
  const terms = termsOnly(plan, true);
  return terms.kind === 'nothing' ? undefined : tsquery(terms);
}

/**
 * What to ask FTS5 for; `undefined` where it finds nothing.
 * @param moments what the terms of moments begin with to which the search is held; absent: it goes through the whole index
 */
export function fts5Of(plan: Plan, moments: readonly string[] = []): string | undefined {
  const terms = termsOnly(plan, true);
  if (terms.kind === 'nothing') return undefined;
  const within = moments.length === 0 ? [] : [`(${moments.map((moment) => `"${moment}"*`).join(' OR ')})`];
  const whole = fts5(terms, within);
  return terms.kind === 'row' || terms.kind === 'or' ? [whole, ...within].join(' AND ') : whole;
}

/**
 * How many lists of posts FTS5 goes through for a plan.
 * @param ofGroup how many the moments stand for to which each group of terms is held
 */
export function listsOf(plan: Plan, ofGroup = 0): number {
  return countLists(termsOnly(plan, true), ofGroup);
}

function countLists(terms: Terms, ofGroup: number): number {
  switch (terms.kind) {
    case 'row':
      return terms.terms.length;
    case 'not':
      return ofGroup + countLists(terms.part, ofGroup);
    case 'and':
    case 'or':
      return terms.parts.reduce((sum, part) => sum + countLists(part, ofGroup), terms.kind === 'and' ? ofGroup : 0);
    default:
      return ofGroup + 1;
  }
}

/**
 * FTS5 excludes only from what it has found, and its depth is limited, so that all that is excluded stands in one list. Each group of terms that must
 * meet is held to the moments, since FTS5 looks by itself for the next post where they do, however far away.
 */
function fts5(terms: Terms, within: readonly string[]): string {
  switch (terms.kind) {
    case 'row':
      return `"${terms.terms.join(' ')}"`;
    case 'or':
      return `(${terms.parts.map((part) => fts5(part, within)).join(' OR ')})`;
    case 'and':
      return without(terms.parts, within);
    case 'not':
      return without([terms], within);
    default:
      return without([], within);
  }
}

function without(parts: readonly Terms[], within: readonly string[]): string {
  const found = parts.filter(({ kind }) => kind !== 'not').map((part) => fts5(part, within));
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [fts5(part.part, within)] : []));
  const kept = [...(found.length === 0 && within.length === 0 ? [`"${ANY}"`] : found), ...within].join(' AND ');
  return excluded.length === 0 ? `(${kept})` : `((${kept}) NOT (${excluded.join(' OR ')}))`;
}

function tsquery(terms: Terms): string {
  switch (terms.kind) {
    case 'row':
      return terms.terms.length === 1 ? (terms.terms[0] ?? '') : `(${terms.terms.join(' <-> ')})`;
    case 'or':
      return `(${terms.parts.map(tsquery).join(' | ')})`;
    case 'and':
      return `(${terms.parts.map(tsquery).join(' & ')})`;
    case 'not':
      return `!${tsquery(terms.part)}`;
    default:
      return ANY;
  }
}
