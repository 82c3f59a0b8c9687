// A place in a document → words for it in names.
import { pointerTokens } from '../../load/pointer.ts';
import { pascalCase } from './names.ts';

const CONTAINERS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'components',
  'schemas',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Words for a place below a named one: `/properties/b/items` → `BItem`, `/allOf/0` → `AllOf1`, `/x-base` → `Base`. */
export function placeWords(pointer: string): string {
  const tokens = pointerTokens(pointer);
  let name = '';
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (next !== undefined && CONTAINERS.has(token)) {
      if (token === 'components' && CONTAINERS.has(next)) index++;
      name += pascalCase(tokens[++index] ?? '');
    } else if (next !== undefined && LISTS.has(token)) {
      name += `${token === 'prefixItems' ? 'Item' : pascalCase(token)}${Number(next) + 1}`;
      index++;
    } else if (token === 'items') name += 'Item';
    else if (token === 'additionalProperties') name += 'Value';
    else name += pascalCase(token.replace(/^x-/, ''));
  }
  return name;
}
