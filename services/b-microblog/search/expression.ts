// Writes a plan as each engine asks its index: FTS5 of SQLite, and `tsquery` of PostgreSQL.

import type { Engine } from '../../platform/store/engine.ts';
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

/** What to ask the index for; `undefined` where it finds nothing. */
export function expressionOf(plan: Plan, engine: Engine): string | undefined {
  const terms = termsOnly(plan, true);
  if (terms.kind === 'nothing') return undefined;
  return engine === 'sqlite' ? fts5(terms) : tsquery(terms);
}

/** FTS5 excludes only from what it has found, and its depth is limited, so that all that is excluded stands in one list. */
function fts5(terms: Terms): string {
  switch (terms.kind) {
    case 'row':
      return `"${terms.terms.join(' ')}"`;
    case 'or':
      return `(${terms.parts.map(fts5).join(' OR ')})`;
    case 'and': {
      const found = terms.parts.filter(({ kind }) => kind !== 'not').map(fts5);
      return without(found, terms.parts);
    }
    case 'not':
      return without([], [terms]);
    default:
      return `"${ANY}"`;
  }
}

function without(found: readonly string[], parts: readonly Terms[]): string {
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [fts5(part.part)] : []));
  const kept = found.length === 0 ? `"${ANY}"` : found.join(' AND ');
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
