// Shows media as version 2 has them: the fields that are asked for.

import type { Media, MediaField } from '@octavo/interfaces/b-microblog';
import { type Fields, type Mask, withFields } from '../masks.ts';
import { type MediaRow, mediaKey } from './tables.ts';

const photo = <Value>({ type }: MediaRow, value: Value) => (type === 'photo' ? value : undefined);
const moving = <Value>({ type }: MediaRow, value: Value) => (type === 'photo' ? undefined : value);

/** No player counts how often videos are played, so that they have no metrics. */
export const MEDIA_FIELDS: Fields<MediaField, MediaRow> = {
  width: ({ width }) => width,
  height: ({ height }) => height,
  url: (row) => photo(row, row.url),
  alt_text: (row) => photo(row, row.alt_text),
  preview_image_url: (row) => moving(row, row.url),
  variants: (row) => moving(row, row.variants),
  duration_ms: (row) => (row.type === 'video' ? row.duration_ms : undefined),
};

export function showMedia(row: MediaRow, mask: Mask<MediaRow>): Media {
  return withFields<MediaRow, undefined, Media>({ media_key: mediaKey(row), type: row.type }, mask, row, undefined);
}
