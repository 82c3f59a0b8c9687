// The headers that responses declare → the names of their interfaces, one for each set of headers, however many responses declare it.
import { jsonText } from '../../base/exact.ts';
import { groupBy } from '../../base/group-by.ts';
import type { SettledOperation } from '../operations/operations.ts';
import type { Response } from '../service.ts';
import { pascalCase } from './names.ts';
import type { Names } from './naming.ts';

/** The headers that some responses declare. */
interface HeaderSet {
  /** The same for all that declare the same. */
  readonly key: string;
  /** In alphabetical order, since that of the document has no part in a name. */
  readonly names: readonly string[];
  /** Whether all of them may be absent. */
  readonly isOptional: boolean;
}

/** The name of the interface for each response that has headers. */
export function nameHeaders(operations: readonly SettledOperation[], names: Names): Map<Response, string> {
  const sets = new Map<Response, HeaderSet>();
  for (const operation of operations) {
    for (const [index, response] of operation.responses.entries()) {
      if (response.headers.length > 0) sets.set(response, headerSet(operation, index, response));
    }
  }
  const byKey = nameSets([...new Map([...sets.values()].map((set) => [set.key, set])).values()], names);
  return new Map([...sets].map(([response, { key }]) => [response, byKey.get(key) ?? '']));
}

function headerSet({ draft }: SettledOperation, index: number, { headers }: Response): HeaderSet {
  const written = (draft.responses[index]?.headers ?? []).map(({ name, node, schema }, at) => {
    const { value, location } = node;
    // The same text may mean another header in another file, or where one side of the service has changed its schema.
    const side = headers[at]?.schema === schema ? '' : draft.source.kind;
    return { name, text: `${name} ${location.source.display} ${side} ${value === undefined ? '' : jsonText(value)}` };
  });
  written.sort((left, right) => (left.text.toLowerCase() < right.text.toLowerCase() ? -1 : 1));
  return {
    key: written.map(({ text }) => text).join('\n'),
    names: written.map(({ name }) => name),
    isOptional: headers.every(({ required }) => !required),
  };
}

/** Sets that would share a short name get a longer one, and a number only where that is not enough. */
function nameSets(sets: readonly HeaderSet[], names: Names): Map<string, string> {
  const chosen = new Map<string, string>();
  const choose = (group: readonly HeaderSet[], [word, ...more]: readonly ((set: HeaderSet) => string)[]): void => {
    const give = (set: HeaderSet, text: string) => chosen.set(set.key, names.headers(names.legalType(`${text}Headers`)));
    if (word === undefined) {
      for (const set of group) give(set, fullWords(set));
      return;
    }
    const byWord = groupBy(group, word);
    // First come those that have a name to themselves.
    for (const [text, [only, ...others]] of byWord) if (only !== undefined && others.length === 0) give(only, text);
    for (const [, same] of byWord) if (same.length > 1) choose(same, more);
  };
  choose(
    sets.toSorted((left, right) => (left.key < right.key ? -1 : 1)),
    [shortWords, saysOptional(shortWords), fullWords, saysOptional(fullWords)],
  );
  return chosen;
}

/** `RateLimit`, and `OptionalRateLimit` where all may be absent. */
function saysOptional(word: (set: HeaderSet) => string): (set: HeaderSet) => string {
  return (set) => `${set.isOptional ? 'Optional' : ''}${word(set)}`;
}

/** `X-RateLimit-Limit` → `RateLimit`, `Limit`. */
function wordsOf(header: string): string[] {
  const words = header.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return words.length > 1 && words[0]?.toLowerCase() === 'x' ? words.slice(1) : words;
}

/** The common beginnings of headers: `x-rate-limit-limit` and `x-rate-limit-reset` are `RateLimit`; with `Retry-After`, `RateLimitAndRetryAfter`. */
function shortWords({ names }: HeaderSet): string {
  const families = groupBy(names.map(wordsOf), ([first = '']) => first.toLowerCase());
  return together([...families.values()].map(commonWords));
}

function commonWords([first = [], ...others]: readonly (readonly string[])[]): string {
  const end = first.findIndex((word, index) => others.some((other) => other[index]?.toLowerCase() !== word.toLowerCase()));
  return pascalCase(first.slice(0, end === -1 ? first.length : end).join('-'));
}

function fullWords({ names }: HeaderSet): string {
  return names.map((name) => pascalCase(wordsOf(name).join('-'))).join('And');
}

const MOST = 3;

function together(words: readonly string[]): string {
  return words.length <= MOST ? words.join('And') : `${words.slice(0, MOST - 1).join('And')}AndMore`;
}
