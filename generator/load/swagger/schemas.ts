// Schemas of Swagger 2.0, and the keywords that parameters and headers have themselves → schemas of OpenAPI 3.0.
import { simpleKeywords } from '../check/swagger-grammar.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, own, setOwn } from '../pointer.ts';
import type { Conversion } from './conversion.ts';
import { targetOf } from './conversion.ts';
import { below, type Place } from './places.ts';

/** Keywords whose value is data, not a part of the document. */
const DATA: ReadonlySet<string> = new Set(['default', 'enum', 'example']);

export function schemaOf(conversion: Conversion, value: JsonObject, place: Place): JsonObject {
  const link = conversion.linkOf(value);
  if (link !== undefined) return referenceOf(conversion, value, place, conversion.reference(link, place));
  const made: JsonObject = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) addKeyword(conversion, made, key, member, below(place, key));
  if (isNullable(value)) setOwn(made, 'nullable', true);
  return conversion.mark(made, place, own(value, 'x-nullable') === true ? { nullable: below(place, 'x-nullable') } : {});
}

/** Beside a `$ref`, only extensions mean something. */
function referenceOf(conversion: Conversion, value: JsonObject, place: Place, reference: JsonObject): JsonObject {
  const isNull = isNullable(value);
  const made: JsonObject = isNull
    ? conversion.mark({ nullable: true, allOf: conversion.mark([reference], place, { 0: place }) }, place, {
        nullable: below(place, 'x-nullable'),
      })
    : reference;
  for (const [key, member] of Object.entries(value)) if (key.startsWith('x-') && key !== 'x-nullable') setOwn(made, key, member);
  return made;
}

/** `x-nullable`, by which tools said what OpenAPI 3.0 says by `nullable`. */
function isNullable(value: JsonObject): boolean {
  return own(value, 'x-nullable') === true;
}

function addKeyword(conversion: Conversion, made: JsonObject, key: string, member: Json, place: Place): void {
  if (key === 'x-nullable' || key === 'collectionFormat') return;
  if (key === 'discriminator' && typeof member === 'string') {
    setOwn(made, key, conversion.mark({ propertyName: member }, place, { propertyName: place }));
  } else if (key === 'type' && member === 'file') {
    setOwn(made, 'type', 'string');
    setOwn(made, 'format', 'binary');
  } else if (key !== 'format' || made.format !== 'binary') {
    setOwn(made, key, key.startsWith('x-') || DATA.has(key) ? member : conversion.copy(member, place));
  }
}

/** The keywords of a parameter or header as a schema. */
export function simpleSchemaOf(conversion: Conversion, value: JsonObject, place: Place): Json {
  const written = own(value, 'schema');
  if (written !== undefined) return conversion.copy(written, below(place, 'schema'));
  const made: JsonObject = {};
  for (const key of simpleKeywords) {
    const member = own(value, key);
    if (member !== undefined) addKeyword(conversion, made, key, member, below(place, key));
  }
  if (isNullable(value)) setOwn(made, 'nullable', true);
  return conversion.mark(made, place);
}

/** Whether a value is bytes: `type: file`, there or behind references. */
export function isFile(conversion: Conversion, schema: Json, place: Place): boolean {
  const { value } = targetOf(conversion, schema, place);
  return isObject(value) && own(value, 'type') === 'file';
}
