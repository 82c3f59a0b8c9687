// Declares the rows of media: photos, videos and animations that users have uploaded, and uploads with their parts.

import type { MediaMetadata, Subtitles } from '@octavo/interfaces/b-microblog';
import { integer, json, key, nullable, type RowOf, since, table, text, textOf } from '../../platform/store/table.ts';
import type { MediaFile } from '../rules/media-files.ts';
import { type MediaCategory, shownAs, type UploadType } from '../rules/uploads.ts';

const media = table(
  'b_media',
  {
    id: key(text),
    owner: text,
    type: textOf<'photo' | 'video' | 'animated_gif'>(),
    /**
     * The address of a photo, or of the picture that stands for a video. Files of uploads have their path, since the address of a sandbox changes.
     */
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
    /** Other users who may use it in their posts. */
    owners: since('007-media', nullable(json<string[]>())),
  },
  { since: '002-posts' },
);

/** An upload stays until it expires, or as long as something uses it. Its media has a row of its own once it can be used. */
const uploads = table(
  'b_uploads',
  {
    id: key(text),
    owner: text,
    owners: json<string[]>(),
    type: textOf<UploadType>(),
    category: nullable(textOf<MediaCategory>()),
    /** Bytes that `INIT` declared. */
    total: integer,
    state: textOf<'open' | 'pending' | 'in_progress' | 'succeeded' | 'failed'>(),
    /** What could be read of the file; null: nothing yet, or the file cannot be played. */
    file: nullable(json<Omit<MediaFile, 'type'>>()),
    /** When its processing begins and ends; null: it needs none, or is not complete. */
    begins_at: nullable(integer),
    ends_at: nullable(integer),
    metadata: json<MediaMetadata>(),
    subtitles: json<Subtitles[]>(),
    /** How many versions of posts and videos use it. */
    uses: integer,
    created_at: integer,
    expires_at: integer,
  },
  { since: '007-media' },
);

/** The parts of an upload, which are the file when it is complete. */
const parts = table(
  'b_upload_parts',
  { upload: key(text), segment_index: key(integer), blob: text, bytes: integer },
  { since: '007-media' },
);

export const mediaTables = [media, uploads, parts] as const;

export type MediaRow = RowOf<typeof media>;
export type UploadRow = RowOf<typeof uploads>;
export type PartRow = RowOf<typeof parts>;

const PREFIXES = { photo: 3, video: 7, animated_gif: 16, subtitles: 17 } as const;

/** How posts name a file: `3_1990000000000000201` for a photo. */
export function mediaKey({ id, type }: Pick<MediaRow, 'id' | 'type'>): string {
  return `${PREFIXES[type]}_${id}`;
}

export function uploadKey({ id, type, category }: Pick<UploadRow, 'id' | 'type' | 'category'>): string {
  return `${PREFIXES[shownAs(type, category)]}_${id}`;
}
