// The default of a schema, and whether the schema allows it, as far as types say.
import { jsonText } from '../../base/exact.ts';
import { conjuncts } from './conjuncts.ts';
import type { JsonValue, Schema } from './schema.ts';
import { possibleTypes, typeOfValue, typeWords } from './types.ts';

/** Why servers do not fill in a default: the author wrote one that the schema does not allow, or Octavo fills in none of its kind. */
interface Misfit {
  readonly why: string;
  readonly fix: string;
}

/** The default of a schema, or of one that holds with it, and why servers do not fill it in, where they do not. */
export function defaultOf(schema: Schema): { readonly value: JsonValue; readonly by: Schema; readonly misfit?: Misfit } | undefined {
  const by = conjuncts([schema]).find((part) => part.default !== undefined);
  if (by?.default === undefined) return undefined;
  const misfit = misfitOf(schema, by.default, 'it');
  return { value: by.default, by, ...(misfit === undefined ? {} : { misfit }) };
}

/** The first of `type`, `enum`, `const` and `items` that excludes a value, of which `subject` is the name in a sentence. */
function misfitOf(schema: Schema, value: JsonValue, subject: string): Misfit | undefined {
  const allowed = possibleTypes(schema);
  if ((allowed & typeOfValue(value)) === 0) return unlike(`${subject} must be ${typeWords(allowed) || 'absent: no value is valid'}`);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return beyond('defaults that are objects');
  for (const part of conjuncts([schema])) {
    const values = part.const === undefined ? part.enum : [part.const.value];
    if (values?.some((one) => jsonText(one) === jsonText(value)) === false) return unlike(`${subject} must be ${listed(values)}`);
    if (!Array.isArray(value)) continue;
    if (part.prefixItems !== undefined) return beyond('defaults of lists with `prefixItems`');
    const { items } = part;
    if (items === undefined) continue;
    for (const [index, item] of value.entries()) {
      const misfit = misfitOf(items, item as JsonValue, `its item ${index}`);
      if (misfit !== undefined) return misfit;
    }
  }
  return undefined;
}

function unlike(why: string): Misfit {
  return { why, fix: 'Write a default that the schema allows, or remove it.' };
}

function beyond(what: string): Misfit {
  return { why: `servers fill in no ${what}`, fix: 'Let the handler fill it in.' };
}

/** The most values that a message lists. */
const MOST_LISTED = 5;

function listed(values: readonly JsonValue[]): string {
  const shown = values.slice(0, MOST_LISTED).map((value) => jsonText(value));
  if (values.length === 1) return shown.join();
  return `one of ${shown.join(', ')}${values.length > MOST_LISTED ? `, … (${values.length} values)` : ''}`;
}
