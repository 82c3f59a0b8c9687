// Ranks operations by the words of a query: over the operation's id, summary, tags, path, parameters and description.
import type { Tool } from './tools.ts';

/** How much a word counts where it stands. */
const WEIGHTS = { id: 5, summary: 4, tags: 3, path: 3, parameters: 2, description: 1 } as const;

/** A word that only begins like one of the query. */
const PREFIX = 0.5;

/** Verbs that people use for methods, whatever the document calls them. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'list', 'read', 'show', 'find', 'fetch', 'search'],
  POST: ['create', 'add', 'new', 'post', 'send', 'make'],
  PUT: ['update', 'replace', 'set', 'change', 'put'],
  PATCH: ['update', 'change', 'edit', 'patch', 'modify'],
  DELETE: ['delete', 'remove', 'cancel', 'drop'],
};

interface Entry {
  readonly tool: Tool;
  /** The words of its id. */
  readonly own: ReadonlySet<string>;
  /** Each word with the greatest weight that it has. */
  readonly words: ReadonlyMap<string, number>;
}

export interface Index {
  readonly entries: readonly Entry[];
  /** In how many operations a word stands. */
  readonly counts: ReadonlyMap<string, number>;
}

export function indexOf(tools: readonly Tool[]): Index {
  const entries = tools.map((tool) => ({ tool, own: new Set(wordsOf(tool.row.id)), words: wordsOfTool(tool) }));
  const counts = new Map<string, number>();
  for (const { words } of entries) for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { entries, counts };
}

function wordsOfTool({ name, row, facts }: Tool): Map<string, number> {
  const words = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(`${row.id} ${name}`, WEIGHTS.id);
  add(facts.summary ?? '', WEIGHTS.summary);
  add((facts.tags ?? []).join(' '), WEIGHTS.tags);
  add(row.path, WEIGHTS.path);
  add((row.parameters ?? []).map((parameter) => parameter.name).join(' '), WEIGHTS.parameters);
  add(facts.description ?? '', WEIGHTS.description);
  for (const verb of VERBS[row.method] ?? []) words.set(verb, Math.max(words.get(verb) ?? 0, WEIGHTS.description));
  return words;
}

/** `listAppEvents`, `/apps/{id}` → lower-case words without the `s` of a plural. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word));
}

/**
 * The operations that have words of the query, the best first. A word counts more the fewer operations have it, and an operation the more of its own
 * words the query has.
 */
export function ranked({ entries, counts }: Index, query: string): Tool[] {
  const wanted = [...new Set(wordsOf(query))];
  return entries
    .map(({ tool, own, words }) => {
      const score = wanted.reduce((sum, word) => sum + scoreOf(word, words, counts, entries.length), 0);
      const met = wanted.filter((word) => own.has(word)).length;
      return { tool, score: score * (1 + met / Math.max(1, own.size)) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

function scoreOf(wanted: string, words: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>, total: number): number {
  const rarity = (word: string): number => Math.log(1 + total / (counts.get(word) ?? 1));
  const exact = words.get(wanted);
  if (exact !== undefined) return exact * rarity(wanted);
  if (wanted.length < 3) return 0;
  let best = 0;
  for (const [word, weight] of words) {
    if (word.startsWith(wanted) || (word.length > 3 && wanted.startsWith(word))) best = Math.max(best, PREFIX * weight * rarity(word));
  }
  return best;
}
