// Says in Markdown what a schema allows: its type with links to named schemas, and its constraints.
import { limitText } from '@octavo/runtime/facts';
import { jsonText } from '../../base/exact.ts';
import { checks, type Keyword } from '../../base/vocabulary.ts';
import { directConjuncts } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { declared, isPlainRef } from '../../model/schema/walk.ts';

/** Markdown that names a schema, usually as a link. */
export type NameSchema = (name: string) => string;

/** `list of [Email](Email.html)`, `string (date-time) or null`. A schema deeper than a few levels is "value". */
export function typeText(schema: Schema, nameOf: NameSchema, depth = 0): string {
  const named = declared(schema);
  if (named !== undefined && (depth > 0 || named !== schema)) return nameOf(named.name);
  if (depth > 5) return 'value';
  const inner = (one: Schema): string => typeText(one, nameOf, depth + 1);
  if (schema.boolean === false) return 'nothing';
  if (isPlainRef(schema)) return inner(schema.ref);
  if (schema.const !== undefined) return valueText(schema.const.value);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined && schema.properties === undefined) return listed(branches.map(inner), 'or');
  const parts = directConjuncts(schema);
  if (parts.length > 0 && schema.properties === undefined && schema.type === undefined) {
    const texts = [...new Set(parts.map(inner))].filter((text) => text !== 'value');
    return texts.length === 0 ? 'value' : listed(texts, 'with');
  }
  const types = schema.type ?? impliedTypes(schema);
  if (types.length === 0) return schema.enum === undefined ? 'value' : 'one of a list';
  return listed(
    types.map((type) => oneType(type, schema, inner)),
    'or',
  );
}

function oneType(type: string, schema: Schema, inner: (schema: Schema) => string): string {
  if (type === 'array') {
    if (schema.prefixItems !== undefined) return `list: ${schema.prefixItems.map(inner).join(', ')}`;
    return schema.items === undefined || schema.items.boolean !== undefined ? 'list' : `list of ${inner(schema.items)}`;
  }
  if (type === 'object' && schema.properties === undefined) {
    const values = schema.additionalProperties;
    return values === undefined || values.boolean !== undefined ? 'object' : `map of ${inner(values)}`;
  }
  const { format } = schema;
  return format === undefined || type === 'null' || type === 'boolean' ? type : `${type} (${format.replaceAll(/[^\w. -]/g, '')})`;
}

function impliedTypes(schema: Schema): readonly string[] {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ['object'];
  return schema.items === undefined && schema.prefixItems === undefined ? [] : ['array'];
}

/** The constraints of a value of the schema, one phrase each, in Markdown. */
export function constraintTexts(schema: Schema): readonly string[] {
  const values = schema.enum ?? schema.known;
  return [
    ...(values === undefined
      ? []
      : [
          `${schema.enum === undefined ? 'known values' : 'one of'} ${values.slice(0, 60).map(valueText).join(', ')}${values.length > 60 ? ' …' : ''}`,
        ]),
    ...NUMBERS.flatMap(({ keyword }) => (schema[keyword] === undefined ? [] : [limitText(keyword, valueText(schema[keyword] as number))])),
    ...LEAST.flatMap(({ keyword }) => countTexts(schema, keyword)),
    ...(schema.uniqueItems === true ? ['no item twice'] : []),
    ...(schema.pattern === undefined ? [] : [limitText('pattern', codeSpan(schema.pattern))]),
    ...(schema.default === undefined ? [] : [`default ${valueText(schema.default)}`]),
    ...(schema.readOnly === true ? ['only in responses'] : []),
    ...(schema.writeOnly === true ? ['only in requests'] : []),
    ...(schema.deprecated === true ? ['deprecated'] : []),
  ];
}

/** The keywords with a bound or a step of numbers, and those with the least number of things. */
const NUMBERS = checks.filter(({ form }) => form === 'number' || form === 'positive');
const LEAST = checks.filter(({ form, bound }) => form === 'count' && bound === 'lower');

/** `at least 2 items`; together with the greatest number, `2 to 5 items`. */
function countTexts(schema: Schema, low: Keyword): string[] {
  const high = low.replace('min', 'max') as Keyword;
  const { [low]: least = 0, [high]: most } = schema;
  if (most === undefined) return least === 0 ? [] : [limitText(low, least)];
  const text = limitText(high, most);
  return [least === 0 ? text : text.replace('at most ', least === most ? '' : `${String(least)} to `)];
}

function listed(texts: readonly string[], word: string): string {
  const each = [...new Set(texts)];
  const last = each.pop() ?? '';
  return each.length === 0 ? last : `${each.join(', ')} ${word} ${last}`;
}

/** A value as code; a long one is cut. */
export function valueText(value: JsonValue): string {
  const text = jsonText(value);
  return codeSpan(text.length > 200 ? `${text.slice(0, 199)}…` : text);
}

/** Markdown that shows the text as it is (CommonMark section 6.1): the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text.replaceAll(/[\r\n]+/g, ' ')}${pad}${fence}`;
}
