// Moves schemas that references find below `paths`, or deep inside components, to `components.schemas`: openapi-typescript would print such a
// reference as a path through its types that does not exist.
import { jsonText } from '../base/exact.ts';
import type { JsonObject } from '../load/description.ts';
import { isObject, own, pointerTokens, valueAt } from '../load/pointer.ts';
import { pascalCase } from '../model/names/names.ts';
import { refersToParts, withPartsInline } from './inlined.ts';
import { REFERENCE, referredPointer } from './references.ts';

/**
 * `written` as JSON text, with each such schema under `components.schemas` by a name of its own. They are looked up in `whole`, since an
 * operation that is left out may contain one.
 */
export function textWithLiftedSchemas(written: JsonObject, whole: JsonObject): string {
  const before = jsonText(written);
  const description = refersToParts(before) ? withPartsInline(written, whole) : written;
  const text = description === written ? before : jsonText(description);
  const components = own(description, 'components');
  const schemas = isObject(components) ? own(components, 'schemas') : undefined;
  const lifted = new Map<string, string>();
  const added = new Map<string, unknown>();
  const taken = new Set(isObject(schemas) ? Object.keys(schemas) : []);
  const lift = (from: string): void => {
    for (const [, literal = ''] of from.matchAll(REFERENCE)) {
      const pointer = pointerOf(literal);
      if (pointer === undefined || lifted.has(literal)) continue;
      const value = valueAt(whole, pointer);
      if (!isObject(value)) continue;
      const name = nameFor(pointer, taken);
      taken.add(name);
      lifted.set(literal, name);
      added.set(name, value);
      lift(jsonText(value));
    }
  };
  lift(text);
  if (lifted.size === 0) return text;
  const all = { ...(isObject(schemas) ? schemas : {}), ...Object.fromEntries(added) };
  const described = { ...description, components: { ...(isObject(components) ? components : {}), schemas: all } };
  return jsonText(described).replace(REFERENCE, (reference, literal: string) => {
    const name = lifted.get(literal);
    return name === undefined ? reference : `"$ref":${JSON.stringify(`#/components/schemas/${name}`)}`;
  });
}

/** The pointer, if it leads to a schema that is not a component. The library cannot print a path through an optional property or a union. */
function pointerOf(literal: string): string | undefined {
  const pointer = referredPointer(JSON.parse(literal));
  const [root, kind, , ...rest] = pointerTokens(pointer);
  const isDeep = root === 'components' && kind === 'schemas' ? rest.length > 0 : rest.includes('schema');
  return isDeep ? pointer : undefined;
}

function nameFor(pointer: string, taken: ReadonlySet<string>): string {
  const words = pointerTokens(pointer)
    .filter((token) => !['paths', 'webhooks', 'components', 'schemas', 'content', 'schema', 'properties'].includes(token))
    .map((token) => token.replace(/^x-/, ''));
  const base = pascalCase(words.join(' ')) || 'Schema';
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}${count}`;
  return name;
}
