// The schema of a text body → the types that its text is read as, where that is more than a string: `text/plain` with an integer.
import { possibleConjuncts } from '../../schema/conjuncts.ts';
import type { Schema } from '../../schema/schema.ts';
import { ANY, intendedTypes, STRING } from '../../schema/types.ts';
import type { PrimitiveType } from '../../service.ts';
import { fieldShapeOf } from '../parameters/parameter-shape.ts';

/**
 * `undefined` where the body stays text: its schema allows free text, in which `5` and `null` are texts too. Beside listed texts, other types can be
 * told apart if none of the texts looks like one of them.
 */
export function scalarTypes(schema: Schema): readonly PrimitiveType[] | undefined {
  const types = intendedTypes(schema);
  if (types === ANY || types === STRING) return undefined;
  const shape = fieldShapeOf(schema);
  if (shape.kind !== 'primitive') return undefined;
  if ((types & STRING) === 0) return shape.types;
  const texts = listedTexts(schema);
  return texts === undefined || texts.some(looksTyped) ? undefined : shape.types;
}

/** The texts that the schema's `enum` and `const` list; `undefined` where it may allow others. */
function listedTexts(schema: Schema): readonly string[] | undefined {
  const parts = possibleConjuncts([schema]);
  if (parts.some(({ type, enum: values, const: constant }) => type?.includes('string') && values === undefined && constant === undefined))
    return undefined;
  const values = parts.flatMap(({ enum: listed = [], const: constant }) => (constant === undefined ? listed : [...listed, constant.value]));
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === 0 ? undefined : texts;
}

function looksTyped(text: string): boolean {
  return /^-?\d|^(?:true|false|null)$/.test(text);
}
