// What is known of an operation that was refused, where ways to prepare for it are looked for.
import type { Edge } from '../../../inference/edge.ts';
import { stemOf } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';

export interface Known {
  readonly operations: readonly Operation[];
  readonly edges: readonly Edge[];
  readonly refusal: string;
}

/** The operation that is refused, and what makes the thing that is prepared for it. */
export interface KnownOf extends Known {
  readonly operation: Operation;
  readonly producer: Operation;
}

export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\p{L}]+/u).map(stemOf));
}
