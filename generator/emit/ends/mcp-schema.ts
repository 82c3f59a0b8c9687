// Writes the data of a schema as JSON Schema for models: short, with references to `$defs`, and without what only people and samplers need.
import type { JsonValue } from '../../model/schema/schema.ts';

export type Members = { readonly [key: string]: JsonValue };

/** How a model gives a file. */
export const FILE: Members = {
  type: 'object',
  description: 'A file: its content as `text`, or in Base64 as `base64`.',
  properties: { text: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' }, type: { type: 'string' } },
};

/** The most characters of a description, of a default and of a pattern. */
const LONGEST = { description: 300, default: 200, pattern: 200 } as const;

/** An enumeration with more values than `MOST_VALUES` shows some as examples. The sentence about a wrong value names more. */
const MOST_VALUES = 50;
const SHOWN_VALUES = 20;

const SCHEMAS = new Set(
  'items additionalProperties not if then else contains propertyNames unevaluatedProperties unevaluatedItems contentSchema'.split(' '),
);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const DROPPED = new Set('title examples readOnly writeOnly contentMediaType contentEncoding start tags'.split(' '));

/** Text of the document: its beginning, without characters that do not show, in which instructions could hide. */
export function said(text: string | undefined, most: number): string | undefined {
  const plain = text
    ?.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
  if (plain === undefined || plain === '') return undefined;
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `data` is that of `plainSchema` for pages. */
export function dataSchema(data: JsonValue): JsonValue {
  if (!isMembers(data)) return data;
  if (data.file === true) return FILE;
  const schema: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(data)) {
    if (SCHEMAS.has(keyword)) schema[keyword] = dataSchema(value);
    else if (LISTS.has(keyword)) schema[keyword] = listOf(value).map(dataSchema);
    else if (MAPS.has(keyword) && isMembers(value)) schema[keyword] = mapped(value);
    else if (!DROPPED.has(keyword)) Object.assign(schema, keywordOf(keyword, value));
  }
  return schema;
}

function keywordOf(keyword: string, value: JsonValue): Members {
  switch (keyword) {
    case '$ref':
      return { $ref: `#/$defs/${String(value).replaceAll('~', '~0').replaceAll('/', '~1')}` };
    case 'type': {
      const types = listOf(value);
      return { type: types.length === 1 && types[0] !== undefined ? types[0] : value };
    }
    case 'description': {
      const text = said(String(value), LONGEST.description);
      return text === undefined ? {} : { description: text };
    }
    case 'enum': {
      const values = listOf(value);
      return values.length <= MOST_VALUES ? { enum: value } : { examples: values.slice(0, SHOWN_VALUES) };
    }
    case 'known':
      return { examples: listOf(value).slice(0, SHOWN_VALUES) };
    case 'default':
      return lengthOf(value) <= LONGEST.default ? { default: value } : {};
    case 'pattern':
      return lengthOf(value) <= LONGEST.pattern ? { pattern: value } : {};
    case 'heirs':
      return heirsOf(value);
    default:
      return { [keyword]: value };
  }
}

/** A base with a discriminator that is always one of the schemas that include it. */
function heirsOf(value: JsonValue): Members {
  if (!isMembers(value) || listOf(value.own ?? null).length > 0) return {};
  const heirs = listOf(value.schemas ?? null).flatMap((heir) =>
    isMembers(heir) && heir.schema !== undefined ? [dataSchema(heir.schema)] : [],
  );
  return heirs.length === 0 ? {} : { anyOf: heirs };
}

function mapped(members: Members): Members {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, dataSchema(one)]));
}

function lengthOf(value: JsonValue): number {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)).length;
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
