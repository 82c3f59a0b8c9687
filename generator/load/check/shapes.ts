// The grammar → rows that the walker reads: one set per version, built when the first document of that version is checked.
import type { Json } from '../description.ts';
import { isObject } from '../pointer.ts';
import { type ObjectName, type ObjectRow, objects, referenceSince, schemaSince31, type Version } from './grammar.ts';
import { swaggerObjects } from './swagger-grammar.ts';

export type KeyKind = 'component' | 'path' | 'media' | 'header' | 'status' | 'method' | 'expression' | 'text';

export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'value'; readonly wanted: string; readonly test: (value: Json) => boolean }
  | { readonly kind: 'object'; readonly row: Row; readonly reference: boolean }
  | { readonly kind: 'list'; readonly item: Shape }
  | { readonly kind: 'map'; readonly keys: KeyKind; readonly item: Shape }
  | { readonly kind: 'either'; readonly shapes: readonly Shape[] };

export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
  /** Only people read this field, so a fault in it is a warning. */
  readonly lenient: boolean;
}

export interface Row {
  readonly name: ObjectName;
  readonly fields: Map<string, Field>;
  readonly required: string[];
  /** Fields that only other versions have, and which: `since 3.1`, `until 3.0`. */
  readonly otherVersions: Map<string, string>;
  others: { readonly keys: KeyKind; readonly shape: Shape } | undefined;
  readonly extensions: boolean;
}

export type Rows = Readonly<Record<ObjectName, Row>>;

const rowsByVersion = new Map<Version, Rows>();

export function rowsOf(version: Version): Rows {
  let rows = rowsByVersion.get(version);
  if (rows === undefined) {
    rows = compile(version);
    rowsByVersion.set(version, rows);
  }
  return rows;
}

function compile(version: Version): Rows {
  const names = Object.keys(objects) as ObjectName[];
  const rows = Object.fromEntries(names.map((name) => [name, emptyRow(name)])) as unknown as Record<ObjectName, Row>;
  const context: Context = { version, rows };
  for (const name of names) {
    const table: ObjectRow = (version === '2.0' ? swaggerObjects[name] : undefined) ?? objects[name];
    const row = rows[name];
    const fields = name === 'Schema' && version >= '3.1' ? { ...table.fields, ...schemaSince31 } : table.fields;
    for (const [field, text] of Object.entries(fields)) {
      const {
        shape = '',
        marks = '',
        when,
        than,
      } = /^(?<shape>\S+?|\{.*\})(?<marks>[!~]*)(?: (?<when>since|until) (?<than>\S+))?$/.exec(text)?.groups ?? {};
      if (when !== undefined && than !== undefined && (when === 'since' ? version < than : version > than)) {
        row.otherVersions.set(field, `${when} ${than}`);
        continue;
      }
      const required = marks.includes('!');
      row.fields.set(field, { shape: parseShape(shape, context), required, lenient: marks.includes('~') });
      if (required) row.required.push(field);
    }
    if (table.others !== undefined) row.others = { keys: table.others[0] as KeyKind, shape: parseShape(table.others[1], context) };
  }
  return rows;
}

function emptyRow(name: ObjectName): Row {
  const table: ObjectRow = objects[name];
  return { name, fields: new Map(), required: [], otherVersions: new Map(), others: undefined, extensions: table.extensions ?? true };
}

interface Context {
  readonly version: Version;
  readonly rows: Rows;
}

function parseShape(text: string, context: Context): Shape {
  if (text.includes('/') && !text.startsWith('{') && !text.startsWith('[')) {
    return { kind: 'either', shapes: text.split('/').map((part) => parseShape(part, context)) };
  }
  if (text.startsWith('[')) return { kind: 'list', item: parseShape(text.slice(1, -1), context) };
  if (text.startsWith('{')) {
    const { keys = 'text', item = '' } = /^\{(?:(?<keys>\w+): )?(?<item>.*)\}$/.exec(text)?.groups ?? {};
    return { kind: 'map', keys: keys as KeyKind, item: parseShape(item, context) };
  }
  const value = values[text];
  if (value !== undefined) return value;
  const name = text.replace('&', '') as ObjectName;
  const row = context.rows[name];
  if (row === undefined) throw new Error(`The grammar refers to \`${text}\`, which it does not define.`);
  const since = referenceSince[name];
  return { kind: 'object', row, reference: text.endsWith('&') && (since === undefined || context.version >= since) };
}

const isNumber = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint';
const isString = (value: Json): boolean => typeof value === 'string';

/** A URL that readers make a link of. */
export const urlShape: Shape = { kind: 'value', wanted: 'a string', test: isString };

const values: Readonly<Record<string, Shape>> = {
  any: { kind: 'any' },
  string: { kind: 'value', wanted: 'a string', test: isString },
  url: urlShape,
  boolean: { kind: 'value', wanted: '`true` or `false`', test: (value) => typeof value === 'boolean' },
  number: { kind: 'value', wanted: 'a number', test: isNumber },
  count: {
    kind: 'value',
    wanted: 'an integer of at least 0',
    test: (value) => isNumber(value) && Number.isInteger(Number(value)) && Number(value) >= 0,
  },
  positive: { kind: 'value', wanted: 'a number greater than 0', test: (value) => isNumber(value) && Number(value) > 0 },
};

/** Whether a value has the outer type of a shape; its items and members are not looked at. */
export function fits(value: Json, shape: Shape): boolean {
  switch (shape.kind) {
    case 'any':
      return true;
    case 'value':
      return shape.test(value);
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
      return isObject(value);
    case 'either':
      return fitting(value, shape.shapes) !== undefined;
  }
}

/** The first of the shapes that a value fits. */
export function fitting(value: Json, shapes: readonly Shape[]): Shape | undefined {
  for (let at = 0; at < shapes.length; at++) {
    const shape = shapes[at] as Shape;
    if (fits(value, shape)) return shape;
  }
  return undefined;
}

/** Describes the value that a shape expects, as in `an array`. */
export function wanted(shape: Shape): string {
  switch (shape.kind) {
    case 'any':
      return 'any value';
    case 'value':
      return shape.wanted;
    case 'list':
      return 'an array';
    case 'map':
    case 'object':
      return 'an object';
    case 'either':
      return shape.shapes.map(wanted).join(' or ');
  }
}
