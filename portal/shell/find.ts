// Finds what a query means: what it spells in full first, then what contains its words, then what is spelt like them.
import MiniSearch, { type QueryCombination, type SearchResult } from 'minisearch';
import type { SearchData, SearchEntry } from '../../generator/docs/search/search-data.ts';
import { byRank } from './rank.ts';
import { compounds, meaningful, tokenize } from './search-words.ts';
import { spellings } from './spellings.ts';

export interface Found {
  readonly entry: SearchEntry;
  /** The field of a schema that the query names, where it does not name the schema. Looked for when it is asked for: few results are shown. */
  readonly field: string | undefined;
  /** Whether it lacks some of the words. */
  readonly isPartial: boolean;
}

/** Every operation has a method, so that a word such as "post" says little there. */
const BOOST = { title: 4, name: 4, path: 3, fields: 2, method: 0.1 };

/** For words that spell a name together: a field with that name is meant. */
const BOOST_COMPOUND = { ...BOOST, fields: 8 };

const FUZZY = { fuzzy: (term: string) => (term.length > 3 ? 0.25 : false) };

export async function createFinder({ services, entries }: SearchData): Promise<(query: string) => readonly Found[]> {
  const index = new MiniSearch<SearchEntry>({
    fields: ['title', 'name', 'method', 'path', 'fields', 'text'],
    searchOptions: {
      boost: BOOST,
      prefix: true,
      combineWith: 'AND',
    },
    tokenize,
  });
  // In chunks, so that the page stays responsive.
  await index.addAllAsync(entries, { chunkSize: 50 });
  const spelled = spellings({ services, entries });
  return (query) => {
    const first = spelled(query);
    const { results, isPartial } = search(index, meaningful(query));
    const ranked = byRank(results, query, entries);
    const matches = new Map(ofStatus(query, ranked, entries).map((result) => [Number(result.id), result]));
    const named = new Map(first.map(({ entry, field }) => [entry.id, field]));
    return [...new Set([...named.keys(), ...matches.keys()])].flatMap((id) => {
      const entry = entries[id];
      if (entry === undefined) return [];
      const match = matches.get(id);
      return [
        {
          entry,
          isPartial,
          get field() {
            return named.get(id) ?? (match === undefined ? undefined : fieldOf(entry, match));
          },
        },
      ];
    });
  };
}

/**
 * For a status alone, the entries of that status first, and none of the operations that only list it among their responses: those entries count them,
 * and they are nearly all.
 */
function ofStatus(query: string, ranked: readonly SearchResult[], entries: readonly SearchEntry[]): readonly SearchResult[] {
  const isStatus = ({ id }: SearchResult): boolean => entries[Number(id)]?.kind === 'status' && entries[Number(id)]?.name === query;
  const own = ranked.filter(isStatus);
  if (own.length === 0) return ranked;
  const says = ({ match }: SearchResult): boolean => (match[query] ?? []).some((place) => place !== 'fields');
  return [...own, ...ranked.filter((result) => !isStatus(result) && says(result))];
}

/** A fuzzy search takes ten times as long, so it runs only if the exact one finds little. */
function search(index: MiniSearch<SearchEntry>, query: string): { readonly results: readonly SearchResult[]; readonly isPartial: boolean } {
  // Words that spell a name together find it by that too; as one word where a part of it has one or two letters, which begin so many others.
  const whole = /(?:^|\s)\S{1,2}(?:\s|$)/.test(query) ? { tokenize: (text: string) => [text] } : {};
  const exact = index.search({
    combineWith: 'OR',
    queries: [
      allOf(query),
      ...compounds(query).map((name) => ({ combineWith: 'AND' as const, queries: [name], boost: BOOST_COMPOUND, ...whole })),
    ],
  });
  if (exact.length > 2) return { results: exact, isPartial: false };
  const known = new Set(exact.map(({ id }) => id));
  const alike = index.search(allOf(query), FUZZY).filter(({ id }) => !known.has(id));
  const results = [...exact, ...alike];
  if (results.length > 0) return { results, isPartial: false };
  return { results: index.search({ ...allOf(query), combineWith: 'OR' }, FUZZY), isPartial: true };
}

/** One or two letters begin so many words that they are looked for in names alone: they are mostly a word that is not yet typed. */
const NAMES = ['title', 'name', 'path'];

function allOf(query: string): QueryCombination {
  const words = query.split(/\s+/).map((word) => (word.length > 2 ? word : { queries: [word], fields: NAMES, fuzzy: false }));
  return { combineWith: 'AND', queries: words };
}

/** The field of a schema that has a word of the query, where the name of the schema has none. */
function fieldOf({ kind, fields }: SearchEntry, { match }: SearchResult): string | undefined {
  if (kind !== 'schema') return undefined;
  const places = Object.values(match).flat();
  if (places.includes('name') || places.includes('title')) return undefined;
  const terms = Object.entries(match).flatMap(([term, where]) => (where.includes('fields') ? [term] : []));
  const paths = fields.split(' ').filter((path) => {
    const words = tokenize(path).map((word) => word.toLowerCase());
    return terms.some((term) => words.includes(term));
  });
  // The field with most of the words, and of those the shortest.
  const count = (path: string): number => terms.filter((term) => path.toLowerCase().includes(term)).length;
  return paths.sort((a, b) => count(b) - count(a) || a.length - b.length)[0];
}
