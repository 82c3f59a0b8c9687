// Tests how version 1.1 shows posts: each example of the document as the seeds have it, and who may see what.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { NOTICE, PHOTO_POST, POLL_POST, PROTECTED_POST, QUESTION, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { readYaml } from '../../facts/source.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { microblog, V1 } from './support.ts';

const { components } = readYaml('specs/b-microblog-v1.yaml').value as { components: { examples: Record<string, { value: unknown }> } };

/** Identifiers of examples are large integers, and so are its counts. */
function typed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value === 'bigint') return value < 10n ** 15n ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typed(member)]));
}

/** The value of an example; a post that is shown may have more. */
const example = (name: string) => typed(components.examples[name]?.value) as object;

describeOnEngines('posts of version 1.1', (engine) => {
  const open = async () => microblog(await engine.open('b-microblog'));

  test('are shown as the examples of the document have them', async () => {
    const { v1, v1As } = await open();
    const get = async (id: string, query = {}) => unwrap(await v1.getPost({ path: { id }, query }), 200);
    expect(await get(WARNING)).toMatchObject(example('StormWarning'));
    expect(await get(PHOTO_POST)).toMatchObject(example('WaterOnTheQuay'));
    expect(await get(NOTICE)).toMatchObject(example('FerryNotice'));
    expect(await get('1990000000000000109', { trim_user: true })).toMatchObject(example('FerryRepost'));
    const [mention] = example('Mentions') as readonly object[];
    expect(await get(QUESTION)).toMatchObject({ ...mention, favorited: true });
    const reposts = unwrap(await v1.listPostReposts({ path: { id: NOTICE }, query: { trim_user: true } }), 200);
    expect(reposts).toMatchObject(example('FerryReposts'));
    // The caller of the examples is Tide Watch; Inês has reposted the warning.
    const own = await v1As().getPost({ path: { id: WARNING }, query: { include_my_retweet: true } });
    expect(unwrap(own, 200)).toMatchObject({ favorited: true, retweeted: true, current_user_retweet: { id_str: '1990000000000000106' } });
  });

  test('are read by the path with the identifier in the query, too', async () => {
    const { fetchV1 } = await open();
    const read = async (path: string) => {
      const answer = await fetchV1(`${V1}/statuses/${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await read(`show.json?id=${NOTICE}`)).toEqual(await read(`show/${NOTICE}.json`));
    expect([
      (await read(`show.json?id=${NOTICE}`)).status,
      (await read('show.json?id=1')).status,
      (await read('show.json')).status,
    ]).toEqual([200, 404, 403]);
  });

  test('have entities without content where the caller does not ask for them', async () => {
    const { v1 } = await open();
    const post = unwrap(await v1.getPost({ path: { id: PHOTO_POST }, query: { include_entities: false } }), 200);
    expect(post.entities).toEqual({ hashtags: [], symbols: [], user_mentions: [], urls: [] });
    expect(post).not.toHaveProperty('extended_entities');
  });

  test('are refused by code: hidden ones by 179, unknown ones by 144, those of suspended users by 63', async () => {
    const { v1, act } = await open();
    const codeOf = async (id: string) => {
      const { status, body } = await v1.getPost({ path: { id } });
      return [status, (body as { errors: { code: number }[] }).errors[0]?.code];
    };
    expect(await codeOf(PROTECTED_POST)).toEqual([403, 179]);
    expect(await codeOf('1990000000000000199')).toEqual([404, 144]);
    expect(await codeOf('9'.repeat(30))).toEqual([404, 144]);
    await act('change-user', { username: 'jholm_ferry', suspended: true });
    expect(await codeOf(NOTICE)).toEqual([403, 63]);
  });

  test('are embedded as HTML that escapes what users write', async () => {
    const { v1, fetchV2 } = await open();
    const byId = unwrap(await v1.embedPost({ query: { id: WARNING, maxwidth: 480, omit_script: true, related: '"><script>' } }), 200);
    expect(byId).toMatchObject({
      url: `https://microblog.example.com/tidewatch/status/${WARNING}`,
      author_name: 'Tide Watch',
      width: 480,
      height: null,
    });
    expect(byId.html).toMatch(
      /^<blockquote .*data-related="&#34;&#62;&#60;script&#62;"><p>Storm warning .*<\/p>&mdash; Tide Watch \(@tidewatch\) .*<\/blockquote>$/,
    );
    const byUrl = unwrap(await v1.embedPost({ query: { url: byId.url } }), 200);
    const [, script = ''] = /<script async src="([^"]+)">/.exec(byUrl.html) ?? [];
    expect((await fetchV2(script)).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await v1.embedPost({ query: { url: 'https://example.com/nothing' } })).status).toBe(404);
  });

  test('stand in their authors, the latest without its author, unless the caller leaves it out or may not see it', async () => {
    const { v1, act } = await open();
    const latest = async (screen_name: string) => unwrap(await v1.getUser({ query: { screen_name } }), 200).status?.id_str;
    expect(await latest('tidewatch')).toBe(POLL_POST);
    expect(await latest('ines_b')).toBe('1990000000000000106');
    expect(await latest('vesterhavn_hbr')).toBeUndefined();
    const without = await v1.createBlock({ body: { screen_name: 'stormalarm24', skip_status: true } });
    expect(unwrap(without, 200)).not.toHaveProperty('status');
    expect(
      unwrap(await v1.lookupUsers({ query: { screen_name: ['tidewatch', 'jholm_ferry'] } }), 200).map(({ status }) => status?.id_str),
    ).toEqual([POLL_POST, NOTICE]);
    await act('change-user', { username: 'vesterhavn_hbr', protected: false });
    expect(await latest('vesterhavn_hbr')).toBe(PROTECTED_POST);
  });

  test('of timelines come newest first, between since_id and max_id, with what each caller is shown', async () => {
    const { v1, v1As } = await open();
    const idsOf = (posts: readonly { readonly id_str: string }[]) => posts.map(({ id_str }) => id_str.slice(-3));
    const user = async (query = {}) => idsOf(unwrap(await v1.getUserTimeline({ query }), 200));
    expect(await user()).toEqual(['112', '111', '109', '107', '103', '102', '101']);
    expect(await user({ exclude_replies: true, include_rts: false })).toEqual(['112', '111', '102', '101']);
    // What is left out counts: 109 is a repost, and 107 a reply.
    expect(await user({ include_rts: false, count: 3 })).toEqual(['112', '111']);
    expect(await user({ exclude_replies: true, count: 4 })).toEqual(['112', '111', '109']);
    expect(await user({ since_id: WARNING, max_id: PHOTO_POST })).toEqual(['111', '109', '107', '103']);
    expect(await user({ count: 2, max_id: '1990000000000000110' })).toEqual(['109', '107']);
    expect((await v1.getUserTimeline({ query: { screen_name: 'vesterhavn_hbr' } })).status).toBe(403);
    expect((await v1.getUserTimeline({ query: { screen_name: 'nobody' } })).status).toBe(404);
    // Inês follows Tide Watch alone; she has blocked Storm Alarm and muted Cheap Boats, and Tide Watch has blocked Cheap Boats.
    expect(idsOf(unwrap(await v1As().getHomeTimeline({ query: { count: 4 } }), 200))).toEqual(['112', '111', '109', '107']);
    expect(idsOf(unwrap(await v1.getMentionsTimeline({}), 200))).toEqual(['104']);
    expect(unwrap(await v1.getMentionsTimeline({}), 200)).toMatchObject([{ id_str: QUESTION, in_reply_to_screen_name: 'tidewatch' }]);
  });

  test('are marked, reposted and deleted once, and what is repeated has a code of its own', async () => {
    const { v1, v1As } = await open();
    const codeOf = ({ status, body }: { status: number; body: unknown }) => [
      status,
      (body as { errors: { code: number }[] }).errors[0]?.code,
    ];
    expect(unwrap(await v1.createFavorite({ body: { id: NOTICE } }), 200)).toMatchObject(example('FerryNoticeFavorited'));
    expect(codeOf(await v1.createFavorite({ body: { id: NOTICE } }))).toEqual([403, 139]);
    expect(unwrap(await v1.deleteFavorite({ body: { id: NOTICE } }), 200)).toMatchObject(example('FerryNotice'));
    expect(codeOf(await v1.deleteFavorite({ body: { id: NOTICE } }))).toEqual([404, 144]);
    expect(codeOf(await v1.repostPost({ path: { id: NOTICE } }))).toEqual([403, 327]);
    expect(codeOf(await v1.deletePost({ path: { id: NOTICE } }))).toEqual([403, 220]);
    const made = unwrap(await v1As().repostPost({ path: { id: NOTICE }, body: { trim_user: true } }), 200);
    expect(made).toMatchObject({ text: 'RT @jholm_ferry: The 16:45 goes as planned, and nothing after it tonight.', retweet_count: 2 });
    expect(unwrap(await v1As().deletePost({ path: { id: made.id_str } }), 200).id_str).toBe(made.id_str);
    expect(codeOf(await v1As().getPost({ path: { id: made.id_str } }))).toEqual([404, 144]);
    expect(unwrap(await v1.getPost({ path: { id: NOTICE } }), 200).retweet_count).toBe(1);
  });

  test('that a user likes are listed by their own order, between since_id and max_id', async () => {
    const { v1 } = await open();
    const ids = async (query = {}) => unwrap(await v1.listFavorites({ query }), 200).map(({ id_str }) => id_str);
    expect(await ids()).toEqual([QUESTION]);
    expect(await ids({ screen_name: 'ines_b' })).toEqual([WARNING]);
    expect(await ids({ since_id: QUESTION })).toEqual([]);
    expect(await ids({ max_id: QUESTION })).toEqual([QUESTION]);
    expect(await ids({ max_id: '1990000000000000103' })).toEqual([]);
    expect((await v1.listFavorites({ query: { screen_name: 'vesterhavn_hbr' } })).status).toBe(403);
    expect((await v1.listFavorites({ query: { screen_name: 'nobody' } })).status).toBe(404);
  });
});
