// Rules of Schema Objects: words of closed sets, identifiers, dialects.

import type { JsonObject } from '../description.ts';
import { own } from '../pointer.ts';
import type { RuleContext } from './check.ts';
import { nearest } from './nearest.ts';
import { list } from './words.ts';

export function schema(value: JsonObject, { version, report }: RuleContext): void {
  const type = own(value, 'type');
  const types = typeof type === 'string' ? [type] : Array.isArray(type) && version !== '3.0' ? type : [];
  types.forEach((name, index) => {
    if (typeof name !== 'string' || (schemaTypes.includes(name) && (name !== 'null' || version !== '3.0'))) return;
    const meant = typeWords[name] ?? nearest(name, schemaTypes);
    report(
      'error',
      'schema-type',
      `\`${name}\` is not a type of OpenAPI ${version}.`,
      name === 'null'
        ? 'Write `nullable: true` beside the type.'
        : meant === undefined
          ? `Use one of ${list(schemaTypes)}.`
          : `Did you mean \`${meant}\`?`,
      Array.isArray(type) ? ['type', index] : ['type'],
    );
  });
  if (version === '3.0') return;
  if (Array.isArray(type) && (type.length === 0 || new Set(type).size < type.length)) {
    report('error', 'schema-type', type.length === 0 ? '`type` is an empty list.' : '`type` names a type twice.', 'Name each type once.', [
      'type',
    ]);
  }
  const id = own(value, '$id');
  if (typeof id === 'string' && /#./.test(id)) {
    report('error', 'schema-id', `The \`$id\` ${JSON.stringify(id)} has a fragment.`, 'Remove it, and use `$anchor`.', ['$id']);
  }
  for (const key of ['$anchor', '$dynamicAnchor']) {
    const anchor = own(value, key);
    if (typeof anchor === 'string' && !/^[A-Za-z_][-A-Za-z0-9._]*$/.test(anchor)) {
      report(
        'error',
        'schema-anchor',
        `${JSON.stringify(anchor)} is not an anchor.`,
        'Begin with a letter or `_`, and use letters, digits, `-`, `_` and `.`.',
        [key],
      );
    }
  }
  const dialect = own(value, '$schema');
  if (typeof dialect === 'string' && !knownDialects.test(dialect)) {
    report(
      'warning',
      'dialect-unknown',
      `The schema says it is written in ${JSON.stringify(dialect)}; it is read as JSON Schema 2020-12.`,
      'Rewrite what differs, and remove `$schema`.',
      ['$schema'],
    );
  }
}

/** JSON Schema 2020-12, and OpenAPI's dialect of it. */
export const knownDialects =
  /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.[12]\/dialect\/[\w.-]+)#?$/;

const schemaTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const typeWords: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  bool: 'boolean',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  text: 'string',
  str: 'string',
  date: 'string',
  file: 'string',
  list: 'array',
  map: 'object',
  dict: 'object',
});
