// Checks values by the schemas of the document, as far as it uses them.

export type Schema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, and where. */
export interface Trouble {
  readonly at: readonly string[];
  readonly why: string;
}

type Follow = (schema: Schema) => Schema;

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const URI = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i;

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= days;
}

// Square brackets stand around an address of IPv6 only.
const HOST = /^(?:[^@[\]]*@)?(?:\[[0-9a-fv.:]+\]|[^:@[\]]*)(?::\d*)?$/i;

function isUri(text: string): boolean {
  const [, start = '', authority, rest = ''] = /^([^/?#]*:)(?:\/\/([^/?#]*))?(.*)$/s.exec(text) ?? [];
  return URI.test(text) && !/[[\]]/.test(start + rest) && rest.split('#').length < 3 && (authority === undefined || HOST.test(authority));
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = { email: (text) => EMAIL.test(text), uri: isUri, date: isDate };

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const NAMES: Readonly<Record<string, string>> = { integer: 'an integer', array: 'a list', object: 'an object' };

/** The number of characters of a text. */
const lengthOf = (text: string): number => [...text].length;

function wrongText(schema: Schema, text: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const length = lengthOf(text);
  if (length < Number(minLength)) return `must have at least ${minLength} characters`;
  if (length > Number(maxLength)) return `may have at most ${maxLength} characters`;
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return `must match ${pattern}`;
  if (FORMATS[String(format)]?.(text) === false) return `must be a valid ${format}`;
  return undefined;
}

function wrongNumber(schema: Schema, value: number): string | undefined {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum, multipleOf = 1 } = schema;
  if (value < Number(minimum)) return `must be at least ${minimum}`;
  if (exclusiveMinimum === true && value === minimum) return `must be more than ${minimum}`;
  if (value > Number(maximum)) return `may be at most ${maximum}`;
  if (schema.type === 'integer' && value % Number(multipleOf) !== 0) return `must be a multiple of ${multipleOf}`;
  return undefined;
}

function wrongList(schema: Schema, list: readonly unknown[]): string | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema;
  if (list.length < Number(minItems)) return `must have at least ${minItems} entries`;
  if (list.length > Number(maxItems)) return `may have at most ${maxItems} entries`;
  if (uniqueItems === true && new Set(list).size < list.length) return 'must not have the same entry twice';
  return undefined;
}

function troubleOfObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  follow: Follow,
  at: readonly string[],
): Trouble | undefined {
  const { required = [], minProperties = 0, additionalProperties } = schema;
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const missing = (required as string[]).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { at: [...at, missing], why: 'is missing' };
  if (Object.keys(value).length < Number(minProperties)) return { at, why: `must have at least ${minProperties} members` };
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined && additionalProperties === false) return { at: [...at, unknown], why: 'is not known' };
  for (const [name, member] of Object.entries(properties)) {
    const trouble = Object.hasOwn(value, name) ? troubleOf(member, value[name], follow, [...at, name]) : undefined;
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

/** What is wrong with a value by a schema, if anything is. */
export function troubleOf(reference: Schema, value: unknown, follow: Follow, at: readonly string[] = []): Trouble | undefined {
  const schema = follow(reference);
  const { type, nullable } = schema;
  if (value === null && nullable === true) return undefined;
  const name = String(type);
  if (TYPES[name]?.(value) === false) return { at, why: `must be ${NAMES[name] ?? `a ${name}`}` };
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return { at, why: `must be one of ${schema.enum.join(', ')}` };
  if (name === 'object') return troubleOfObject(schema, value as Readonly<Record<string, unknown>>, follow, at);
  const why =
    typeof value === 'string'
      ? wrongText(schema, value)
      : typeof value === 'number'
        ? wrongNumber(schema, value)
        : Array.isArray(value)
          ? wrongList(schema, value)
          : undefined;
  if (why !== undefined) return { at, why };
  if (!Array.isArray(value)) return undefined;
  for (const [index, item] of value.entries()) {
    const trouble = troubleOf((schema.items ?? {}) as Schema, item, follow, [...at, String(index)]);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

/** A text of a form, a query, a path or a header as the value that its schema asks for. A text that is no such value is left as it is. */
export function readText({ type }: Schema, text: string): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text) + 0;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
