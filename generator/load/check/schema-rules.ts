// Rules of Schema Objects: types, identifiers and dialects.

import { closest } from '../../suggest.ts';
import type { JsonObject } from '../description.ts';
import { own } from '../pointer.ts';
import { useOneOf } from './phrases.ts';
import { report, type Walk } from './walk.ts';

export function schema(value: JsonObject, walk: Walk): void {
  const type = own(value, 'type');
  if (typeof type === 'string') checkType(type, ['type'], walk);
  if (walk.version === '3.0') return;
  if (Array.isArray(type)) checkTypes(type, walk);
  checkIdentifiers(value, walk);
  const dialect = own(value, '$schema');
  if (typeof dialect === 'string' && !knownDialects.test(dialect)) {
    report(walk, {
      severity: 'warning',
      code: 'dialect-unknown',
      message: `Unknown JSON Schema dialect ${JSON.stringify(dialect)}; the schema is read as JSON Schema 2020-12.`,
      fix: 'Rewrite keywords that differ, and remove `$schema`.',
      below: ['$schema'],
    });
  }
}

function checkType(name: string, below: readonly (string | number)[], walk: Walk): void {
  if (schemaTypes.includes(name) && (name !== 'null' || walk.version !== '3.0')) return;
  const meant = typeWords.get(name) ?? closest(name, schemaTypes);
  report(walk, {
    severity: 'error',
    code: 'schema-type',
    message: `\`${name}\` is not a valid type in OpenAPI ${walk.version}.`,
    fix:
      name === 'null'
        ? 'Write `nullable: true` beside the type.'
        : meant === undefined
          ? useOneOf(schemaTypes)
          : `Did you mean \`${meant}\`?`,
    below,
  });
}

function checkTypes(types: readonly unknown[], walk: Walk): void {
  types.forEach((name, index) => {
    if (typeof name === 'string') checkType(name, ['type', index], walk);
  });
  if (types.length > 0 && new Set(types).size === types.length) return;
  report(walk, {
    severity: 'error',
    code: 'schema-type',
    message: types.length === 0 ? '`type` is an empty array.' : '`type` lists a type twice.',
    fix: types.length === 0 ? 'List at least one type, or remove `type`.' : 'List each type once.',
    below: ['type'],
  });
}

/** JSON Schema Core 2020-12, sections 8.2.1 (`$id`) and 8.2.2 (anchors). */
function checkIdentifiers(value: JsonObject, walk: Walk): void {
  const id = own(value, '$id');
  if (typeof id === 'string' && /#./.test(id)) {
    report(walk, {
      severity: 'error',
      code: 'schema-id',
      message: `The \`$id\` ${JSON.stringify(id)} has a fragment.`,
      fix: 'Remove the fragment, and use `$anchor`.',
      below: ['$id'],
    });
  }
  for (const key of ['$anchor', '$dynamicAnchor']) {
    const anchor = own(value, key);
    if (typeof anchor !== 'string' || /^[A-Za-z_][-A-Za-z0-9._]*$/.test(anchor)) continue;
    report(walk, {
      severity: 'error',
      code: 'schema-anchor',
      message: `${JSON.stringify(anchor)} is not a valid anchor.`,
      fix: 'Begin with a letter or `_`, followed by letters, digits, `-`, `_` or `.`.',
      below: [key],
    });
  }
}

/** JSON Schema 2020-12, and OpenAPI's dialect of it. */
export const knownDialects =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w.-]+)#?$/;

const schemaTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Words that other languages and databases use, and the type that each means. */
const typeWords: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['int', 'integer'],
  ['int32', 'integer'],
  ['int64', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['text', 'string'],
  ['str', 'string'],
  ['date', 'string'],
  ['file', 'string'],
  ['list', 'array'],
  ['map', 'object'],
  ['dict', 'object'],
]);
