// Checks that a query finds something by itself: operators that only narrow what others find, and what is excluded, are not enough.

import { type Match, type Query, QueryFault } from './query.ts';

/** @throws {QueryFault} */
export function requireStanding(query: Query, text: string): void {
  const weak = weakPart(query);
  if (weak === undefined) return;
  const [first] = matchesIn(weak);
  if (first === undefined) throw new QueryFault('Something must be looked for; a query cannot only exclude.', text, weak.at);
  throw new QueryFault(`\`${first.operator.name}\` cannot stand alone: add a word or another operator to it.`, text, first.at);
}

/** The part that finds nothing by itself. Every side of an OR must do so, and one of the terms side by side. */
function weakPart(query: Query): Query | undefined {
  switch (query.kind) {
    case 'match':
      return query.operator.stands ? undefined : query;
    case 'not':
      return query;
    case 'and':
      return query.parts.some((part) => weakPart(part) === undefined) ? undefined : query;
    case 'or':
      return query.parts.map(weakPart).find((part) => part !== undefined);
  }
}

/** What must be in a post, without what is excluded. */
function matchesIn(query: Query): readonly Match[] {
  if (query.kind === 'match') return [query];
  return query.kind === 'not' ? [] : query.parts.flatMap(matchesIn);
}
