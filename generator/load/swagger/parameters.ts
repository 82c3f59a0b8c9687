// Parameters in paths, queries and headers, and the headers of responses → those of OpenAPI 3.0, with a style for `collectionFormat`.
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import type { Conversion } from './conversion.ts';
import { below, type Place } from './places.ts';
import { simpleSchemaOf } from './schemas.ts';

/** How lists are written in queries and forms. Without `collectionFormat`, commas separate the items. */
const STYLES: Readonly<Record<string, JsonObject>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** The style of a list in a query or form; `undefined` for any other value. */
export function styleOf(value: JsonObject): JsonObject | undefined {
  if (own(value, 'type') !== 'array') return undefined;
  const format = own(value, 'collectionFormat');
  return STYLES[typeof format === 'string' ? format : 'csv'];
}

/** Fields that a parameter of OpenAPI 3.0 has too. */
const KEPT = ['name', 'in', 'description', 'required', 'allowEmptyValue'];

export function parameterOf(conversion: Conversion, value: JsonObject, place: Place): JsonObject {
  const made: JsonObject = {};
  for (const key of KEPT) {
    const member = own(value, key);
    if (member !== undefined) setOwn(made, key, member);
  }
  const style = own(value, 'in') === 'query' ? styleOf(value) : undefined;
  if (style !== undefined) Object.assign(made, style);
  setOwn(made, 'schema', simpleSchemaOf(conversion, value, place));
  addExtensions(made, value);
  addExamples(conversion, made, value, place);
  const format = below(place, 'collectionFormat');
  const written = Object.hasOwn(value, 'schema') ? below(place, 'schema') : place;
  return conversion.mark(made, place, { style: format, explode: format, schema: written, ...examplePlaces(place) });
}

export function headerOf(conversion: Conversion, value: JsonObject, place: Place): JsonObject {
  const made: JsonObject = {};
  const description = own(value, 'description');
  if (description !== undefined) setOwn(made, 'description', description);
  setOwn(made, 'schema', simpleSchemaOf(conversion, value, place));
  addExtensions(made, value);
  addExamples(conversion, made, value, place);
  return conversion.mark(made, place, { schema: place, ...examplePlaces(place) });
}

/** Extensions that say what OpenAPI 3.0 has fields for. */
const TRANSLATED: ReadonlySet<string> = new Set(['x-nullable', 'x-example', 'x-examples']);

/** Copies the extensions that stay what they are. */
export function addExtensions(made: JsonObject, value: JsonObject): void {
  for (const [key, member] of Object.entries(value)) if (key.startsWith('x-') && !TRANSLATED.has(key)) setOwn(made, key, member);
}

/** `x-example`, and `x-examples` by name. */
export function addExamples(conversion: Conversion, made: JsonObject, value: JsonObject, place: Place): void {
  const one = own(value, 'x-example');
  const several = own(value, 'x-examples');
  if (one !== undefined) setOwn(made, 'example', one);
  else if (isObject(several)) setOwn(made, 'examples', namedExamples(conversion, several, below(place, 'x-examples')));
}

export function namedExamples(conversion: Conversion, examples: JsonObject, place: Place): JsonObject {
  const made: JsonObject = {};
  for (const [name, value] of Object.entries(examples)) {
    setOwn(made, name, conversion.mark({ value: value as Json }, below(place, name), { value: below(place, name) }));
  }
  return conversion.mark(made, place);
}

export function examplePlaces(place: Place): Readonly<Record<string, Place>> {
  return { example: below(place, 'x-example'), examples: below(place, 'x-examples') };
}
