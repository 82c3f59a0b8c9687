// Decides what `%2C` means in the text of a parameter or field whose values are separated by commas: a separator, or part of a value.
import { type Character, isCertain, neverHolds } from '../../schema/characters.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ParameterIn, ParameterShape, ParameterStyle } from '../../service.ts';

interface Written {
  readonly in: ParameterIn;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly shape: ParameterShape;
  readonly schema: Schema;
  readonly contentType?: string;
}

/** Styles that separate by commas, unless they are exploded. */
const COMMA_STYLES: readonly ParameterStyle[] = ['simple', 'label', 'matrix', 'form', 'cookie'];

/**
 * `separator` where no value can hold a comma, so that an encoded comma can only separate values: many HTTP libraries encode all commas of a query.
 * In a header with a single value, a comma can then only separate repetitions of the header. `pairs` for other objects of names and values in turn: a
 * text without a literal comma would be a name without a value.
 */
export function commaOf({ in: where, style, explode, shape, schema, contentType }: Written): 'separator' | 'pairs' | undefined {
  if (contentType !== undefined || !COMMA_STYLES.includes(style)) return undefined;
  const isSingle = shape.kind === 'primitive';
  if (isSingle ? where !== 'header' : explode && style !== 'simple') return undefined;
  // Where nothing is percent-encoded, `%2C` could be three characters of a value.
  const characters: readonly Character[] = where === 'header' || style === 'cookie' ? [',', '%'] : [','];
  if (isFree(shape, schema, characters)) return 'separator';
  return shape.kind === 'object' && !explode && characters.length === 1 ? 'pairs' : undefined;
}

function isFree(shape: ParameterShape, schema: Schema, characters: readonly Character[]): boolean {
  const isPlain = (text: string): boolean => characters.every((character) => !text.includes(character));
  // The words of booleans stand in the shape alone.
  const hasPlainWords = (inner: ParameterShape): boolean => inner.kind === 'primitive' && inner.types.every(isPlain);
  switch (shape.kind) {
    case 'primitive':
      return hasPlainWords(shape) && neverHolds(schema, characters);
    case 'array':
      return hasPlainWords(shape.items) && isCertain(schema, (part) => hasFreeItems(part, characters) || neverHolds(part, characters));
    case 'mixed':
    case 'free':
      return false;
    case 'object':
      return (
        shape.additional === undefined &&
        [...shape.properties].every(
          ([name, member]) => isPlain(name) && hasPlainWords(member) && isCertain(schema, (part) => hasFreeMember(part, name, characters)),
        )
      );
  }
}

function hasFreeItems({ items, prefixItems = [] }: Schema, characters: readonly Character[]): boolean {
  return items !== undefined && [items, ...prefixItems].every((item) => neverHolds(item, characters));
}

function hasFreeMember({ properties }: Schema, name: string, characters: readonly Character[]): boolean {
  const member = properties?.get(name);
  return member !== undefined && neverHolds(member, characters);
}
