// A plain scalar of YAML → its value, by the core schema of YAML 1.2.
import { integerOf } from '../../base/exact.ts';
import type { Json } from '../description.ts';

/** The tag of the core schema that a value has. */
export function tagOf(value: Json): string {
  if (value === null) return '!!null';
  if (typeof value === 'boolean') return '!!bool';
  if (typeof value === 'bigint') return '!!int';
  if (typeof value === 'number') return Number.isInteger(value) ? '!!int' : '!!float';
  return '!!str';
}

const integer = /^[-+]?[0-9]+$/;
const octal = /^0o[0-7]+$/;
const hexadecimal = /^0x[0-9a-fA-F]+$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** The core schema of YAML 1.2.2, section 10.3: `NO`, `1_000` and `2016-07-20` are text, `0777` is 777. An integer keeps all its digits. */
export function coreValue(text: string): Json {
  switch (text) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
  }
  const first = text.charCodeAt(0);
  const numeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (!numeric) return text;
  if (integer.test(text)) return integerOf(text);
  if (float.test(text)) return Number(text);
  if (octal.test(text) || hexadecimal.test(text)) return Number(text);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return Number.NaN;
  return text;
}
