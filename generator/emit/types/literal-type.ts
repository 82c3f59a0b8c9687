// Turns a JSON value of `const` or `enum` into its literal type.
import type { JsonValue } from '../../model/schema/schema.ts';
import type { Held } from '../held/forms.ts';
import { numberLiteral, propertyKey, stringLiteral } from '../text/escape.ts';
import { atom, inline, type Type } from '../text/type-text.ts';
import type { Types } from './type-scope.ts';

/** `form`: the form in which users hold the schema's own values. */
export function valueType(value: JsonValue, types: Types, form?: Held): Type {
  if (value === null) return atom('null');
  const held = form?.kind === 'integer' ? form.as : undefined;
  switch (typeof value) {
    case 'string':
      return atom(stringLiteral(value));
    case 'boolean':
      return atom(String(value));
    case 'bigint':
      if (held === undefined) return valueType(Number(value), types);
      return atom(held === 'bigint' ? `${value}n` : stringLiteral(String(value)));
    case 'number':
      if (held === 'bigint' && Number.isInteger(value)) return atom(`${BigInt(value)}n`);
      if (held === 'string' && Number.isInteger(value)) return atom(stringLiteral(String(BigInt(value))));
      // TypeScript has no literal type for an infinite number, and does not distinguish -0 from 0.
      return atom(Number.isFinite(value) ? numberLiteral(value + 0) : 'number');
    case 'object':
      break;
  }
  const read = (member: JsonValue): string => inline(valueType(member, types));
  if (isArray(value)) return atom(`[${value.map(read).join(', ')}]`);
  const members = Object.entries(value).map(([key, member]) => `${propertyKey(key)}: ${read(member)}`);
  return atom(members.length === 0 ? `${types.global('Record')}<string, never>` : `{ ${members.join('; ')} }`);
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
