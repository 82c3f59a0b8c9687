// What facts of a document are: rows of short texts in named groups, each text with the place in the document that says so.
import type { Json, JsonObject } from '../../generator/load/description.ts';
import { isObject, joinPointer } from '../../generator/load/pointer.ts';

/** A key or a value of the document, by its JSON pointer. */
export interface Place {
  readonly pointer: string;
  readonly part: 'key' | 'value';
}

/** One thing that the document says, such as `max 100`. */
export interface Fact extends Place {
  readonly text: string;
}

/** The facts of one parameter, field, body or status. */
export interface Row {
  /** Unique in its group, such as `query limit`. */
  readonly key: string;
  /** Where the document names the row's subject. */
  readonly place: Place;
  readonly facts: readonly Fact[];
}

/** The rows of an operation, of a component, or of another part of the document. */
export interface Group {
  readonly section: string;
  readonly name: string;
  readonly place: Place;
  readonly rows: readonly Row[];
}

/** Keywords that say something to people, about provenance, or by example: the facts leave them out. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  'description',
  'example',
  'examples',
  'externalDocs',
  'summary',
  'tags',
  'title',
  'x-basis',
  'x-statements',
]);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword);
}

/** Entries that are present; those of an annotation are left out. */
export function statements(object: JsonObject): [keyword: string, value: Json][] {
  return Object.entries(object).flatMap(([keyword, value]) => (value === undefined || isAnnotation(keyword) ? [] : [[keyword, value]]));
}

/** A value as a word: a string as it is, unless it would read as another value. */
export function word(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string' && value !== '' && !/^(?:-?\d.*|true|false|null)$|^["[{\s]|\s$| \| /.test(value)) return value;
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
}

/** Last part of a reference to a component: `#/components/schemas/Post` gives `Post`. */
export function target(ref: Json | undefined): string {
  return String(ref).replace(/^.*\//, '');
}

/** Facts of a value of any shape: a text for each leaf, with the path to it behind `label`. `all`: of annotations too. */
export function leaves(label: string, value: Json, pointer: string, all = false): Fact[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item: Json, index): Fact[] => {
      const at = joinPointer(pointer, index);
      if (Array.isArray(item)) return [{ text: `${label} ${item.map(word).join(' + ')}`.trim(), pointer: at, part: 'value' }];
      return leaves(isObject(item) ? join(label, String(index)) : label, item, at, all);
    });
  if (isObject(value) && Object.keys(value).length > 0)
    return (all ? Object.entries(value) : statements(value)).flatMap(([key, item]) =>
      leaves(join(label, key), item ?? null, joinPointer(pointer, key), all),
    );
  return [{ text: `${label} ${word(value)}`.trim(), pointer, part: 'value' }];
}

function join(label: string, key: string): string {
  return label === '' ? key : `${label}.${key}`;
}

export function objectAt(holder: JsonObject, key: string): JsonObject {
  const value = holder[key];
  return isObject(value) ? value : {};
}

export function listAt(holder: JsonObject, key: string): readonly Json[] {
  const value = holder[key];
  return Array.isArray(value) ? value : [];
}

/** Keywords whose keys are names that the document chooses. */
const NAMES: ReadonlySet<string> = new Set(
  'callbacks content dependentSchemas encoding flows headers mapping parameters paths patternProperties properties requestBodies responses schemas scopes securitySchemes variables webhooks x-errors'.split(
    ' ',
  ),
);

/** Whether the keys of the object at the pointer are such names. `named`: whether its own key is one. */
export function holdsNames(key: string, named: boolean, pointer: string): boolean {
  // The operations of a path, and what a callback holds, stand one level below a name.
  if (/^\/(?:paths|webhooks)\/[^/]+$/.test(pointer) || /\/callbacks\/[^/]+$/.test(pointer)) return true;
  return !named && NAMES.has(key);
}

/** Facts of an entry of `x-errors`. What a list has for a code alone is named by the code: `187 detail You have already published this text.` */
export function errorFacts(value: Json, pointer: string): Fact[] {
  if (!Array.isArray(value)) return leaves('', value, pointer, true);
  return value.flatMap((entry: Json, index): Fact[] => {
    const at = joinPointer(pointer, index);
    const when = isObject(entry) ? entry.when : undefined;
    const code = isObject(when) && Object.keys(when).length === 1 ? when.code : undefined;
    if (!isObject(entry) || code === undefined || Array.isArray(code)) return leaves(String(index), entry, at, true);
    const [label, { when: _, ...others }] = [word(code), entry];
    const place: Fact = { text: label, pointer: joinPointer(at, 'when', 'code'), part: 'value' };
    return [place, ...leaves(label, others, at, true)];
  });
}
