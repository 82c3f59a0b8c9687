// Says what uploads of media may hold: their types by category, their sizes, whether their parts make the file, and whether the file is what it was
// said to be.

import { isVideo, type MediaFile, type MediaType } from './media-files.ts';

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

export const MOST_PART_BYTES = 5 * MEBIBYTE;
export const MOST_SEGMENT = 999;

const TYPES: Readonly<Record<MediaCategory, readonly UploadType[]>> = {
  tweet_image: ['image/png', 'image/jpeg', 'image/gif'],
  tweet_gif: ['image/gif'],
  tweet_video: ['video/mp4'],
  amplify_video: ['video/mp4'],
  dm_video: ['video/mp4'],
  subtitles: ['application/x-subrip'],
};

/** Names that clients use too. */
const ALIASES: Readonly<Record<string, UploadType>> = { 'image/jpg': 'image/jpeg', 'text/srt': 'application/x-subrip' };

/** The type that a client names, without parameters; `undefined` for one that no upload has. */
export function uploadTypeOf(given: string): UploadType | undefined {
  const [essence = ''] = given.toLowerCase().split(';');
  const type = essence.trim();
  if (Object.hasOwn(ALIASES, type)) return ALIASES[type];
  return Object.hasOwn(MOST_BYTES, type) ? (type as UploadType) : undefined;
}

/** A picture in GIF of the category `tweet_image` is a photo, with the size of one. */
export function mostBytesOf(type: UploadType, category: MediaCategory | null): number {
  return category === 'tweet_image' ? MOST_BYTES['image/png'] : MOST_BYTES[type];
}

/** Any type agrees with a missing category. */
export function agrees(type: UploadType, category: MediaCategory | null): boolean {
  return category === null || TYPES[category].includes(type);
}

/** What posts show a file as; subtitles are not shown by themselves. */
export function shownAs(type: UploadType, category: MediaCategory | null): 'photo' | 'video' | 'animated_gif' | 'subtitles' {
  if (type === 'application/x-subrip') return 'subtitles';
  if (type === 'video/mp4') return 'video';
  return type === 'image/gif' && category !== 'tweet_image' ? 'animated_gif' : 'photo';
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

/**
 * `broken`: it begins as a file of its type, but cannot be read. `other`: it is of another type, whatever `INIT` said.
 * @param start its first bytes
 * @param found what could be read of it
 */
export function judged(type: UploadType, start: DataView, found: MediaFile | undefined): 'good' | 'broken' | 'other' {
  if (type === 'application/x-subrip') return new TextDecoder().decode(start).includes('-->') ? 'good' : 'other';
  if (found?.type === type) return 'good';
  return type === 'video/mp4' && found === undefined && isVideo(start) ? 'broken' : 'other';
}

/** Milliseconds of the sandbox clock until the processing of a file begins. */
export const PROCESSING_BEGINS = 1_000;

/** Milliseconds that it takes: a second, and one more for each 8 MiB. */
export function processingTime(bytes: number): number {
  return 1_000 * (1 + Math.ceil(bytes / (8 * MEBIBYTE)));
}

export interface Processing {
  readonly state: 'pending' | 'in_progress' | 'succeeded' | 'failed';
  readonly begins_at: number;
  readonly ends_at: number;
}

/** Seconds until the next step of it, at most five and at least one; `undefined` when it has ended. */
export function nextCheck({ state, begins_at, ends_at }: Processing, now: number): number | undefined {
  if (state === 'succeeded' || state === 'failed') return undefined;
  return Math.min(5, Math.max(1, Math.ceil(((state === 'pending' ? begins_at : ends_at) - now) / 1_000)));
}

/** Per cent; `undefined` before it begins and where it failed. */
export function progressOf({ state, begins_at, ends_at }: Processing, now: number): number | undefined {
  if (state === 'succeeded') return 100;
  return state === 'in_progress' ? Math.min(99, Math.max(0, Math.floor((100 * (now - begins_at)) / (ends_at - begins_at)))) : undefined;
}

const ENDS: Readonly<Record<UploadType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'application/x-subrip': 'srt',
};

/** How the address of a file ends. */
export function endOf(type: UploadType): string {
  return ENDS[type];
}
