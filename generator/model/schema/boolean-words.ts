// `x-boolean-words` (docs/extensions.md) of a schema or of the document: the texts that are read as true and as false beside `true` and `false`.

import type { Problems } from '../../base/problem.ts';
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, members, refuseExtension } from '../document-node.ts';
import type { BooleanWords, Schema } from './schema.ts';
import { ARRAY, BOOLEAN, intendedTypes, NULL } from './types.ts';

const KEY = 'x-boolean-words';
/** `x-boolean-words: false`: no words, even if the document has some. */
const NONE: BooleanWords = { true: [], false: [] };

/** `undefined` if the schema or document has no `x-boolean-words`, or a word is ambiguous. */
export function readBooleanWords(holder: DocumentNode, problems: Problems): BooleanWords | undefined {
  // Most schemas have none, and what `child` returns would be made for nothing.
  if (!isObject(holder.value) || !Object.hasOwn(holder.value, KEY)) return undefined;
  const node = child(holder, KEY);
  if (node.value === undefined) return undefined;
  if (node.value === false) return NONE;
  const refused = refuseExtension(KEY, problems);
  const lists = new Map(members(node));
  const isKnown = [...lists.keys()].every((key) => key === 'true' || key === 'false');
  if (!isObject(node.value) || lists.size === 0 || !isKnown)
    return refused(node, `\`${KEY}\` has words for \`true\` and \`false\`, and nothing else.`, SHAPE);
  const words: Record<keyof BooleanWords, string[]> = { true: [], false: [] };
  const meaning = new Map<unknown, string>([
    ['true', 'true'],
    ['false', 'false'],
    ['null', 'null'],
  ]);
  for (const key of ['true', 'false'] as const) {
    const list = lists.get(key);
    if (list === undefined) continue;
    if (!Array.isArray(list.value)) return refused(list, `The words for \`${key}\` must be a list.`, SHAPE);
    for (const [, item] of members(list)) {
      const { value: word } = item;
      if (typeof word !== 'string') return refused(item, `Each word for \`${key}\` must be a string.`, "Quote it, as in `true: [t, '1']`.");
      if (word.includes('|')) return refused(item, `'${word}' cannot be a word: \`|\` is not supported.`, 'Leave the word out.');
      const before = meaning.get(word);
      if (before !== undefined && before !== key)
        return refused(item, `'${word}' cannot mean ${key}: it means ${before}.`, 'Write each word once.');
      if (before === undefined) words[key].push(word);
      meaning.set(word, key);
    }
  }
  return words;
}

const SHAPE = "Write `{ true: [t, '1'], false: [f, '0'] }` with the words that the service takes, or `false` for none.";

/** Words mean something where a value can be nothing but a boolean, or null; to be asked once schemas are filled. */
export function checkBooleanWords(schema: Schema, problems: Problems): void {
  const types = intendedTypes(schema);
  if ((types & ~NULL) === BOOLEAN) return;
  refuseExtension(KEY, problems)(
    { location: { ...schema.location, pointer: `${schema.location.pointer}/${KEY}`, at: 'key' } },
    `\`${KEY}\` stands on a schema that is not boolean.`,
    types === ARRAY ? 'Write it on the `items` of the list.' : 'Write it beside `type: boolean`, or at the root of the document.',
  );
}

/** Whether a schema says of itself that it has booleans. */
export function saysBoolean({ type, enum: values = [], const: constant }: Schema): boolean {
  return type?.includes('boolean') ?? [...values, constant?.value].some((value) => typeof value === 'boolean');
}
