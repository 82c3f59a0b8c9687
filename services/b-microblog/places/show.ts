// Shows places as version 2 has them: the fields that are asked for.

import type { Place, PlaceField } from '@octavo/interfaces/b-microblog';
import { type Fields, isEmpty, type Mask, withFields } from '../masks.ts';
import type { PlaceRow } from './tables.ts';

export const PLACE_FIELDS: Fields<PlaceField, PlaceRow> = {
  name: ({ name }) => name,
  country: ({ country }) => country,
  country_code: ({ country_code }) => country_code,
  place_type: ({ type }) => type,
  contained_within: ({ contained_within }) => (isEmpty(contained_within) ? undefined : contained_within),
  geo: ({ box }) => ({ type: 'Feature', bbox: box, properties: {} }),
};

export function showPlace(row: PlaceRow, mask: Mask<PlaceRow>): Place {
  return withFields<PlaceRow, undefined, Place>({ id: row.id, full_name: row.full_name }, mask, row, undefined);
}
