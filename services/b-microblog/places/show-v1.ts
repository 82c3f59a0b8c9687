// Shows places as version 1.1 has them.

import type { Place } from '@octavo/interfaces/b-microblog-v1';
import { centreOf } from '../rules/globe.ts';
import type { PlaceRow } from './tables.ts';

export function showPlaceV1({ id, type, name, full_name, country, country_code, box }: PlaceRow, origin: string): Place {
  const [west, south, east, north] = box;
  return {
    id,
    url: `${origin}/1.1/geo/id/${id}.json`,
    place_type: type === 'unknown' ? 'poi' : type,
    name,
    full_name,
    country_code,
    country,
    bounding_box: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ],
      ],
    },
  };
}

/** A place with all that is known of it. @param known the places that contain it, and perhaps others */
export function showWholePlace(row: PlaceRow, known: ReadonlyMap<string, PlaceRow>, origin: string): Place {
  const [latitude, longitude] = centreOf(row.box);
  const containers = row.contained_within.flatMap((id) => known.get(id) ?? []);
  return {
    ...showPlaceV1(row, origin),
    contained_within: containers.map((container) => showPlaceV1(container, origin)),
    attributes: row.street_address === null ? {} : { street_address: row.street_address },
    centroid: [longitude, latitude],
  };
}
