// A rename between two versions of a document, and how pairs of an old and a new name are found.
import { rootComparison } from '../diff/comparison.ts';
import { compareSchemas } from '../diff/schemas.ts';
import type { Schema } from '../model/schema/schema.ts';

export interface Rename {
  readonly kind: 'operation' | 'schema' | 'property' | 'parameter' | 'value' | 'tag' | 'security scheme';
  /** As the documents write them. */
  readonly from: string;
  readonly to: string;
  /** Where it stands, in words: `of Pet`. `''` for what stands by itself. */
  readonly of: string;
  /** Why it is taken for one: `the same method and path`. */
  readonly reason: string;
  /** `certain`: no other reading. `likely`: it alone fits, but it could be another thing. */
  readonly certainty: 'certain' | 'likely';
  /** The names in code that change with it. */
  readonly names: readonly NameChange[];
}

/** A name of generated code, by where it is declared. */
export interface NameChange {
  /** The names that lead to it, from the outside in; `*` stands for any. The last is the old name. */
  readonly chain: readonly string[];
  readonly to: string;
  /** For a value of an enumeration: the chain is that of its type or member, and this is the text itself. */
  readonly value?: string;
}

/** Two or more that could be the new name of one, or the old name: none is applied. */
export interface Ambiguity {
  readonly kind: Rename['kind'];
  readonly of: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Pairs of which neither side fits anything else. The others are told as ambiguous. */
export function matched<T>(
  gone: readonly T[],
  fresh: readonly T[],
  fits: (one: T, other: T) => boolean,
  nameOf: (one: T) => string,
  what: Pick<Ambiguity, 'kind' | 'of'>,
  unsure: Ambiguity[],
): { readonly from: T; readonly to: T }[] {
  const pairs: { from: T; to: T }[] = [];
  const told = new Set<T>();
  for (const from of gone) {
    const candidates = fresh.filter((to) => fits(from, to));
    const [to] = candidates;
    if (to === undefined || told.has(from)) continue;
    const rivals = gone.filter((other) => candidates.some((candidate) => fits(other, candidate)));
    if (candidates.length === 1 && rivals.length === 1) pairs.push({ from, to });
    else {
      for (const rival of rivals) told.add(rival);
      unsure.push({ ...what, from: rivals.map(nameOf), to: candidates.map(nameOf) });
    }
  }
  return pairs;
}

/** Whether two schemas allow the same values. */
export function isAlike(one: Schema, other: Schema): boolean {
  const places = { before: one.location, after: other.location };
  return (['input', 'output'] as const).every((direction) => {
    const comparison = rootComparison('', direction, '', places, []);
    compareSchemas([one], [other], comparison);
    return comparison.changes.length === 0;
  });
}

export function sameWords(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
