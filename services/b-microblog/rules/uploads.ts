// Says what uploads of media may hold: their types by category, their sizes, and whether their parts make the file.

import type { MediaType } from './media-files.ts';

export type MediaCategory = 'amplify_video' | 'tweet_gif' | 'tweet_image' | 'tweet_video' | 'dm_video' | 'subtitles';

export type UploadType = MediaType | 'application/x-subrip';

const MEBIBYTE = 1024 * 1024;

/** A video may have 512 MB by the record; a sandbox takes 64 MiB. */
const MOST_BYTES: Readonly<Record<UploadType, number>> = {
  'image/png': 5 * MEBIBYTE,
  'image/jpeg': 5 * MEBIBYTE,
  'image/gif': 15 * MEBIBYTE,
  'video/mp4': 64 * MEBIBYTE,
  'application/x-subrip': MEBIBYTE,
};

const TYPES: Readonly<Record<MediaCategory, readonly UploadType[]>> = {
  tweet_image: ['image/png', 'image/jpeg', 'image/gif'],
  tweet_gif: ['image/gif'],
  tweet_video: ['video/mp4'],
  amplify_video: ['video/mp4'],
  dm_video: ['video/mp4'],
  subtitles: ['application/x-subrip'],
};

/** A picture in GIF of the category `tweet_image` is a photo, with the size of one. */
export function mostBytesOf(type: UploadType, category: MediaCategory | undefined): number {
  return category === 'tweet_image' ? MOST_BYTES['image/png'] : MOST_BYTES[type];
}

export function isUploadType(type: string): type is UploadType {
  return Object.hasOwn(MOST_BYTES, type);
}

/** Any type agrees with a missing category. */
export function agrees(type: UploadType, category: MediaCategory | undefined): boolean {
  return category === undefined || TYPES[category].includes(type);
}

export interface Part {
  readonly segment_index: number;
  readonly bytes: number;
}

/** Whether the parts have each index from 0 on once, and the size that `INIT` declared. */
export function addUp(parts: readonly Part[], total: number): boolean {
  const sorted = parts.toSorted((left, right) => left.segment_index - right.segment_index);
  return sorted.every(({ segment_index }, index) => segment_index === index) && sorted.reduce((sum, { bytes }) => sum + bytes, 0) === total;
}
