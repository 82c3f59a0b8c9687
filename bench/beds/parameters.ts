// The parameters of an operation, and the values that their texts stand for.
import { type OpenApi, type Operation, type Parameter, resolve, type Schema } from './schemas.ts';

/** The parameters of an operation in one place of a request. */
export const parametersOf = (document: OpenApi, { parameters = [] }: Operation, place: Parameter['in']): Parameter[] =>
  parameters.map((one) => resolve(document, one)).filter((one) => one.in === place);

const schemaOf = (document: OpenApi, schema: Schema): Schema => resolve(document, schema as { $ref?: string }) as Schema;

export const isList = (document: OpenApi, { schema }: Parameter): boolean => schemaOf(document, schema).type === 'array';

const NUMBERS: Readonly<Record<string, RegExp>> = { integer: /^-?(0|[1-9]\d*)$/, number: /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/ };

function scalar(text: string, { type }: Schema): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return NUMBERS[String(type)]?.test(text) ? Number(text) : text;
}

/** The texts of a parameter as a value of its schema. A text that is no such value stays text, which the schema then refuses. */
export function parameterValue(document: OpenApi, { schema, explode }: Parameter, texts: readonly string[]): unknown {
  const known = schemaOf(document, schema);
  if (known.type !== 'array') return scalar(texts[0] ?? '', known);
  const all = explode === false ? texts.flatMap((text) => text.split(',')) : texts;
  return all.map((text) => scalar(text, schemaOf(document, known.items as Schema)));
}
