// Declares what is made of the text of a query or rule.

import type { Operator } from './operators.ts';

export interface Match {
  readonly kind: 'match';
  readonly operator: Operator;
  /** What the operator looks for, without its name and without quotes. */
  readonly value: string;
  /** Its place in the text, in UTF-16 units. */
  readonly at: number;
}

export type Query =
  | Match
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[]; readonly at: number }
  | { readonly kind: 'not'; readonly part: Query; readonly at: number };

/** What is wrong with the text of a query, and where: characters count from 1. */
export class QueryFault extends Error {
  override readonly name = 'QueryFault';
  readonly character: number;

  /** @param at in UTF-16 units */
  constructor(reason: string, text: string, at: number) {
    const character = [...text.slice(0, at)].length + 1;
    super(`Character ${character}: ${reason}`);
    this.character = character;
  }
}
