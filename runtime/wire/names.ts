// The names that the parameters of one place use there, so that an exploded object without declared names does not take them.
import type { Decodable } from './decode-value.ts';
import { isDeepName } from './deep-object.ts';
import { isObjectShape } from './primitive.ts';

/** Whether a name in a query, a form or cookies belongs to a parameter, a field or a security scheme. */
export type Names = Pick<ReadonlySet<string>, 'has'>;

/** `more`: names that are not of these parameters. */
export function declaredNames(parameters: readonly Pick<Decodable, 'name' | 'codec' | 'shape'>[], more: Iterable<string>): Names {
  const names = new Set(more);
  const deep: (readonly [string, Decodable['shape']])[] = [];
  for (const { name, codec, shape } of parameters) {
    names.add(name);
    if (codec.style === 'deepObject') deep.push([name, shape]);
    else if (codec.explode && codec.read === undefined && isObjectShape(shape))
      for (const property of Object.keys(shape.properties ?? {})) names.add(property);
  }
  return { has: (name) => names.has(name) || deep.some(([own, shape]) => isDeepName(name, own, shape)) };
}
