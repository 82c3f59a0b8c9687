// Responses → those of OpenAPI 3.0, with a content for each media type that the operation produces.
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import { mediaPlaces, mediaTypes } from './bodies.ts';
import { type Conversion, targetOf, type Words } from './conversion.ts';
import { addExtensions } from './parameters.ts';
import { below, type Place } from './places.ts';
import { isFile } from './schemas.ts';

/** A response, or a reference to one. A shared response that this operation produces otherwise than the document says is written out. */
export function responseIn(conversion: Conversion, value: JsonObject, place: Place, produces: Words | undefined): JsonObject {
  const link = conversion.linkOf(value);
  if (link === undefined) return responseOf(conversion, value, place, produces);
  const target = targetOf(conversion, value, place);
  const isSame = sameWords(mediaTypes(produces), mediaTypes(conversion.defaults.produces));
  if (isSame || !isObject(target.value) || !Object.hasOwn(target.value, 'schema')) return conversion.reference(link, place);
  return responseOf(conversion, target.value, target.place, produces);
}

export function sameWords(left: Words, right: Words): boolean {
  return left.words.length === right.words.length && left.words.every((word) => right.words.includes(word));
}

export function responseOf(conversion: Conversion, value: JsonObject, place: Place, produces: Words | undefined): JsonObject {
  const made: JsonObject = {};
  const description = own(value, 'description');
  if (description !== undefined) setOwn(made, 'description', description);
  const headers = own(value, 'headers');
  if (headers !== undefined) setOwn(made, 'headers', conversion.copy(headers, below(place, 'headers')));
  const schema = own(value, 'schema');
  if (schema !== undefined) setOwn(made, 'content', contentOf(conversion, value, schema, place, produces));
  else reportExamples(conversion, value, place, 'The response has `examples` and no `schema`, so it has no body.', 'Add `schema`.');
  addExtensions(made, value);
  return conversion.mark(made, place, { content: below(place, 'schema') });
}

function contentOf(conversion: Conversion, value: JsonObject, schema: Json, place: Place, produces: Words | undefined): JsonObject {
  const at = below(place, 'schema');
  const types = mediaTypes(produces, isFile(conversion, schema, at) ? 'application/octet-stream' : undefined);
  const examples = own(value, 'examples');
  const content: JsonObject = {};
  for (const type of types.words) {
    const media: JsonObject = { schema: conversion.copy(schema, at) };
    const example = isObject(examples) ? own(examples, type) : undefined;
    if (example !== undefined) setOwn(media, 'example', example);
    setOwn(content, type, conversion.mark(media, at, { schema: at, example: below(place, 'examples', type) }));
  }
  const others = isObject(examples) ? Object.keys(examples).filter((type) => !types.words.includes(type) && !type.startsWith('x-')) : [];
  const [first] = others;
  if (first !== undefined) {
    reportExamples(
      conversion,
      value,
      place,
      `The response has an example of ${JSON.stringify(first)}, which the operation does not produce. It is left out.`,
      `Name a media type of \`produces\`: ${types.words.map((type) => `\`${type}\``).join(', ')}.`,
      first,
    );
  }
  return conversion.mark(content, at, mediaPlaces(types));
}

function reportExamples(conversion: Conversion, value: JsonObject, place: Place, message: string, fix: string, type?: string): void {
  if (!isObject(own(value, 'examples'))) return;
  const { document, pointer } = below(place, 'examples', ...(type === undefined ? [] : [type]));
  conversion.report({ code: 'swagger-example', severity: 'note', message, fix, location: { source: document.source, pointer, at: 'key' } });
}
