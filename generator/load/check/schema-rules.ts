// Rules of Schema Objects: types, identifiers and dialects.

import { closest } from '../../base/suggest.ts';
import type { JsonObject } from '../description.ts';
import { own, setOwn } from '../pointer.ts';
import { standardOf, useOneOf } from './phrases.ts';
import { schemaTypes } from './type-spellings.ts';
import { report, type Walk } from './walk.ts';

export function schema(value: JsonObject, walk: Walk): void {
  const type = own(value, 'type');
  if (typeof type === 'string') checkType(type, ['type'], walk);
  if (Array.isArray(type)) checkTypes(type, walk);
  respellPattern(value, walk);
  if (walk.version < '3.1') return;
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

/** `/^[a-z]+$/`, as programs write a pattern. No text has a slash before its beginning, so that the pattern can only mean what stands between. */
function respellPattern(value: JsonObject, walk: Walk): void {
  const written = own(value, 'pattern');
  const meant = typeof written === 'string' ? /^\/(\^.*)\/[gu]*$/s.exec(written)?.[1] : undefined;
  if (meant === undefined) return;
  setOwn(value, 'pattern', meant);
  report(walk, {
    severity: 'warning',
    code: 'pattern-slashes',
    message: `No text matches the pattern ${JSON.stringify(written)}, which asks for a slash before the beginning. It is read without its slashes.`,
    fix: `Write ${JSON.stringify(meant)}.`,
    below: ['pattern'],
  });
}

/** Other spellings of types were rewritten before (./type-spellings.ts). */
function checkType(name: string, below: readonly (string | number)[], walk: Walk): void {
  if (schemaTypes.includes(name) || (walk.version === '2.0' && name === 'file')) return;
  const meant = closest(name, schemaTypes);
  report(walk, {
    code: 'schema-type',
    message: `\`${name}\` is not a valid type in ${standardOf(walk.version)}.`,
    fix: meant === undefined ? useOneOf(schemaTypes) : `Did you mean \`${meant}\`?`,
    below,
  });
}

function checkTypes(types: readonly unknown[], walk: Walk): void {
  types.forEach((name, index) => {
    if (typeof name === 'string') checkType(name, ['type', index], walk);
  });
}

function checkIdentifiers(value: JsonObject, walk: Walk): void {
  const id = own(value, '$id');
  if (typeof id === 'string' && /#./.test(id)) {
    report(walk, {
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
