// Turns schemas, inputs and responses into the JSON Schemas that examples are sampled from.
import { rounded } from '../../base/exact.ts';
import { concreteType, mustBeNamed } from '../../model/media-type.ts';
import { plainSchema, type SampleForms, withExamples } from '../../model/schema/plain.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { MediaContent, Operation, Parameter, ParameterIn, Response } from '../../model/service.ts';
import { isAsSent } from '../held/forms.ts';
import { type HeldSchemas, isExact } from '../held/held.ts';
import { wireValue } from '../held/held-value.ts';
import { inForm } from './header-forms.ts';

type Data = JsonValue;

/** The JSON Schema that examples are sampled from; for a named schema a reference, unless `declared` asks for its declaration. */
export function exampleSchema(schema: Schema, held: HeldSchemas, declared = false): Data {
  return plainSchema(schema, formsOf(held), declared);
}

/** The forms of values that users hold so. */
export function formsOf(held: HeldSchemas): SampleForms {
  const { options } = held;
  return {
    wire: (value, schema) => wireValue(value, schema, held),
    isExact: (schema) => isExact(schema, options),
    heirs: isAsSent(options),
  };
}

/** The data of parts that several operations may have, or references to it. */
export interface ExampleParts {
  headers(response: Response): Data;
  parameter(parameter: Parameter): Data;
  response(response: Response): Data;
}

const PLACES: readonly ParameterIn[] = ['path', 'query', 'header', 'cookie'];

/** `{ path, query, header, cookie, querystring, body }`, with the examples of parameters and media types. */
export function inputExample(operation: Operation, held: HeldSchemas, parts: ExampleParts): Data {
  const properties: Record<string, Data> = {};
  for (const place of PLACES) {
    const inside = operation.parameters.filter((parameter) => parameter.in === place);
    if (inside.length > 0) properties[place] = objectOf(inside, parts.parameter, place === 'query' ? operation.choices : undefined);
  }
  const whole = operation.parameters.find((parameter) => parameter.in === 'querystring');
  if (whole !== undefined) properties.querystring = parts.parameter(whole);
  const [first, ...others] = operation.body?.contents ?? [];
  const data: Record<string, Data> = { type: ['object'], properties };
  if (first !== undefined && others.length === 0) properties.body = contentExample(first, held);
  if (first !== undefined && others.length === 0 && mustBeNamed(first)) properties.contentType = { const: concreteType(first) };
  if (others.length > 0)
    data.anyOf = (operation.body?.contents ?? []).map((content, index) => alternative(content, index, operation, held));
  if (operation.input.required !== undefined) data.required = operation.input.required;
  return data;
}

function alternative(content: MediaContent, index: number, operation: Operation, held: HeldSchemas): Data {
  const contentType: Data = concreteType(content);
  const required = [...(index > 0 || mustBeNamed(content) ? ['contentType'] : []), ...(operation.body?.required === true ? ['body'] : [])];
  return { properties: { contentType: { const: contentType }, body: contentExample(content, held) }, required };
}

/** The schema of a parameter or a header, with its examples. */
export function parameterExample(parameter: Pick<Parameter, 'schema' | 'examples'>, held: HeldSchemas): Data {
  return withExamples(
    exampleSchema(parameter.schema, held),
    (parameter.examples ?? []).map((example) => wireValue(example.value as JsonValue, parameter.schema, held)),
  );
}

function objectOf<T extends { readonly name: string; readonly required: boolean }>(
  members: readonly T[],
  schema: (member: T) => Data,
  choices?: Operation['choices'],
): Data {
  const required = members.filter((member) => member.required).map((member) => member.name);
  const properties = Object.fromEntries(members.map((member) => [member.name, schema(member)]));
  const anyOf = choices?.map((names) => ({ required: names }));
  return { type: ['object'], properties, ...(required.length === 0 ? {} : { required }), ...(anyOf === undefined ? {} : { anyOf }) };
}

/** The schema of the value that the codec of a media type encodes. */
function contentExample(content: MediaContent, held: HeldSchemas): Data {
  if (content.kind === 'bytes') return { file: true };
  const { schema, stream } = content;
  const one = schema === undefined ? anythingOf(content.kind) : exampleSchema(schema, held);
  // Here a stream is an array of its items.
  const data = stream === undefined ? one : { type: ['array'], items: one, minItems: 1, maxItems: 3 };
  return withExamples(
    data,
    content.examples.map(({ value }) => wireExample(value as JsonValue, content, held)),
  );
}

/** An example on the wire; for a stream an array of items. */
function wireExample(value: JsonValue, { schema, stream }: MediaContent, held: HeldSchemas): JsonValue {
  if (schema === undefined) return rounded(value);
  return stream !== undefined && isList(value) ? value.map((item) => wireValue(item, schema, held)) : wireValue(value, schema, held);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function anythingOf(kind: MediaContent['kind']): Data {
  if (kind === 'text') return { type: ['string'] };
  return kind === 'form' || kind === 'multipart' ? { type: ['object'] } : kind === 'parts' ? { type: ['array'] } : true;
}

/** The schemas of a response's headers and bodies. */
export function responseExample(response: Response, held: HeldSchemas, parts: ExampleParts): Data {
  const { headers, contents } = response;
  const bodies = Object.fromEntries(contents.map((content) => [content.contentType, contentExample(content, held)]));
  return {
    ...(headers.length === 0 ? {} : { headers: parts.headers(response) }),
    ...(contents.length === 0 ? {} : { contents: bodies }),
  };
}

/** The schema of a response's headers, as an object. */
export function responseHeaders({ headers }: Response, held: HeldSchemas): Data {
  // Examples are made of bodies without a coding, and a client would undo the one that this header names (RFC 9110, section 8.4).
  const sent = headers.filter(({ name, required }) => required || name.toLowerCase() !== 'content-encoding');
  return objectOf(sent, (header) => inForm(header.name, parameterExample(header, held)));
}
