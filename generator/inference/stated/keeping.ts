// Reads which other things keep a thing from being deleted, by the texts of the delete: `A room that has a booked appointment cannot be deleted`.
import type { Operation } from '../../model/service.ts';
import { isWithoutOnly, type Keeping, keepingIn, phraseOf, sentencesIn } from '../prose/index.ts';

const REFUSING =
  /\b4(?!04|10)\d\d\b|refus|conflict|cannot|can['’]t|not (?:allowed|possible)|fails?\b|\bstays?(?:[.,;]|\s+\()|\(`\w+`\)|\b(?:is|are) kept\b/i;

/** The sentences of a delete that say when it is refused. */
export function refusalsOfDelete({ description = '', responses }: Operation): readonly string[] {
  const own = responses.filter(({ status, component }) => status === '409' && component === undefined).map((one) => one.description);
  // What stands behind a semicolon says how the first part is refused.
  const isRefused = (one: string, index: number, all: readonly string[]): boolean =>
    REFUSING.test(one) || (one.endsWith(';') && REFUSING.test(all[index + 1] ?? ''));
  return [...sentencesIn(description).filter(isRefused), ...own.flatMap(sentencesIn)];
}

/** What the document says of things of a kind by which the delete is refused. `states`: those that such things may have. */
export function keepingBy(remove: Operation, name: string, states: readonly string[]): Keeping | undefined {
  const { description = '', parameters } = remove;
  if (sentencesIn(description).some((one) => isWithoutOnly(one, name))) return { states: [], isMeant: () => true };
  for (const one of refusalsOfDelete(remove)) {
    const keeping = keepingIn(withoutOption(one, parameters), name, states);
    if (keeping !== undefined) return keeping;
  }
  return undefined;
}

/** The sentence without what an optional parameter changes, which is left out: `unless force is true`. */
function withoutOption(text: string, parameters: Operation['parameters']): string {
  const options = optionsOf(parameters).map(phraseOf);
  if (options.length === 0) return text;
  return text.replace(new RegExp(`,?\\s*\\bunless\\s+[\`'"]?(?:${options.join('|')})\\b[\`'"]?\\s+(?:is|=)\\b.*$`, 'i'), '');
}

/** The parameters of the query that a delete may leave out: with one of them, it may not be refused. */
export function optionsOf(parameters: Operation['parameters']): readonly string[] {
  return parameters.filter((one) => !one.required && one.in === 'query').map(({ name }) => name);
}
