// Puts search results in order: by their score, by how much of their title the query names, by kind, and by the method that its verb means.
import type { SearchResult } from 'minisearch';
import type { SearchEntry } from '../../generator/docs/search/search-data.ts';
import { compounds, isStopWord, meaningful, tokenize } from './search-words.ts';

/** The methods of operations that do what a verb says. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  ...all('add create make new publish send start', ['POST']),
  ...all('delete drop remove', ['DELETE']),
  ...all('change edit modify replace set update', ['PUT', 'PATCH', 'POST']),
  ...all('fetch find get list read search show', ['GET']),
};

const KINDS: Readonly<Record<SearchEntry['kind'], number>> = {
  operation: 1.8,
  webhook: 1.6,
  callback: 1.6,
  schema: 1,
  guide: 0.9,
  statement: 0.5,
  status: 1,
};

/** The meaning of a query. */
interface Meaning {
  /** In lower case, without stop words and verbs. */
  readonly words: readonly string[];
  /** The methods that its verbs mean. */
  readonly methods: readonly string[];
  /** The names that its words spell together. */
  readonly names: readonly string[];
}

export function byRank(results: readonly SearchResult[], query: string, entries: readonly SearchEntry[]): readonly SearchResult[] {
  const all = query.toLowerCase().split(/\s+/).filter(Boolean);
  const words = meaningful(query.toLowerCase()).split(/\s+/);
  const nouns = words.filter((word) => VERBS[word] === undefined);
  const meaning = {
    words: nouns.length === 0 ? words : nouns,
    methods: all.flatMap((word) => VERBS[word] ?? []),
    names: compounds(query),
  };
  return results
    .map((result) => ({ result, rank: rankOf(result, entries[Number(result.id)], meaning) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ result }) => result);
}

function rankOf(result: SearchResult, entry: SearchEntry | undefined, meaning: Meaning): number {
  if (entry === undefined) return 0;
  const isMeant = entry.kind === 'operation' && meaning.methods.includes(entry.method);
  return result.score * KINDS[entry.kind] * (1 + 2 * named(entry, meaning)) * (isMeant ? 1.5 : 1);
}

/** How much of the title the query has, and the title of the query, 0 to 1: "user" names "Read a user" more than "Read a user by username". */
function named(entry: SearchEntry, { words, names }: Meaning): number {
  if (names.includes(entry.title.toLowerCase())) return 1;
  const { own, nouns } = titleWords(entry);
  return share(nouns.length === 0 ? own : nouns, words) * share(words, own);
}

interface TitleWords {
  readonly own: readonly string[];
  /** Those of them that are no verbs. */
  readonly nouns: readonly string[];
}

/** Kept, since every key asks for those of all results. */
const known = new WeakMap<SearchEntry, TitleWords>();

function titleWords(entry: SearchEntry): TitleWords {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const own = tokenize(entry.title.toLowerCase()).filter((word) => !isStopWord(word));
  const words = { own, nouns: own.filter((word) => VERBS[word] === undefined) };
  known.set(entry, words);
  return words;
}

/** The part of the words that others have too. A word that only begins like another counts half. */
function share(words: readonly string[], others: readonly string[]): number {
  const found = words.map((word) => {
    if (others.some((other) => other === word || `${other}s` === word || other === `${word}s`)) return 1;
    return others.some((other) => word.startsWith(other) || other.startsWith(word)) ? 0.5 : 0;
  });
  return found.reduce((sum: number, part) => sum + part, 0) / Math.max(words.length, 1);
}

function all(verbs: string, methods: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(verbs.split(' ').map((verb) => [verb, methods]));
}
