// The places of a project's code that changes concern, as each format shows them.
import type { Change } from '../index.ts';

export interface CodePlace {
  /** The path as messages show it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** What to write there. */
  readonly advice: string;
  /** What the compiler says of the place with the code of the new version; absent where it compiles. */
  readonly fault?: string;
}

export interface CodePlaces<Place extends CodePlace = CodePlace> {
  /** The places of each change; empty where it concerns none. */
  readonly of: ReadonlyMap<Change, readonly Place[]>;
  /** Places that stop to compile, and that no single change explains. */
  readonly others: readonly Place[];
}

/** `src/find.ts:12:20` */
export function lineOf({ file, line, column }: CodePlace): string {
  return `${file}:${line}:${column}`;
}

/** The places of some changes, each once. */
export function placesOf<Place extends CodePlace>(places: CodePlaces<Place> | undefined, changes: readonly Change[]): readonly Place[] {
  const all = changes.flatMap((change) => (places?.of.get(change) ?? []).map((place) => [lineOf(place), place] as const));
  return [...new Map(all).values()];
}

/** How many places there are in all. */
export function countPlaces({ of, others }: CodePlaces): number {
  return new Set([...[...of.values()].flat(), ...others].map(lineOf)).size;
}

/** What to do at a place, as a part of a sentence. */
export function taskAt({ advice, fault }: CodePlace): string {
  return fault === undefined ? advice : `${advice}; it no longer compiles: ${fault}`;
}
