// Reads what other tools' extensions say of the values of an `enum`: names for code, short texts for people, descriptions.
import type { Location, Problems } from '../../base/problem.ts';
import { isObject, own } from '../../load/pointer.ts';
import { child, type DocumentNode, keyOf, members } from '../document-node.ts';

/** A text of the document, and where it stands. */
export interface Word {
  readonly text: string;
  readonly location: Location;
}

/** What extensions say of one value. */
export interface Words {
  readonly name?: Word;
  readonly label?: string;
  readonly description?: string;
}

/** The spellings that tools write or read; of several on one schema, the first here is read. */
const SPELLINGS = {
  name: ['x-enum-varnames', 'x-enumNames', 'x-enum-varNames', 'x-enum-names'],
  label: ['x-enum-labels', 'x-enumLabels'],
  description: ['x-enum-descriptions', 'x-enumDescriptions'],
} as const;

/** What is said of each of `values`, the items of the schema's `enum`. An extension that does not fit them is ignored whole, with a warning. */
export function readWords(schema: DocumentNode, values: readonly DocumentNode[], problems: Problems): Words[] {
  const rows = readRows(schema, values, problems);
  const names = new Map([...rows.name, ...readSpelling(schema, SPELLINGS.name, values, problems)]);
  const labels = readSpelling(schema, SPELLINGS.label, values, problems);
  const descriptions = new Map([...rows.description, ...readSpelling(schema, SPELLINGS.description, values, problems)]);
  return values.map((_, index) => {
    const [name, label, description] = [names.get(index), labels.get(index), descriptions.get(index)];
    return {
      ...(name === undefined ? {} : { name }),
      ...(label === undefined ? {} : { label: label.text }),
      ...(description === undefined ? {} : { description: description.text }),
    };
  });
}

type ByIndex = ReadonlyMap<number, Word>;
const NONE: ByIndex = new Map();

function readSpelling(schema: DocumentNode, spellings: readonly string[], values: readonly DocumentNode[], problems: Problems): ByIndex {
  const { value } = schema;
  const key = isObject(value) ? spellings.find((spelling) => own(value, spelling) !== undefined) : undefined;
  if (key === undefined) return NONE;
  const node = child(schema, key);
  const texts = values.length === 1 ? 'one text' : `${values.length} texts`;
  const fix = `Write a list of ${texts}, in the order of \`enum\`, or an object with texts by value.`;
  const refuse = refuser(key, fix, NONE, problems);
  const found = Array.isArray(node.value) ? wordsInOrder(node, node.value.length, values, refuse) : wordsByValue(node, values, refuse);
  const repeated = spellings === SPELLINGS.name ? secondOf(found) : undefined;
  return repeated === undefined ? found : refuse(repeated.location, `'${repeated.text}' stands here twice`);
}

/** From `x-ms-enum`: a row for a value, with its name, its description or both. Without rows it says nothing that is read. */
function readRows(schema: DocumentNode, values: readonly DocumentNode[], problems: Problems): Rows {
  const list = child(child(schema, 'x-ms-enum'), 'values');
  const refuse = refuser(
    'x-ms-enum',
    'Write a list of rows, such as `{ value: new, name: New, description: It was placed. }`.',
    NO_ROWS,
    problems,
  );
  if (list.value === undefined) return NO_ROWS;
  if (!Array.isArray(list.value)) return refuse(list.location, 'This is not a list');
  const indices = indicesByText(values);
  const found = { name: new Map<number, Word>(), description: new Map<number, Word>() };
  for (const [, row] of members(list)) {
    const value = child(row, 'value');
    const index = indices.get(String(value.value));
    if (index === undefined) return refuse(row.location, 'This row is of no value of `enum`');
    for (const field of ['name', 'description'] as const) {
      const { value: text, location } = child(row, field);
      if (text !== undefined && typeof text !== 'string') return refuse(location, 'This is not a text');
      if (text) found[field].set(index, { text, location });
    }
  }
  const repeated = secondOf(found.name);
  return repeated === undefined ? found : refuse(repeated.location, `'${repeated.text}' stands here twice`);
}

interface Rows {
  readonly name: ByIndex;
  readonly description: ByIndex;
}
const NO_ROWS: Rows = { name: NONE, description: NONE };

/** The first word that another before it equals. */
function secondOf(words: ByIndex): Word | undefined {
  const before = new Set<string>();
  return [...words.values()].find(({ text }) => before.size === before.add(text).size);
}

type Refuse<T> = (location: Location, message: string) => T;

function refuser<T>(key: string, fix: string, none: T, problems: Problems): Refuse<T> {
  return (location, message) => {
    problems.add({ code: 'enum-words-invalid', severity: 'warning', message: `${message}, so \`${key}\` is ignored.`, fix, location });
    return none;
  };
}

function indicesByText(values: readonly DocumentNode[]): ReadonlyMap<string, number> {
  return new Map(values.map(({ value }, index) => [String(value), index]));
}

/** A list may leave out null, which needs no word. */
function wordsInOrder(node: DocumentNode, length: number, values: readonly DocumentNode[], refuse: Refuse<ByIndex>): ByIndex {
  const all = [...values.keys()];
  const present = all.filter((index) => values[index]?.value !== null);
  const indices = length === all.length ? all : present;
  if (length !== indices.length) {
    const texts = length === 1 ? '1 text' : `${length} texts`;
    return refuse(keyOf(node), `There ${length === 1 ? 'is' : 'are'} ${texts} for ${values.length} values`);
  }
  const found = new Map<number, Word>();
  for (const [position, item] of members(node)) {
    const index = indices[Number(position)] ?? 0;
    if (typeof item.value === 'string') {
      if (item.value !== '') found.set(index, { text: item.value, location: item.location });
    } else if (item.value !== null || values[index]?.value !== null) return refuse(item.location, 'This is not a text');
  }
  return found;
}

function wordsByValue(node: DocumentNode, values: readonly DocumentNode[], refuse: Refuse<ByIndex>): ByIndex {
  if (!isObject(node.value)) return refuse(node.location, 'This is neither a list nor an object');
  const indices = indicesByText(values);
  const found = new Map<number, Word>();
  for (const [key, item] of members(node)) {
    const index = indices.get(key);
    if (index === undefined) return refuse(keyOf(item), `'${key}' is not a value of \`enum\``);
    if (typeof item.value !== 'string') return refuse(item.location, 'This is not a text');
    if (item.value !== '') found.set(index, { text: item.value, location: item.location });
  }
  return found;
}
