// Writes schemas, other facts of the model, and data as text that is equal where they say the same, wherever they stand and in whatever order.

import { createHash } from 'node:crypto';
import { jsonText } from '../base/exact.ts';
import { isRecord } from '../base/is-record.ts';
import type { Schema } from '../model/schema/schema.ts';
import { isSilent } from '../model/schema/walk.ts';

/** The levels of a schema that its fingerprint is made of. Schemas that differ only further down have the same one. */
const LEVELS = 32;

/** By schema, its fingerprints of each number of levels. */
const fingerprints = new WeakMap<Schema, string[]>();

/** A text that is equal for equivalent schemas. A digest: one that many references lead to would be longer than a text can be. */
export function fingerprint(schema: Schema, levels: number = LEVELS): string {
  if (levels === 0) return '';
  const ofSchema = fingerprints.get(schema) ?? [];
  fingerprints.set(schema, ofSchema);
  const before = ofSchema[levels];
  if (before !== undefined) return before;
  const fields = Object.entries(schema).filter(([field]) => !isSilent(field));
  const text = sorted(fields.map(([field, value]) => [field, textOf(value, levels - 1)]));
  const made = text.length <= SHORT ? text : createHash('sha256').update(text).digest('base64');
  ofSchema[levels] = made;
  return made;
}

/** Texts no longer than their digests stay as they are. */
const SHORT = 44;

/**
 * The text of a keyword's value: a schema, a list or a map of schemas, or data.
 * @param leftOut fields that do not count
 */
export function textOf(value: unknown, levels: number = LEVELS, leftOut: ReadonlySet<string> = new Set()): string {
  if (isSchema(value)) return fingerprint(value, levels);
  const inner = (item: unknown): string => textOf(item, levels, leftOut);
  if (value instanceof Map) return sorted([...value].map(([name, item]) => [String(name), inner(item)]));
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  if (!isRecord(value)) return jsonText(value ?? null);
  const fields = Object.entries(value).filter(([field, item]) => item !== undefined && !leftOut.has(field));
  return sorted(fields.map(([field, item]) => [field, inner(item)]));
}

/** The text of facts of the model, such as the encoding of a field. */
export function factsText(value: unknown): string {
  return textOf(value, LEVELS, FOR_PEOPLE);
}

/** Where facts stand, and what they say to people. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['location', 'description', 'examples']);

function sorted(entries: readonly (readonly [name: string, text: string])[]): string {
  const texts = entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${texts.sort().join(',')}}`;
}

/** Data may have these names too, but not with the text of a document. */
function isSchema(value: unknown): value is Schema {
  if (!isRecord(value) || typeof value.key !== 'string' || !isRecord(value.location)) return false;
  return isRecord(value.location.source) && typeof value.location.source.text === 'string';
}
