// Collects media types that are left out of bodies which have another one: one problem for each, with the number of places.
import type { Location, Problems } from '../../../base/problem.ts';
import type { Cause, DocumentNode } from '../../document-node.ts';

interface Media {
  readonly contentType: string;
  readonly node: DocumentNode;
}

interface Refused {
  readonly contentType: string;
  readonly kept: string;
  readonly cause: string;
  /** By place, since operations share bodies. */
  readonly places: Map<string, Location>;
}

export interface RefusedMedia {
  /** `kept`: those that carry the body. */
  add(media: Media, kept: readonly Pick<Media, 'contentType'>[], cause: Cause): void;
  report(problems: Problems): void;
}

/** A message shows this many places; more would hide the others. */
const MOST_PLACES = 4;

export function refusedMedia(): RefusedMedia {
  const found = new Map<string, Refused>();
  return {
    add({ contentType, node: { location } }, others, { message: cause }) {
      const kept = others.map((other) => other.contentType).join(', ');
      const key = JSON.stringify([contentType, kept, cause]);
      const one = found.get(key) ?? { contentType, kept, cause, places: new Map() };
      found.set(key, one);
      one.places.set(`${location.source.display}#${location.pointer}`, { ...location, at: 'key' });
    },
    report(problems) {
      for (const { contentType, kept, cause, places } of found.values()) {
        const [location, ...others] = places.values();
        if (location === undefined) continue;
        const where = others.length === 0 ? 'a body, which is' : `${places.size} bodies, which are`;
        const related = others.slice(0, MOST_PLACES).map((other) => ({ message: 'Here too.', location: other }));
        problems.add({
          code: 'left-out',
          severity: 'unsupported',
          message: `The media type ${contentType} is left out of ${where} carried as ${kept}: ${cause}`,
          leftOut: Array.from(places, () => 'media type'),
          reason: cause,
          location,
          ...(related.length === 0 ? {} : { related }),
        });
      }
    },
  };
}
