// Shows media as version 2 has them: the fields that are asked for.

import type { Media, MediaField } from '@octavo/interfaces/b-microblog';
import { type Fields, type Mask, withFields } from '../masks.ts';
import { fileUrl } from './files.ts';
import { type MediaRow, mediaKey } from './tables.ts';

export interface MediaView {
  /** The scheme and authority of files. */
  readonly origin: string;
}

const photo = <Value>({ type }: MediaRow, value: Value) => (type === 'photo' ? value : undefined);
const moving = <Value>({ type }: MediaRow, value: Value) => (type === 'photo' ? undefined : value);

/** No player counts how often videos are played, so that they have no metrics. */
export const MEDIA_FIELDS: Fields<MediaField, MediaRow, MediaView> = {
  width: ({ width }) => width,
  height: ({ height }) => height,
  url: (row, { origin }) => photo(row, fileUrl(row.url, origin)),
  alt_text: (row) => photo(row, row.alt_text),
  preview_image_url: (row, { origin }) => moving(row, fileUrl(row.url, origin)),
  variants: (row, { origin }) =>
    moving(
      row,
      row.variants?.map((variant) => ({ ...variant, url: fileUrl(variant.url, origin) })),
    ),
  duration_ms: (row) => (row.type === 'video' ? row.duration_ms : undefined),
};

export function showMedia(row: MediaRow, mask: Mask<MediaRow, MediaView>, view: MediaView): Media {
  return withFields<MediaRow, MediaView, Media>({ media_key: mediaKey(row), type: row.type }, mask, row, view);
}
