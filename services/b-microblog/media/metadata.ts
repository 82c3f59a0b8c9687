// Changes what is said of an upload: its alternative text and other metadata, and the subtitles of a video.

import type { MediaMetadataUpdate, NewSubtitles, SubtitledMediaCategory, SubtitlesRemoval } from '@octavo/interfaces/b-microblog';
import type { Context, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { releaseUploads, useUploads } from './store.ts';
import type { UploadRow } from './tables.ts';
import { invalid, type MediaDeps, requireUpload } from './uploads.ts';

/** Metadata that the request does not name stay. @throws the refusal 400 where a post has the file already */
export async function changeMetadata(deps: MediaDeps, { id, metadata: given = {} }: MediaMetadataUpdate, { principal }: Context) {
  const now = deps.clock.now();
  const metadata = await deps.store.write(async (tables) => {
    const upload = await requireUpload(tables, principal.user ?? '', id, now, '/body/id');
    const media = await rows.find(tables, 'b_media', id);
    if (media !== undefined && media.post_id !== null) throw invalid('/body/id', 'A post has the file already.');
    const all = { ...upload.metadata, ...given };
    await rows.change(tables, 'b_uploads', id, { metadata: all });
    if (media !== undefined) await rows.change(tables, 'b_media', id, { alt_text: all.alt_text?.text ?? null });
    return all;
  });
  return { status: 200 as const, body: { data: { id, associated_metadata: metadata } } };
}

const CATEGORIES: Readonly<Record<SubtitledMediaCategory, UploadRow['category']>> = {
  TweetVideo: 'tweet_video',
  AmplifyVideo: 'amplify_video',
};

/** A video has one file for each language: another takes the place of the first. @throws the refusal 400 */
export async function addSubtitles(deps: MediaDeps, { id, media_category, subtitles = {} }: NewSubtitles, { principal }: Context) {
  const now = deps.clock.now();
  const { user = '' } = principal;
  const category = requireCategory(media_category);
  const { id: file, language_code } = subtitles;
  if (language_code === undefined) throw invalid('/body/subtitles/language_code', 'Subtitles need a language.');
  const all = await deps.store.write(async (tables) => {
    const video = await requireVideo(tables, user, id, now, category);
    const added = await requireUpload(tables, user, file, now, '/body/subtitles/id');
    if (added.type !== 'application/x-subrip' || added.state !== 'succeeded')
      throw invalid('/body/subtitles/id', 'This is no complete upload of subtitles.');
    await useUploads(tables, [added.id]);
    return change(deps, tables, video, language_code, [{ ...subtitles }], now);
  });
  return {
    status: 200 as const,
    body: { data: { id: all.id, media_category: media_category ?? 'TweetVideo', associated_subtitles: all.subtitles } },
  };
}

/** Subtitles that are not there are no error. @throws the refusal 400 */
export async function removeSubtitles(deps: MediaDeps, { id, media_category, language_code }: SubtitlesRemoval, { principal }: Context) {
  const now = deps.clock.now();
  const category = requireCategory(media_category);
  if (language_code === undefined) throw invalid('/body/language_code', 'The language is missing.');
  await deps.store.write(async (tables) => {
    const video = await requireVideo(tables, principal.user ?? '', id, now, category);
    await change(deps, tables, video, language_code, [], now);
  });
  return { status: 200 as const, body: { data: { deleted: true } } };
}

function requireCategory(given: SubtitledMediaCategory | undefined): UploadRow['category'] {
  if (given === undefined) throw invalid('/body/media_category', 'The category of the video is missing.');
  return CATEGORIES[given];
}

/** A video without a category has any. */
async function requireVideo(tables: Tables, user: string, id: string | undefined, now: number, category: UploadRow['category']) {
  const video = await requireUpload(tables, user, id, now, '/body/id');
  if (video.type !== 'video/mp4' || video.state === 'open' || video.state === 'failed')
    throw invalid('/body/id', 'This is no complete upload of a video.');
  if (video.category !== null && video.category !== category) throw invalid('/body/media_category', 'The video has another category.');
  return video;
}

/** Puts subtitles in the place of those of a language. */
async function change(
  deps: MediaDeps,
  tables: Tables,
  video: UploadRow,
  language: string,
  added: UploadRow['subtitles'],
  now: number,
): Promise<UploadRow> {
  const replaced = video.subtitles.filter(({ language_code }) => language_code === language);
  const subtitles = [...video.subtitles.filter((one) => !replaced.includes(one)), ...added];
  await rows.change(tables, 'b_uploads', video.id, { subtitles });
  const unused = replaced.flatMap(({ id }) => id ?? []);
  await releaseUploads(deps, tables, unused, now);
  return { ...video, subtitles };
}
