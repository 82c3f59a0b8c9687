// The resolved documents → the `Description` that other rooms read.
import type { Location, Source } from '../problem.ts';
import type { Version } from './check/grammar.ts';
import type { Description, Json, JsonObject, Resolved } from './description.ts';
import { valueAt } from './pointer.ts';
import { mappedComponent, type Target } from './references/library.ts';
import type { Resolution } from './references/references.ts';

const resolutions = new WeakMap<Description, Resolution>();

/** What was found out while loading, for the bundler. */
export function resolutionOf(description: Description): Resolution {
  const resolution = resolutions.get(description);
  if (resolution === undefined) throw new Error('The description was not made by `load`.');
  return resolution;
}

export function describe(id: string, version: Version, root: JsonObject, entry: Source, resolution: Resolution): Description {
  const { library } = resolution;
  const made = new WeakMap<Target, Resolved>();
  const documentOf = (location: Location) => {
    const document = library.documentOf(location.source);
    if (document === undefined) throw new Error(`${location.source.display} is not part of the description ${id}.`);
    return document;
  };
  const resolved = (target: Target): Resolved => {
    let result = made.get(target);
    if (result === undefined) {
      result = { value: target.value, location: { source: target.document.source, pointer: target.pointer } };
      made.set(target, result);
    }
    return result;
  };

  const description: Description = {
    id,
    version,
    root,
    entry,
    sources: library.documents.map((document) => document.source),
    resolve(ref, from) {
      const document = documentOf(from);
      const component = isMapping(from.pointer) ? mappedComponent(ref, document) : undefined;
      const found =
        component === undefined ? library.find(ref, library.baseAt(document, from.pointer)) : library.find(component, document.uri);
      if (found.kind !== 'found') {
        throw new Error(`The reference ${JSON.stringify(ref)} at ${from.source.display}#${from.pointer} was not resolved by the loader.`);
      }
      return resolved(found.target);
    },
    at(location): Json | undefined {
      return valueAt(documentOf(location).root, location.pointer);
    },
  };
  resolutions.set(description, resolution);
  return description;
}

/** Inside a discriminator, a reference may be the bare name of a component. */
function isMapping(pointer: string): boolean {
  return /\/discriminator(?:\/mapping(?:\/[^/]*)?|\/defaultMapping)?$/.test(pointer);
}
