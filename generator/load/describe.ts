// Resolved documents → the `Description` that other rooms read.
import type { Location, Source } from '../base/problem.ts';
import type { Description, JsonObject, Resolved } from './description.ts';
import { valueAt } from './pointer.ts';
import { find } from './references/find.ts';
import { baseAt, documentOf, mappedComponent, type Target } from './references/library.ts';
import type { Resolution } from './references/resolve.ts';

const resolutions = new WeakMap<Description, Resolution>();

/** The facts that the loader has found about a description's references. */
export function resolutionOf(description: Description): Resolution {
  const resolution = resolutions.get(description);
  if (resolution === undefined) throw new Error('The description was not made by `load`.');
  return resolution;
}

/** `sources` are the overlays. */
export function describe(
  id: string,
  version: Description['version'],
  root: JsonObject,
  entry: Source,
  resolution: Resolution,
  { sources: overlays, textAt }: Pick<Description, 'sources' | 'textAt'>,
): Description {
  const { library } = resolution;
  const resolved = new WeakMap<Target, Resolved>();

  const description: Description = {
    id,
    version,
    root,
    entry,
    sources: [...library.documents.map((document) => document.source), ...overlays],
    textAt,
    resolve(ref, from) {
      const document = documentOf(library, from.source);
      const component = isMapping(from.pointer) ? mappedComponent(ref, document) : undefined;
      const found = component === undefined ? find(library, ref, baseAt(document, from.pointer)) : find(library, component, document.uri);
      if (found.kind !== 'found') {
        throw new Error(`The reference ${JSON.stringify(ref)} at ${from.source.display}#${from.pointer} was not resolved by the loader.`);
      }
      let result = resolved.get(found.target);
      if (result === undefined) {
        const { value, document, pointer } = found.target;
        result = { value, location: { source: document.source, pointer } };
        resolved.set(found.target, result);
      }
      return result;
    },
    at: (location: Location) => valueAt(documentOf(library, location.source).root, location.pointer),
  };
  resolutions.set(description, resolution);
  return description;
}

/** Inside a discriminator, a reference may be the bare name of a component. */
function isMapping(pointer: string): boolean {
  return /\/discriminator(?:\/mapping(?:\/[^/]*)?|\/defaultMapping)?$/.test(pointer);
}
