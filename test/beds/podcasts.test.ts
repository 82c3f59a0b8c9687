// The bed `podcasts`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import type { Sent } from '../../bench/beds/client.ts';
import { callers } from '../../bench/beds/podcasts/probes/callers.ts';
import { probes } from '../../bench/beds/podcasts/probes/index.ts';
import { createPodcasts, documentPath, listen } from '../../bench/beds/podcasts/server.ts';
import { etag, header, itemsOf, joined, of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = { show_id: 'NightTrain', episode_id: 'EpNight001', playlist_id: 'ListTravel', chapter_id: 'ChapTunnel' };
const DRAFT = { episode_id: 'EpNight002' };
const SILENT = { episode_id: 'EpNight003' };
const GARDENS = { show_id: 'SmallGardn' };
const old: Sent = { headers: { 'if-match': '"old"' } };
const sound = (headers: Record<string, string> = {}): Sent => ({ raw: 'sound', type: 'audio/ogg', headers });
const { readTwice, change } = taggedBy(judge, ids);

testLists('podcasts', probes);

test('keeps shows and episodes as its document says', async () => {
  const { studio, moderator } = callers(service.url);
  const query = '?q=TRAINS&category=society&language=en-GB&explicit=false&tag=rail&sort=title&order=desc&page=1&per_page=5';
  expect(of(await call(moderator, 200, 'listShows', {}, { query }))).toMatchObject({ total: 1, page: 1, per_page: 5 });
  const made = await call(studio, 201, 'createShow', {}, example('createShow'));
  expect(of(made)).toMatchObject({ explicit: false, complete: false, episode_count: 0 });
  expect(of(made).updated_at).toBe(of(made).created_at);
  await call(studio, 409, 'createShow', {}, example('createShow'));
  await change(studio, 'getShow', 'updateShow');
  await call(studio, 409, 'updateShow', ids, { body: { slug: 'unheard' } });
  await call(studio, 409, 'deleteShow', ids);
  await call(studio, 204, 'deleteShow', { show_id: String(of(made).id) });
  await call(studio, 201, 'createShow', {}, example('createShow'));

  const filters = '?status=published&season=1&type=full,bonus&min_duration=1800&recorded_from=2026-02-01&recorded_to=2026-02-01';
  expect(itemsOf(await call(moderator, 200, 'listEpisodes', ids, { query: filters }))).toHaveLength(1);
  const numbers = await call(moderator, 200, 'listEpisodes', ids, { query: '?sort=number&order=desc' });
  expect(joined(itemsOf(numbers), 'id')).toBe('EpNight003,EpNight002,EpNight001');
  const episode = await call(studio, 201, 'createEpisode', ids, example('createEpisode'));
  expect(of(episode)).toMatchObject({ status: 'draft', published_at: null, audio: null, type: 'full' });
  await call(studio, 409, 'createEpisode', ids, example('createEpisode'));
  await call(studio, 409, 'createEpisode', GARDENS, example('createEpisode'));
  await change(studio, 'getEpisode', 'updateEpisode');
  await call(studio, 409, 'updateEpisode', ids, { body: { number: 2 } });
  await call(studio, 409, 'updateEpisode', DRAFT, { body: { number: 1 } });
  await call(studio, 409, 'updateEpisode', ids, { body: { duration_seconds: 600 } });
  await call(studio, 409, 'deleteEpisode', ids);
  await call(studio, 412, 'deleteEpisode', DRAFT, old);
});

test('keeps audio and chapters as its document says', async () => {
  const { studio, moderator } = callers(service.url);
  await call(studio, 409, 'publishEpisode', SILENT);
  await call(studio, 404, 'downloadAudio', SILENT);
  await call(studio, 412, 'uploadAudio', SILENT, sound({ 'if-match': '*' }));
  await call(studio, 422, 'uploadAudio', SILENT, sound({ 'x-checksum': 'a'.repeat(64) }));
  const made = await call(studio, 201, 'uploadAudio', SILENT, sound({ 'x-file-name': 'soon.ogg' }));
  expect(of(made)).toMatchObject({ media_type: 'audio/ogg', bytes: 5, file_name: 'soon.ogg' });
  await call(studio, 412, 'uploadAudio', SILENT, sound(old.headers));
  const again = { 'if-match': etag(made), 'x-checksum': String(of(made).checksum) };
  expect(of(await call(studio, 200, 'uploadAudio', SILENT, sound(again))).file_name).toBe('audio');
  const file = await call(moderator, 200, 'downloadAudio', SILENT);
  expect([file.bytes.toString(), header(file, 'content-type')]).toEqual(['sound', 'audio/ogg']);
  await call(moderator, 304, 'downloadAudio', SILENT, { headers: { 'if-none-match': `"old", ${etag(file)}` } });
  expect(of(await call(studio, 200, 'publishEpisode', SILENT))).toMatchObject({ status: 'published' });
  await call(studio, 409, 'publishEpisode', SILENT);
  await call(studio, 409, 'uploadAudio', SILENT, sound());
  expect(of(await call(studio, 200, 'unpublishEpisode', SILENT))).toMatchObject({ status: 'draft', published_at: null });
  await call(studio, 409, 'unpublishEpisode', SILENT);
  await call(studio, 413, 'uploadAudio', SILENT, { raw: 'x'.repeat(65_537), type: 'audio/mpeg' });
  await call(studio, 422, 'uploadAudio', SILENT, { raw: '', type: 'audio/mpeg' });
  await call(studio, 400, 'uploadAudio', SILENT, sound({ 'x-file-name': 'a b' }));

  const chapter = await call(studio, 201, 'createChapter', ids, example('createChapter'));
  await call(studio, 409, 'createChapter', ids, example('createChapter'));
  await call(studio, 422, 'createChapter', ids, { body: { title: 'Over', start_seconds: 1800 } });
  const bridge = { ...ids, chapter_id: String(of(chapter).id) };
  expect((await call(studio, 200, 'getChapter', bridge)).json).toEqual(chapter.json);
  await call(studio, 200, 'updateChapter', ids, example('updateChapter'));
  await call(studio, 409, 'updateChapter', bridge, { body: { start_seconds: 600.5 } });
  await call(studio, 422, 'updateChapter', bridge, { body: { start_seconds: 1800 } });
  expect(itemsOf(await call(moderator, 200, 'listChapters', ids))).toHaveLength(3);
  await call(studio, 204, 'deleteChapter', bridge);
  await call(studio, 404, 'deleteChapter', bridge);
  await call(studio, 404, 'getChapter', { ...bridge, episode_id: 'EpNight002' });
});

test('keeps playlists and the audience as its document says', async () => {
  const { studio, moderator } = callers(service.url);
  const query = '?visibility=private&episode_id=EpNight002&sort=title&order=desc';
  expect(itemsOf(await call(moderator, 200, 'listPlaylists', {}, { query }))).toMatchObject([{ duration_seconds: 4200 }]);
  const list = { playlist_id: String(of(await call(studio, 201, 'createPlaylist', {}, example('createPlaylist'))).id) };
  await change(studio, 'getPlaylist', 'replacePlaylist');
  await readTwice(moderator, 'getPlaylist');
  await call(studio, 422, 'replacePlaylist', list, { body: { title: 'Bells', episode_ids: ['EpTower001'] } });
  await call(studio, 204, 'deleteEpisode', DRAFT);
  expect(of(await call(moderator, 200, 'getPlaylist', ids))).toMatchObject({ title: 'Before sleep', episode_ids: ['EpNight001'] });
  await call(studio, 412, 'deletePlaylist', list, old);
  await call(studio, 204, 'deletePlaylist', list);

  const comment = String(of(await call(moderator, 201, 'createComment', ids, example('createComment'))).id);
  const reply = { author: 'Mira', text: 'Which carriage?', parent_id: comment };
  const replyId = String(of(await call(moderator, 201, 'createComment', ids, { body: reply })).id);
  await call(moderator, 422, 'createComment', ids, { body: { ...reply, parent_id: replyId } });
  await call(moderator, 409, 'createComment', SILENT, example('createComment'));
  const rated = await call(moderator, 200, 'listComments', ids, { query: '?min_rating=5' });
  expect(joined(itemsOf(rated), 'id')).toBe(`${comment},CommentLea`);
  const replies = await call(moderator, 200, 'listComments', ids, { query: `?parent_id=${comment}` });
  expect(joined(itemsOf(replies), 'id')).toBe(replyId);
  const statistics = { published: 1, published_seconds: 1800, comments: 5, average_rating: 4, subscribers: { free: 1, supporter: 1 } };
  expect(of(await call(studio, 200, 'getShowStatistics', ids))).toMatchObject(statistics);
  await call(moderator, 204, 'deleteComment', { comment_id: comment });
  await call(moderator, 404, 'deleteComment', { comment_id: replyId });

  const made = await call(studio, 201, 'createSubscription', {}, example('createSubscription'));
  await call(studio, 409, 'createSubscription', {}, example('createSubscription'));
  const found = await call(studio, 200, 'listSubscriptions', {}, { query: '?show_id=NightTrain&plan=supporter&order=desc' });
  expect(itemsOf(found)[0]).toEqual(made.json);
  expect(of(await call(studio, 200, 'getShowStatistics', ids)).monthly_cents).toBe(1000);
  await call(studio, 204, 'deleteSubscription', { subscription_id: String(of(made).id) });
  await call(studio, 201, 'createSubscription', {}, example('createSubscription'));
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { studio, tower, moderator, stranger } = callers(service.url);
  await call(stranger, 401, 'listShows');
  await call(moderator, 403, 'createShow', {}, example('createShow'));
  await call(moderator, 403, 'listSubscriptions');
  await call(tower, 404, 'getShow', ids);
  await call(studio, 404, 'getShow', { show_id: 'trains' });
  await call(studio, 400, 'listShows', {}, { query: '?page=0' });
  await call(studio, 400, 'listShows', {}, { query: '?page=1&page=2' });
  await call(studio, 400, 'createShow', {}, { raw: '{', type: 'application/json' });
  await call(studio, 413, 'createShow', {}, { raw: ' '.repeat(32_769), type: 'application/json' });
  await call(studio, 415, 'createShow', {}, { raw: '{}', type: 'text/plain' });
  const links = [{ label: '', url: 'https://lights.example' }];
  const refused = await call(studio, 422, 'createShow', {}, { body: { title: 'A', owner: { name: 'B' }, links } });
  const fields = (of(refused).errors as readonly { readonly field: string }[]).map(({ field }) => field);
  expect(fields.toSorted()).toEqual(['category', 'language', 'links[0].label', 'owner.email', 'slug']);
  expect((await studio('PUT', '/shows')).headers.get('allow')).toBe('GET, HEAD, POST');
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createPodcasts, callers)).toEqual([]);
});
