// Parameters with `in: body` and `in: formData` → request bodies.
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn, valueAt } from '../pointer.ts';
import type { Conversion, Words } from './conversion.ts';
import { addExamples, addExtensions, examplePlaces, namedExamples, styleOf } from './parameters.ts';
import { below, type Place } from './places.ts';
import { simpleSchemaOf } from './schemas.ts';

/** A parameter, found through references. */
export interface Found {
  readonly value: JsonObject;
  readonly place: Place;
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** The media types of a list, each once; `otherwise` where it has none. */
export function mediaTypes(list: Words | undefined, otherwise: string = JSON_TYPE): Words {
  const words = [...new Set(list?.words)];
  return list === undefined || words.length === 0 ? { words: [otherwise] } : { ...list, words };
}

/** Where each media type is written. */
export function mediaPlaces({ words, place }: Words): Readonly<Record<string, Place>> {
  return Object.fromEntries(place === undefined ? [] : words.map((word) => [word, below(place, indexIn(place, word))]));
}

function indexIn({ document, pointer }: Place, word: string): number {
  const list = valueAt(document.root, pointer);
  return Array.isArray(list) ? Math.max(0, list.indexOf(word)) : 0;
}

export function bodyOf(conversion: Conversion, { value, place }: Found, consumes: Words | undefined): JsonObject {
  const types = mediaTypes(consumes);
  const content: JsonObject = {};
  for (const type of types.words) {
    const media: JsonObject = { schema: simpleSchemaOf(conversion, value, place) };
    addBodyExamples(conversion, media, value, type, place);
    const schema = Object.hasOwn(value, 'schema') ? below(place, 'schema') : place;
    setOwn(content, type, conversion.mark(media, place, { schema, ...examplePlaces(place) }));
  }
  const made: JsonObject = {};
  const description = own(value, 'description');
  if (description !== undefined) setOwn(made, 'description', description);
  setOwn(made, 'content', conversion.mark(content, place, mediaPlaces(types)));
  if (own(value, 'required') === true) setOwn(made, 'required', true);
  addExtensions(made, value);
  return conversion.mark(made, place, { content: place });
}

/** `x-examples` of a body are by media type or by name. */
function addBodyExamples(conversion: Conversion, media: JsonObject, value: JsonObject, type: string, place: Place): void {
  const examples = own(value, 'x-examples');
  if (own(value, 'x-example') !== undefined || !isObject(examples)) addExamples(conversion, media, value, place);
  else if (!Object.keys(examples).some((name) => name.includes('/'))) {
    setOwn(media, 'examples', namedExamples(conversion, examples, below(place, 'x-examples')));
  } else if (own(examples, type) !== undefined) setOwn(media, 'example', own(examples, type));
}

/** The fields of a form as the properties of an object. `parameters` has at least one. */
export function formOf(conversion: Conversion, parameters: readonly [Found, ...Found[]], consumes: Words | undefined): JsonObject {
  const [{ place }] = parameters;
  const types = formTypes(parameters, consumes);
  const content: JsonObject = {};
  for (const type of types.words) setOwn(content, type, formMedia(conversion, parameters, place));
  const made: JsonObject = { content: conversion.mark(content, place, mediaPlaces(types)) };
  if (parameters.some(({ value }) => own(value, 'required') === true)) setOwn(made, 'required', true);
  return conversion.mark(made, place, { content: place });
}

/** Files need a multipart body. Without any, the form is one of a URL, unless `consumes` says otherwise. */
function formTypes(parameters: readonly Found[], consumes: Words | undefined): Words {
  const hasFile = parameters.some(({ value }) => isFileField(value));
  const wanted = hasFile ? [MULTIPART] : [FORM, MULTIPART];
  const written = (consumes?.words ?? []).filter((word) => wanted.includes((word.split(';')[0] ?? '').trim().toLowerCase()));
  return mediaTypes(consumes === undefined ? undefined : { ...consumes, words: written }, hasFile ? MULTIPART : FORM);
}

function isFileField(value: JsonObject): boolean {
  const items = own(value, 'items');
  return own(value, 'type') === 'file' || (isObject(items) && own(items, 'type') === 'file');
}

function formMedia(conversion: Conversion, parameters: readonly Found[], place: Place): JsonObject {
  const properties: JsonObject = {};
  const encoding: JsonObject = {};
  const required: string[] = [];
  const places: Record<string, Place> = {};
  for (const { value, place: at } of parameters) {
    const name = own(value, 'name');
    if (typeof name !== 'string') continue;
    setOwn(properties, name, fieldOf(conversion, value, at));
    if (own(value, 'required') === true) required.push(name);
    const style = isFileField(value) ? undefined : styleOf(value);
    if (style !== undefined && style.explode !== true) {
      setOwn(encoding, name, conversion.mark({ ...style }, below(at, 'collectionFormat')));
    }
    setOwn(places, name, at);
  }
  const schema: JsonObject = { type: 'object', properties: conversion.mark(properties, place, places) };
  if (required.length > 0) setOwn(schema, 'required', required);
  const media: JsonObject = { schema: conversion.mark(schema, place, { properties: place, required: place, type: place }) };
  if (Object.keys(encoding).length > 0) setOwn(media, 'encoding', conversion.mark(encoding, place, places));
  return conversion.mark(media, place, { schema: place, encoding: place });
}

function fieldOf(conversion: Conversion, value: JsonObject, place: Place): Json {
  const schema = simpleSchemaOf(conversion, value, place);
  if (!isObject(schema) || Object.hasOwn(schema, '$ref')) return schema;
  const description = own(value, 'description');
  if (description !== undefined) setOwn(schema, 'description', description);
  const example = own(value, 'x-example');
  if (example !== undefined) setOwn(schema, 'example', example);
  addExtensions(schema, value);
  return schema;
}
