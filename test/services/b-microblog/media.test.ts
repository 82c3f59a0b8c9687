// Tests uploads of media: their steps in and out of order, what is refused, processing and expiry on the sandbox clock, and who may use a file.

import type { Media, NewPost } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { SUBTITLES, VIDEO } from '../../../services/b-microblog/seeds/uploads.ts';
import { createSandbox } from '../../../services/index.ts';
import type { BlobTables } from '../../../services/platform/blobs/tables.ts';
import type { Platform } from '../../../services/platform/service.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { gif, mp4, png, srt, uploading } from './media-samples.ts';
import { platformOf } from './posting.ts';
import { microblog, PNG, V1, V2 } from './support.ts';

const MIB = 2 ** 20;
const DAY = 86_400_000;
const WRONG_SUM = 'Segments do not add up to provided total file size.';

describeOnEngines('uploads of media', (engine) => {
  async function open() {
    const sandbox = await engine.open('b-microblog');
    return around(sandbox);
  }

  function around(sandbox: Awaited<ReturnType<typeof engine.open>>) {
    const all = microblog(sandbox);
    const [ines, other] = [all.user(), all.user(tokens.tideWatch)];
    const { read } = platformOf(sandbox).store;
    const blobs = (sandbox.platformOf('b-microblog') as Platform<BlobTables>).store.read;
    return {
      ...all,
      sandbox,
      ines: { client: ines, ...uploading(ines) },
      other: { client: other, ...uploading(other) },
      /** Sends a request as Inês. @returns its status and the sentence of its refusal */
      async sent(path: string, init: RequestInit = {}) {
        const answer = await all.fetchV2(V2 + path, {
          method: 'POST',
          ...init,
          headers: { authorization: `Bearer ${tokens.ines}`, ...init.headers },
        });
        const text = await answer.text();
        const { detail, errors } = (text === '' ? {} : JSON.parse(text)) as { detail?: string; errors?: { message: string }[] };
        return [answer.status, errors?.[0]?.message ?? detail];
      },
      /** How many rows uploads have, without those of the story. */
      async rows() {
        const [uploads, parts, media, files, chunks] = await Promise.all([
          read.selectFrom('b_uploads').select('id').where('id', 'not in', [VIDEO, SUBTITLES]).execute(),
          read.selectFrom('b_upload_parts').select('blob').execute(),
          read.selectFrom('b_media').select('id').where('id', 'not in', ['1990000000000000201', VIDEO]).execute(),
          blobs.selectFrom('platform_blobs').select('id').execute(),
          blobs.selectFrom('platform_chunks').select('blob').execute(),
        ]);
        return [uploads, parts, media, files, chunks].map(({ length }) => length);
      },
      /** The file as it is served. */
      async file(url = '', method = 'GET') {
        const answer = await all.fetchV2(url, { method });
        return {
          status: answer.status,
          type: answer.headers.get('content-type'),
          length: answer.headers.get('content-length'),
          bytes: new Uint8Array(await answer.arrayBuffer()),
        };
      },
      /** What a post shows of its files. */
      async shown(id: string): Promise<readonly Media[]> {
        const answer = await ines.getPost({
          path: { id },
          query: {
            expansions: ['attachments.media_keys'],
            'media.fields': ['url', 'alt_text', 'width', 'height', 'duration_ms', 'variants', 'preview_image_url'],
          },
        });
        return unwrap(answer, 200).includes?.media ?? [];
      },
    };
  }

  const post = async (
    { client }: Pick<Awaited<ReturnType<typeof open>>['ines'], 'client'>,
    text: string,
    ...media_ids: [string, ...string[]]
  ) => client.createPost({ body: { text, media: { media_ids } } });

  test('a photo in one part is shown by a post and served with its type', async () => {
    const { ines, shown, file } = await open();
    const begun = await ines.begin({ total_bytes: png.byteLength, media_type: 'image/png', media_category: 'tweet_image' });
    const id = begun?.id ?? '';
    expect(begun).toEqual({ id, media_key: `3_${id}`, expires_after_secs: 86_400 });
    expect(await ines.append(id, 0, png)).toMatchObject({ status: 204 });
    const complete = unwrap(await ines.complete(id), 200);
    expect(complete).toEqual({ data: { ...begun, size: png.byteLength } });
    expect(unwrap(await ines.complete(id), 200)).toEqual(complete);
    expect(await ines.status(id)).toEqual(complete);
    const { data } = unwrap(await post(ines, 'The quay', id), 201);
    const [media] = await shown(data?.id ?? '');
    expect(media).toEqual({ media_key: `3_${id}`, type: 'photo', width: 1, height: 1, url: `${V2}/files/${id}.png` });
    const url = media?.type === 'photo' ? media.url : '';
    expect(await file(url)).toEqual({ status: 200, type: 'image/png', length: String(png.byteLength), bytes: png });
    expect(await file(url, 'HEAD')).toMatchObject({ status: 200, length: String(png.byteLength), bytes: new Uint8Array() });
    for (const wrong of [`${V2}/files/${id}.gif`, `${V2}/files/${id}`, `${V2}/files/1.png`, `${V2}/files/${id}.svg`])
      expect(await file(wrong)).toMatchObject({ status: 404 });
  });

  test('a video in parts in any order is processed on the sandbox clock, and served as it was sent', async () => {
    const { ines, shown, file, sandbox } = await open();
    const bytes = mp4(2 * MIB + 77);
    const { id = '' } = (await ines.begin({ total_bytes: bytes.byteLength, media_type: 'video/mp4' })) ?? {};
    await ines.append(id, 2, bytes.slice(2 * MIB));
    await ines.append(id, 0, new Uint8Array(5));
    await ines.append(id, 1, bytes.slice(MIB, 2 * MIB));
    // A part with the index of another takes its place.
    await ines.append(id, 0, bytes.slice(0, MIB));
    const stateOf = async () => (await ines.status(id)).data?.processing_info;
    expect(unwrap(await ines.complete(id), 200).data?.processing_info).toEqual({ state: 'pending', check_after_secs: 1 });
    expect(await post(ines, 'Too early', id)).toMatchObject({ status: 400 });
    const start = sandbox.clock.now();
    await sandbox.moveClock(start + 1_000);
    expect(await stateOf()).toEqual({ state: 'in_progress', progress_percent: 0, check_after_secs: 2 });
    await sandbox.moveClock(start + 2_500);
    expect(await stateOf()).toEqual({ state: 'in_progress', progress_percent: 75, check_after_secs: 1 });
    await sandbox.moveClock(start + 3_000);
    expect(await stateOf()).toEqual({ state: 'succeeded', progress_percent: 100 });
    const { data } = unwrap(await post(ines, 'The gates', id), 201);
    const [media] = await shown(data?.id ?? '');
    const url = `${V2}/files/${id}.mp4`;
    const preview = `${V2}/files/${id}.svg`;
    const variants = [{ bit_rate: Math.round((bytes.byteLength * 8) / 12.5), content_type: 'video/mp4', url }];
    expect(media).toEqual({
      media_key: `7_${id}`,
      type: 'video',
      width: 1280,
      height: 720,
      duration_ms: 12_500,
      preview_image_url: preview,
      variants,
    });
    const served = await file(url);
    expect(served).toMatchObject({ status: 200, type: 'video/mp4', length: String(bytes.byteLength) });
    expect(Buffer.compare(served.bytes, bytes)).toBe(0);
    const drawn = await file(preview);
    expect([drawn.type, Buffer.from(drawn.bytes).toString().slice(0, 80)]).toEqual([
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1',
    ]);
  });

  test('an animation is processed, and a GIF of the category of pictures is a photo', async () => {
    const { ines, sandbox } = await open();
    const [animation, photo] = [
      await ines.whole(gif, { media_type: 'image/gif', media_category: 'tweet_gif' }),
      await ines.whole(gif, { media_type: 'image/gif', media_category: 'tweet_image' }),
    ];
    expect((await ines.status(photo)).data).toMatchObject({ media_key: `3_${photo}` });
    expect((await ines.status(animation)).data).toMatchObject({ media_key: `16_${animation}`, processing_info: { state: 'pending' } });
    await sandbox.moveClock(sandbox.clock.now() + 10_000);
    expect(await post(ines, 'Waves', animation)).toMatchObject({ status: 201 });
    expect(await post(ines, 'Still', photo)).toMatchObject({ status: 201 });
  });

  test('a video that cannot be read fails when it is processed', async () => {
    const { ines, sandbox, rows } = await open();
    const id = await ines.whole(mp4(1_000).slice(0, 500), { media_type: 'video/mp4', media_category: 'tweet_video' });
    await sandbox.moveClock(sandbox.clock.now() + 10_000);
    expect(await ines.status(id)).toMatchObject({
      data: { processing_info: { state: 'failed' } },
      errors: [{ detail: 'The video cannot be read.' }],
    });
    expect(await post(ines, 'Nothing', id)).toMatchObject({ status: 400 });
    expect((await rows())[2]).toBe(0);
  });

  describe('INIT is refused', () => {
    const largest = (bytes: number, type: string) => `total_bytes is ${bytes + 1}, but must be from 1 to ${bytes} for ${type}.`;
    test.each([
      ['total_bytes=9', 'INIT needs media_type.'],
      ['media_type=image/png', 'INIT needs total_bytes.'],
      ['media_type=image/png&total_bytes=0', 'total_bytes is 0, but must be from 1 to 5242880 for image/png.'],
      ['media_type=image/jpeg&total_bytes=5242881', largest(5 * MIB, 'image/jpeg')],
      ['media_type=image/gif&total_bytes=15728641', largest(15 * MIB, 'image/gif')],
      ['media_type=image/gif&total_bytes=5242881&media_category=tweet_image', largest(5 * MIB, 'image/gif')],
      ['media_type=video/mp4&total_bytes=67108865', largest(64 * MIB, 'video/mp4')],
      ['media_type=video/webm&total_bytes=9', 'Files are PNG, JPEG, GIF, MP4 or SubRip.'],
      [
        'media_type=video/mp4&total_bytes=9&media_category=tweet_image',
        'A file of the type video/mp4 cannot have the category tweet_image.',
      ],
      ['media_type=image/png&total_bytes=9&additional_owners=1', 'A user is not there.'],
    ])('%s', async (query, message) => {
      const { sent, rows } = await open();
      expect(await sent(`/2/media/upload?command=INIT&${query}`)).toEqual([400, message]);
      expect(await rows()).toEqual([0, 0, 0, 0, 0]);
    });
  });

  test('APPEND and FINALIZE are refused by name, and nothing is left of a refused part', async () => {
    const { ines, other, sent, rows } = await open();
    const { id = '' } = (await ines.begin({ total_bytes: png.byteLength, media_type: 'image/png' })) ?? {};
    const form = (media: Uint8Array<ArrayBuffer> | undefined, segment_index?: number) => {
      const body = new FormData();
      if (media !== undefined) body.append('media', new Blob([media]));
      if (segment_index !== undefined) body.append('segment_index', String(segment_index));
      return { body };
    };
    const append = (media_id: string, init: RequestInit) => sent(`/2/media/upload?command=APPEND&media_id=${media_id}`, init);
    expect(await append(id, form(undefined, 0))).toEqual([400, 'APPEND needs the bytes of a part.']);
    expect(await append(id, form(png))).toEqual([400, 'segment_index must be from 0 to 999.']);
    expect(await append(id, form(png, 1_000))).toEqual([400, 'segment_index must be from 0 to 999.']);
    expect(await append(id, form(new Uint8Array(5 * MIB + 1), 0))).toEqual([400, 'A part has at most 5242880 bytes.']);
    // A form whose body is cancelled makes `fetch` itself throw later, so its bytes are sent.
    const large = new Response(form(new Uint8Array(6 * MIB), 0).body);
    const headers = { 'content-type': large.headers.get('content-type') ?? '' };
    expect(await append(id, { body: await large.arrayBuffer(), headers })).toEqual([413, 'The body has more than 5373952 bytes.']);
    expect(await append('1', form(png, 0))).toEqual([400, 'You have no such upload, or it has expired.']);
    expect(await sent('/2/media/upload?command=FINALIZE')).toEqual([400, 'The identifier of an upload is missing.']);
    expect(await other.append(id, 0, png)).toMatchObject({ status: 400 });
    expect(await other.complete(id)).toMatchObject({ status: 400 });
    expect(await rows()).toEqual([1, 0, 0, 0, 0]);
    const finalize = () => sent(`/2/media/upload?command=FINALIZE&media_id=${id}`);
    expect(await finalize()).toEqual([400, WRONG_SUM]);
    await ines.append(id, 1, png);
    expect(await finalize()).toEqual([400, WRONG_SUM]);
    await ines.append(id, 0, png);
    expect(await finalize()).toEqual([400, WRONG_SUM]);
    await ines.append(id, 1, png.slice(40));
    await ines.append(id, 0, png.slice(0, 40));
    expect(await finalize()).toEqual([200, undefined]);
    expect(await append(id, form(png, 2))).toEqual([400, 'The upload is complete.']);
    expect(await rows()).toEqual([1, 2, 1, 2, 2]);
  });

  test.each([
    ['a GIF', gif, 'image/png'],
    ['a picture', png, 'video/mp4'],
    ['a picture', png, 'application/x-subrip'],
    ['text', srt, 'image/jpeg'],
  ])('%s is refused as another type', async (_, bytes, media_type) => {
    const { ines, sent } = await open();
    const { id = '' } = (await ines.begin({ total_bytes: bytes.byteLength, media_type })) ?? {};
    await ines.append(id, 0, bytes);
    expect(await sent(`/2/media/upload?command=FINALIZE&media_id=${id}`)).toEqual([400, `The file is not of the type ${media_type}.`]);
  });

  test('no row is left of what has expired, and a file in a post stays until the last version is deleted', async () => {
    const { ines, sandbox, rows, file } = await open();
    const [open1, unused, used] = [
      (await ines.begin({ total_bytes: 9, media_type: 'image/png' }))?.id ?? '',
      await ines.whole(png, { media_type: 'image/png' }),
      await ines.whole(png, { media_type: 'image/png' }),
    ];
    await ines.append(open1, 0, png.slice(0, 5));
    const { data } = unwrap(await post(ines, 'The quay', used), 201);
    const edited: NewPost = { text: 'The quay!', media: { media_ids: [used] }, edit_options: { previous_post_id: data?.id ?? '' } };
    const newest = unwrap(await ines.client.createPost({ body: edited }), 201).data?.id ?? '';
    expect(await rows()).toEqual([3, 3, 2, 3, 3]);
    const end = sandbox.clock.now() + DAY;
    await sandbox.moveClock(end - 1);
    expect(await rows()).toEqual([3, 3, 2, 3, 3]);
    await sandbox.moveClock(end);
    expect(await rows()).toEqual([1, 1, 1, 1, 1]);
    expect(await ines.client.getMediaUploadStatus({ query: { media_id: unused } })).toMatchObject({ status: 400 });
    expect(await file(`${V2}/files/${used}.png`)).toMatchObject({ status: 200 });
    // It is shown as long as the post, but no further post may have it.
    expect(await post(ines, 'Once more', used)).toMatchObject({ status: 400 });
    unwrap(await ines.client.deletePost({ path: { id: newest } }), 200);
    expect(await rows()).toEqual([0, 0, 0, 0, 0]);
    expect(await file(`${V2}/files/${used}.png`)).toMatchObject({ status: 404 });
  });

  test('what has expired is gone at once, before it is removed', async () => {
    const { ines, sandbox } = await open();
    const { id = '' } = (await ines.begin({ total_bytes: png.byteLength, media_type: 'image/png' })) ?? {};
    // The clock alone moves: what falls due is done later.
    await sandbox.clock.set(sandbox.clock.now() + DAY);
    expect(await ines.append(id, 0, png)).toMatchObject({ status: 400 });
    expect(await ines.client.getMediaUploadStatus({ query: { media_id: id } })).toMatchObject({ status: 400 });
  });

  test('a post may have files of its author, and those that others have uploaded for the author too', async () => {
    const { ines, other } = await open();
    const own = await other.whole(png, { media_type: 'image/png' });
    const shared = await ines.whole(png, { media_type: 'image/png', additional_owners: [TIDE_WATCH] });
    const foreign = await ines.whole(png, { media_type: 'image/png' });
    expect(await post(other, 'Not mine', own, foreign)).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'A file is not there, is not yours, or has expired.' }] },
    });
    expect(await post(other, 'Both', own, shared)).toMatchObject({ status: 201 });
    // Only the owner changes it.
    const metadata = { alt_text: { text: 'A quay' } };
    expect(await other.client.setMediaMetadata({ body: { id: shared, metadata } })).toMatchObject({ status: 400 });
  });

  test('an alternative text has up to 1,000 characters, and is set before a post has the file', async () => {
    const { ines, shown } = await open();
    const id = await ines.whole(png, { media_type: 'image/png' });
    const set = (metadata: object) => ines.client.setMediaMetadata({ body: { id, metadata } });
    expect(await set({ alt_text: { text: 'é'.repeat(1_001) } })).toMatchObject({ status: 400 });
    unwrap(await set({ alt_text: { text: 'é'.repeat(1_000) } }), 200);
    unwrap(await set({ sensitive_media_warning: { other: true } }), 200);
    const { data } = unwrap(await set({ alt_text: { text: 'The quay' } }), 200);
    expect(data).toEqual({ id, associated_metadata: { alt_text: { text: 'The quay' }, sensitive_media_warning: { other: true } } });
    const posted = unwrap(await post(ines, 'The quay', id), 201);
    expect(await shown(posted.data?.id ?? '')).toMatchObject([{ alt_text: 'The quay' }]);
    expect(await set({ alt_text: { text: 'Too late' } })).toMatchObject({ status: 400 });
  });

  test('a video has one file of subtitles for each language', async () => {
    const { ines, sandbox, rows } = await open();
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map(() => ines.whole(srt, { media_type: 'text/srt', media_category: 'subtitles' })),
    );
    const add = (id: string | undefined, language_code: string, media_category: 'TweetVideo' | 'AmplifyVideo' = 'TweetVideo') =>
      ines.client.addMediaSubtitles({ body: { id: VIDEO, media_category, subtitles: { id: id ?? '', language_code } } });
    unwrap(await add(first, 'DA'), 200);
    unwrap(await add(second, 'PT'), 200);
    const { data } = unwrap(await add(third, 'DA'), 200);
    expect(data?.associated_subtitles).toEqual([
      { id: second, language_code: 'PT' },
      { id: third, language_code: 'DA' },
    ]);
    expect(await add(first, 'DA', 'AmplifyVideo')).toMatchObject({ status: 400 });
    expect(await add('1', 'DA')).toMatchObject({ status: 400 });
    expect(await ines.client.addMediaSubtitles({ body: { id: VIDEO, media_category: 'TweetVideo' } })).toMatchObject({ status: 400 });
    const picture = await ines.whole(png, { media_type: 'image/png' });
    expect(await add(picture, 'DA')).toMatchObject({ status: 400 });
    const remove = { id: VIDEO, media_category: 'TweetVideo' as const, language_code: 'PT' };
    expect(await ines.client.deleteMediaSubtitles({ body: remove })).toMatchObject({ status: 200, body: { data: { deleted: true } } });
    expect(await ines.client.deleteMediaSubtitles({ body: remove })).toMatchObject({ status: 200 });
    // Those of the video that is in use would stay with it; this one expires, and all that it used.
    await sandbox.moveClock(sandbox.clock.now() + 2 * DAY);
    expect(await rows()).toEqual([0, 0, 0, 0, 0]);
  });

  test('a part for which the sandbox has no room is refused, and nothing of it stays', async () => {
    const sandbox = await createSandbox({ services: ['b-microblog'], at: 'story', blobSpace: MIB });
    try {
      const { ines, rows } = around(sandbox);
      const bytes = mp4(2 * MIB);
      const { id = '' } = (await ines.begin({ total_bytes: bytes.byteLength, media_type: 'video/mp4' })) ?? {};
      unwrap(await ines.append(id, 0, bytes.slice(0, MIB)), 204);
      expect(await ines.append(id, 1, bytes.slice(MIB))).toMatchObject({
        status: 400,
        body: { errors: [{ message: 'The sandbox has no room for the file.' }] },
      });
      expect(await rows()).toEqual([1, 1, 0, 1, 2]);
    } finally {
      await sandbox.close();
    }
  });

  describe('the words of published clients', () => {
    const bearer = { authorization: `Bearer ${tokens.ines}` };
    const json = (body: object) => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...bearer, 'content-type': 'application/json' },
    });
    const fieldsIn = (fields: Record<string, string | number | Blob>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value instanceof Blob ? value : String(value));
      return { method: 'POST', body, headers: bearer };
    };
    type Open = Awaited<ReturnType<typeof open>>;
    type Steps = (all: Open, bytes: Uint8Array<ArrayBuffer>, media_type: string) => Promise<string>;
    const idOf = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data.id;

    const inForm: Steps = async ({ fetchV2 }, bytes, media_type) => {
      const send = (fields: Parameters<typeof fieldsIn>[0]) => fetchV2(`${V2}/2/media/upload`, fieldsIn(fields));
      const media_id = await idOf(
        await send({ command: 'INIT', total_bytes: bytes.byteLength, media_type, media_category: 'tweet_image' }),
      );
      expect((await send({ command: 'APPEND', media_id, segment_index: 0, media: new Blob([bytes]) })).status).toBe(204);
      return idOf(await send({ command: 'FINALIZE', media_id }));
    };
    const asFields: Steps = async ({ fetchV2 }, bytes, media_type) => {
      const send = (fields: Record<string, string>) =>
        fetchV2(`${V2}/2/media/upload`, { method: 'POST', body: new URLSearchParams(fields), headers: bearer });
      const media_id = await idOf(await send({ command: 'INIT', total_bytes: String(bytes.byteLength), media_type }));
      await fetchV2(`${V2}/2/media/upload`, fieldsIn({ command: 'APPEND', media_id, segment_index: 0, media: new Blob([bytes]) }));
      return idOf(await send({ command: 'FINALIZE', media_id }));
    };
    const newer =
      (append: (bytes: Uint8Array<ArrayBuffer>) => RequestInit): Steps =>
      async ({ fetchV2, sandbox }, bytes, media_type) => {
        const path = `${V2}/2/media/upload`;
        const body = { media_type, total_bytes: bytes.byteLength, media_category: 'tweet_image', additional_owners: [TIDE_WATCH] };
        const begun = await fetchV2(`${path}/initialize`, json(body));
        const id = await idOf(begun);
        const added = await fetchV2(`${path}/${id}/append`, append(bytes));
        // Their clients read JSON from each answer.
        expect(await added.json()).toEqual({ data: { expires_at: (sandbox.clock.now() + DAY) / 1_000 } });
        const complete = await fetchV2(`${path}/${id}/finalize`, { method: 'POST', headers: bearer });
        expect([begun.status, added.status, complete.status]).toEqual([200, 200, 200]);
        return idOf(complete);
      };

    test.each<readonly [string, Steps]>([
      ['parameters in the form of the part', inForm],
      ['parameters in plain forms', asFields],
      ['newer paths, with parts as files', newer((bytes) => fieldsIn({ segment_index: 0, media: new Blob([bytes]) }))],
      ['newer paths, with parts in Base64', newer((bytes) => json({ segment_index: 0, media: Buffer.from(bytes).toString('base64') }))],
    ])('%s', async (_, steps) => {
      const all = await open();
      const id = await steps(all, png, 'image/png');
      expect(await all.file(`${V2}/files/${id}.png`)).toMatchObject({ status: 200, type: 'image/png', bytes: png });
    });

    test.each<readonly [string, RequestInit]>([
      ['a form', fieldsIn({ media: new Blob([png]), media_category: 'tweet_image' })],
      ['JSON', json({ media: Buffer.from(png).toString('base64'), media_category: 'tweet_image' })],
      ['a form, for a message', fieldsIn({ media: new Blob([png]), media_category: 'dm_image' })],
      ['JSON with its type', json({ media: Buffer.from(png).toString('base64'), media_type: 'image/png' })],
    ])('a whole file in %s', async (_, init) => {
      const all = await open();
      const answer = await all.fetchV2(`${V2}/2/media/upload`, init);
      expect(answer.status).toBe(200);
      expect((await all.file(`${V2}/files/${await idOf(answer)}.png`)).bytes).toEqual(png);
      expect(await all.rows()).toEqual([1, 1, 1, 1, 1]);
    });

    test('a whole file is refused as its steps are', async () => {
      const { sent } = await open();
      const media = Buffer.from('A text.').toString('base64');
      expect(await sent('/2/media/upload', json({ media }))).toEqual([400, 'Files are PNG, JPEG, GIF, MP4 or SubRip.']);
      expect(await sent('/2/media/upload', json({ media, media_type: 'image/png' }))).toEqual([
        400,
        'The file is not of the type image/png.',
      ]);
      expect(await sent('/2/media/upload', json({ media: '%', media_type: 'image/png' }))).toEqual([
        400,
        'total_bytes is 0, but must be from 1 to 5242880 for image/png.',
      ]);
    });

    test('additional owners of the newer paths may use the file', async () => {
      const all = await open();
      const id = await newer((bytes) => fieldsIn({ segment_index: 0, media: new Blob([bytes]) }))(all, png, 'image/png');
      expect(await post(all.other, 'The quay', id)).toMatchObject({ status: 201 });
    });

    test('what is missing is refused as in the words of the document', async () => {
      const { fetchV2, sent } = await open();
      const noType = 'INIT needs media_type.';
      expect(await sent('/2/media/upload/initialize', { body: '{', headers: { 'content-type': 'application/json' } })).toEqual([
        400,
        noType,
      ]);
      expect(await sent('/2/media/upload/initialize', { body: '[1]', headers: { 'content-type': 'application/json' } })).toEqual([
        400,
        noType,
      ]);
      expect(await sent('/2/media/upload/1/append', fieldsIn({ segment_index: 0, media: new Blob([png]) }))).toEqual([
        400,
        'You have no such upload, or it has expired.',
      ]);
      expect(await sent('/2/media/upload/1/append', { body: '{"media":"%%"}', headers: { 'content-type': 'application/json' } })).toEqual([
        415,
        'The Content-Type must be multipart/form-data.',
      ]);
      expect((await fetchV2(`${V2}/2/media/upload/1/finalize`, { method: 'POST' })).status).toBe(401);
      expect((await fetchV2(`${V2}/2/media/upload/1/other`, { method: 'POST', headers: bearer })).status).toBe(404);
      expect(await sent('/2/media/upload')).toEqual([400, '/query/command is missing.']);
    });
  });

  describe('a picture with a post of version 1.1', () => {
    const send = async ({ fetchV1 }: Awaited<ReturnType<typeof open>>, status: string, picture: Blob | string) => {
      const body = typeof picture === 'string' ? new URLSearchParams({ status, 'media[]': picture }) : new FormData();
      if (body instanceof FormData && picture instanceof Blob) {
        body.append('status', status);
        body.append('media[]', picture);
      }
      const answer = await fetchV1(`${V1}/statuses/update_with_media.json`, { method: 'POST', body });
      const shown = (await answer.json()) as {
        id_str?: string;
        extended_entities?: { media: { media_url_https: string; type: string }[] };
        errors?: { code: number }[];
      };
      return { status: answer.status, code: shown.errors?.[0]?.code, id: shown.id_str ?? '', media: shown.extended_entities?.media ?? [] };
    };

    test.each([
      ['a file', new Blob([png]), png, 'png'],
      ['Base64', PNG, png, 'png'],
      ['a GIF, which is a photo here', new Blob([gif]), gif, 'gif'],
    ])('is %s', async (_, picture, bytes, end) => {
      const all = await open();
      const { status, id, media } = await send(all, 'The quay at high water', picture);
      expect([status, media.length, media[0]?.type]).toEqual([200, 1, 'photo']);
      expect(media[0]?.media_url_https).toMatch(new RegExp(`^${V2}/files/\\d{19}\\.${end}$`));
      expect((await all.file(media[0]?.media_url_https)).bytes).toEqual(bytes);
      // Version 2 shows the same file, and it goes with the post.
      expect(await all.shown(id)).toMatchObject([{ type: 'photo', url: media[0]?.media_url_https }]);
      await all.sandbox.moveClock(all.sandbox.clock.now() + 2 * DAY);
      expect(await all.rows()).toEqual([1, 1, 1, 1, 1]);
      unwrap(await all.other.client.deletePost({ path: { id } }), 200);
      expect(await all.rows()).toEqual([0, 0, 0, 0, 0]);
    });

    test('is refused whole with the post', async () => {
      const all = await open();
      expect(await send(all, 'No picture', new Blob([srt]))).toMatchObject({ status: 400, code: 324 });
      expect(await send(all, 'No Base64', '%')).toMatchObject({ status: 400, code: 324 });
      expect(await send(all, 'Half a picture', new Blob([png.slice(0, 12)]))).toMatchObject({ status: 400, code: 324 });
      const large = new Uint8Array(5 * MIB + 1);
      large.set(png);
      expect(await send(all, 'Too large', new Blob([large]))).toMatchObject({ status: 400, code: 324 });
      expect((await send(all, 'Once', new Blob([png]))).status).toBe(200);
      const before = await all.rows();
      expect(await send(all, 'Once', new Blob([png]))).toMatchObject({ status: 403, code: 187 });
      expect(await all.rows()).toEqual(before);
    });
  });

  test('an upload is the background of a profile in version 1.1, until another takes its place', async () => {
    const all = await open();
    // Unsigned requests act for Tide Watch.
    const id = await all.other.whole(png, { media_type: 'image/png' });
    const video = await all.other.whole(gif, { media_type: 'image/gif' });
    const foreign = await all.ines.whole(png, { media_type: 'image/png' });
    const set = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      const answer = await all.fetchV1(`${V1}/account/update_profile_background_image.json`, { method: 'POST', body });
      const shown = (await answer.json()) as { profile_background_image_url_https?: string; errors?: { code: number }[] };
      return [answer.status, shown.errors?.[0]?.code ?? shown.profile_background_image_url_https];
    };
    for (const refused of [{ media_id: foreign }, { media_id: video }, { media_id: '1' }, { media_id: id, image: PNG }])
      expect(await set(refused)).toEqual([400, 324]);
    const url = `${V2}/files/${id}.png`;
    expect(await set({ media_id: id })).toEqual([200, url]);
    await all.sandbox.moveClock(all.sandbox.clock.now() + 2 * DAY);
    expect(await all.rows()).toEqual([1, 1, 1, 1, 1]);
    expect((await all.file(url)).bytes).toEqual(png);
    expect(await set({ media_id: id })).toEqual([400, 324]);
    expect((await set({ image: PNG }))[0]).toBe(200);
    expect(await all.rows()).toEqual([0, 0, 0, 0, 0]);
  });
});
