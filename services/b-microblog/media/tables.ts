// Declares the rows of media: photos, videos and animations that users have uploaded.

import { integer, json, key, nullable, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

const media = table(
  'b_media',
  {
    id: key(text),
    owner: text,
    type: textOf<'photo' | 'video' | 'animated_gif'>(),
    /** The address of a photo, or of the picture that stands for a video. */
    url: text,
    width: integer,
    height: integer,
    duration_ms: nullable(integer),
    variants: nullable(json<{ readonly bit_rate?: number; readonly content_type: string; readonly url: string }[]>()),
    alt_text: nullable(text),
    /** The post that had it first; null until one has. */
    post_id: nullable(text),
    created_at: integer,
    /** Until when a post can take it; null: it has no end. */
    expires_at: nullable(integer),
  },
  { since: '002-posts' },
);

export const mediaTables = [media] as const;

export type MediaRow = RowOf<typeof media>;

const PREFIXES = { photo: 3, video: 7, animated_gif: 16 } as const;

/** How posts name a file: `3_1990000000000000201` for a photo. */
export function mediaKey({ id, type }: Pick<MediaRow, 'id' | 'type'>): string {
  return `${PREFIXES[type]}_${id}`;
}
