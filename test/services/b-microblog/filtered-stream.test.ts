// Tests the rules of the filtered stream, and which posts it delivers by them.

import type { RuleChange } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { NOTICE } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts } from './posts-support.ts';
import { type Item, openStream } from './streaming.ts';

const STREAM = '/2/tweets/search/stream';
const RULES = `https://microblog.example.com${STREAM}/rules`;

describeOnEngines('the filtered stream', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const { fetchV2 } = all;
    async function change(body: RuleChange, query = '', token: string = apps.pro.bearer): Promise<readonly [number, Item]> {
      const answer = await fetchV2(RULES + query, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, await answer.json()];
    }
    return {
      ...all,
      change,
      /** Adds rules that are valid. @returns their identifiers */
      async add(...values: readonly string[]): Promise<readonly string[]> {
        const [status, body] = await change({ add: values.map((value) => ({ value })) });
        expect([status, body.errors]).toEqual([201, undefined]);
        return body.data.map(({ id }: Item) => id);
      },
      stream: (query = '', token: string = apps.pro.bearer) => openStream(fetchV2, STREAM + query, token),
      async refused(query = '', token: string = apps.pro.bearer): Promise<readonly [number, Item]> {
        const answer = await fetchV2(`https://microblog.example.com${STREAM}${query}`, { headers: { authorization: `Bearer ${token}` } });
        return [answer.status, answer.status === 200 ? await answer.body?.cancel() : await answer.json()];
      },
    };
  }

  describe('rules', () => {
    test('are added, listed in pages, counted and deleted', async () => {
      const { change, app, add } = await open();
      const [status, added] = await change({
        add: [{ value: 'storm lang:en -is:retweet', tag: 'storm warnings' }, { value: '"last ferry"' }],
      });
      expect(status).toBe(201);
      expect(added.meta).toEqual({ sent: expect.any(String), summary: { created: 2, not_created: 0, valid: 2, invalid: 0 } });
      expect(added.data).toEqual([
        { id: expect.stringMatching(/^\d{19}$/), value: 'storm lang:en -is:retweet', tag: 'storm warnings' },
        { id: expect.stringMatching(/^\d{19}$/), value: '"last ferry"' },
      ]);
      await add('#tide', 'from:ines_b');
      const client = app();
      const first = unwrap(await client.listFilteredStreamRules({ query: { max_results: 3 } }), 200);
      expect(first.data?.map(({ value }) => value)).toEqual(['from:ines_b', '#tide', '"last ferry"']);
      const token = first.meta.next_token ?? '';
      expect(token).toHaveLength(16);
      const second = unwrap(await client.listFilteredStreamRules({ query: { pagination_token: token } }), 200);
      expect([second.data, second.meta.next_token]).toEqual([[added.data[0]], undefined]);
      const ids = [added.data[1].id];
      expect(unwrap(await client.listFilteredStreamRules({ query: { ids } }), 200).data).toEqual([added.data[1]]);
      expect(unwrap(await client.countFilteredStreamRules({}), 200).data).toMatchObject({
        cap_per_client_app: 1_000,
        client_app_rules_count: { client_app_id: apps.pro.id, rule_count: 4 },
        project_rules_count: 4,
      });
      const counts = unwrap(await client.countFilteredStreamRules({ query: { 'rules_count.fields': ['cap_per_project'] } }), 200);
      expect(counts.data).toEqual({ cap_per_project: 1_000 });
      const [deleted, body] = await change({ delete: { ids: [...ids, '1'], values: ['#tide'] } });
      expect([deleted, body.meta.summary]).toEqual([200, { deleted: 2, not_deleted: 1 }]);
      const [, all] = await change({ delete: {} }, '?delete_all=true');
      expect(all.meta.summary).toEqual({ deleted: 2, not_deleted: 0 });
      expect(unwrap(await client.listFilteredStreamRules({}), 200)).toEqual({ meta: { sent: expect.any(String), result_count: 0 } });
    });

    test('that an app has, or that are not valid, are named, and the others are added', async () => {
      const { change, add } = await open();
      const [id] = await add('storm');
      const [status, body] = await change({ add: ['storm', 'is:retweet', '(tide', 'gull', 'gull'].map((value) => ({ value })) });
      expect([status, body.meta.summary]).toEqual([201, { created: 1, not_created: 4, valid: 1, invalid: 4 }]);
      expect(body.data.map(({ value }: Item) => value)).toEqual(['gull']);
      const types = body.errors.map(({ type, title, value }: Item) => [type.split('/').at(-1), title, value]);
      expect(types).toEqual([
        ['duplicate-rules', 'DuplicateRule', 'storm'],
        ['invalid-rules', 'UnprocessableEntity', 'is:retweet'],
        ['invalid-rules', 'UnprocessableEntity', '(tide'],
        ['duplicate-rules', 'DuplicateRule', 'gull'],
      ]);
      expect(body.errors[0].id).toBe(id);
      expect(body.errors[2].details).toEqual(['Character 1: This parenthesis is not closed.']);
      const [none, same] = await change({ add: [{ value: 'storm' }] });
      expect([none, same.meta.summary.created, same.data]).toEqual([200, 0, undefined]);
    });

    test('are only checked in a dry run', async () => {
      const { change, app, add } = await open();
      await add('storm');
      const [status, body] = await change({ add: [{ value: 'tide' }, { value: '-tide' }] }, '?dry_run=true');
      expect([status, body.meta.summary.valid, body.errors.length]).toEqual([200, 1, 1]);
      const [, deleted] = await change({ delete: { values: ['storm'] } }, '?dry_run=true');
      expect(deleted.meta.summary).toEqual({ deleted: 1, not_deleted: 0 });
      expect(unwrap(await app().listFilteredStreamRules({}), 200).data?.map(({ value }) => value)).toEqual(['storm']);
    });

    test('B10: are 25 at basic access and 1,000 at pro access, and have 512 and 1,024 characters', async () => {
      const { change } = await open();
      const some = (count: number, first = 0) => ({
        add: Array.from({ length: count }, (_, index) => ({ value: `wave${first + index}` })),
      });
      const basic = (body: RuleChange) => change(body, '', apps.basic.bearer);
      expect((await basic(some(25)))[0]).toBe(201);
      const [status, problem] = await basic(some(1, 25));
      expect([status, problem]).toEqual([
        403,
        {
          title: 'RulesCapExceeded',
          type: 'https://microblog.example.com/problems/rule-cap',
          status: 403,
          detail: 'Your app has 25 rules, the maximum at basic access.',
        },
      ]);
      await basic({ delete: { values: ['wave0'] } });
      expect((await basic(some(2, 25)))[0]).toBe(403);
      expect((await basic(some(1, 25)))[0]).toBe(201);
      expect((await change(some(1_000)))[0]).toBe(201);
      expect((await change(some(1, 1_000)))[0]).toBe(403);
      const long = (length: number) => ({ add: [{ value: 'x'.repeat(length) }] });
      await basic({ delete: { values: ['wave1'] } });
      expect((await basic(long(513)))[1].errors[0].details[0]).toContain('513 characters; 512 are allowed');
      expect((await basic(long(512)))[0]).toBe(201);
      await change({ delete: { values: ['wave1'] } });
      expect((await change(long(1_025)))[0]).toBe(200);
      expect((await change(long(1_024)))[0]).toBe(201);
      expect((await change({ add: [{ value: 'tide' }] }, '', apps.free.bearer))[0]).toBe(403);
    });

    test('can come in thousands at once, some of which the app has', async () => {
      const { change, act, add } = await open();
      await act('set-level', { app: apps.pro.id, level: 'enterprise' });
      await add('wave3');
      const [status, body] = await change({ add: Array.from({ length: 6_000 }, (_, index) => ({ value: `wave${index}` })) });
      expect([status, body.meta.summary]).toEqual([201, { created: 5_999, not_created: 1, valid: 5_999, invalid: 1 }]);
      expect(new Set(body.data.map(({ id }: Item) => id)).size).toBe(5_999);
    });
  });

  test('B9: delivers each post once, with all rules that it matches', async () => {
    const { add, stream, person } = await open();
    const gull = await person('gull');
    const values = [
      'storm',
      '#Tide',
      'from:gull has:links',
      '"last ferry"',
      'café',
      'storm -warning',
      'from:nobody',
      '(wave OR tide) lang:en',
    ];
    const ids = await add(...values);
    const reader = await stream('?tweet.fields=lang&expansions=author_id');
    const publish = async (text: string) => unwrap(await gull.client.createPost({ body: { text } }), 201).data?.id ?? '';
    const texts = [
      'The storm is here with a warning for all boats.',
      'Nothing to see.',
      'The last ferry leaves in the STORM, says https://harbour.example/board #tide',
      'A cafe is open.',
      'The café is open.',
    ];
    for (const text of texts) await publish(text);
    const items = await reader.until(3);
    const rulesOf = ({ matching_rules }: Item) => matching_rules.map(({ id }: Item) => values[ids.indexOf(id)]);
    expect(items.map((item) => [item.data.text.slice(0, 12), rulesOf(item)])).toEqual([
      ['The storm is', ['storm']],
      ['The last fer', ['storm', '#Tide', 'from:gull has:links', '"last ferry"', 'storm -warning', '(wave OR tide) lang:en']],
      ['The café is ', ['café']],
    ]);
    expect(items[0].includes.users[0].username).toBe('gull');
  });

  test('gives each app the rules and the fields that it has asked for', async () => {
    const { change, stream, person } = await open();
    const gull = await person('gull');
    const asked = [
      [apps.pro.bearer, 'storm', '?expansions=author_id'],
      [apps.basic.bearer, 'ferry', '?expansions=author_id'],
      [apps.academic.bearer, 'ferry', '?tweet.fields=lang'],
    ] as const;
    const readers = [];
    for (const [token, value, query] of asked) {
      expect((await change({ add: [{ value }] }, '', token))[0]).toBe(201);
      readers.push(await stream(query, token));
    }
    const { data } = unwrap(await gull.client.createPost({ body: { text: 'The ferry waits for the storm to pass.' } }), 201);
    const [first, second, third] = await Promise.all(readers.map(async (reader) => (await reader.until(1))[0]));
    expect(first.data.id).toBe(data?.id);
    expect([second.data, second.includes]).toEqual([first.data, first.includes]);
    expect(first.includes.users[0].username).toBe('gull');
    expect([third.data.lang, third.includes]).toEqual(['en', undefined]);
    const rules = [first, second, third].map(({ matching_rules }) => matching_rules.map(({ id }: Item) => id));
    expect(rules.map((ids) => ids.length)).toEqual([1, 1, 1]);
    expect(new Set(rules.flat()).size).toBe(3);
  });

  test('knows every operator of rules', async () => {
    const { add, stream, user, change, post } = await open();
    const values = {
      author: `from:${INES}`,
      reply: 'to:tidewatch is:reply',
      repost: `retweets_of:tidewatch`,
      original: `retweets_of_tweet_id:${NOTICE} is:retweet`,
      replied: `in_reply_to_tweet_id:${NOTICE}`,
      conversation: `conversation_id:${NOTICE}`,
      mention: '@tidewatch has:mentions',
      cashtag: '$GALE has:cashtags',
      hashtag: '#quay has:hashtags',
      quote: 'from:ines_b is:quote',
      url: 'url:"harbour.example"',
      part: 'url_contains:"board?day"',
      verified: 'from:ines_b is:verified',
      bio: 'bio:boats',
      name: 'bio_name:"Inês Barros"',
      followers: 'followers_count:1..1000000 from:ines_b',
      few: 'followers_count:0..0 from:ines_b',
      posts: 'tweets_count:1 from:ines_b',
      sample: 'from:ines_b sample:100',
      emoji: '⛵',
      source: 'source:nothing',
      nullcast: 'from:ines_b -is:nullcast',
      place: 'place_country:DK has:geo',
      images: 'from:ines_b has:images',
      title: 'url_title:storm',
    };
    const [status, body] = await change({ add: Object.entries(values).map(([tag, value]) => ({ value, tag })) });
    expect([status, body.errors]).toEqual([201, undefined]);
    await add('nothing_at_all');
    const reader = await stream();
    const client = user();
    const text = '@TideWatch The ⛵ at the #quay: https://harbour.example/board?day=18 $GALE';
    unwrap(await client.createPost({ body: { text, reply: { in_reply_to_tweet_id: NOTICE } } }), 201);
    await client.createRepost({ path: { id: INES }, body: { tweet_id: NOTICE } });
    unwrap(await client.createPost({ body: { text: 'See this', quote_tweet_id: NOTICE } }), 201);
    const items = await reader.until(3);
    const tagsOf = ({ matching_rules }: Item) => matching_rules.map(({ tag }: Item) => tag);
    const own = ['author', 'bio', 'name', 'followers', 'posts', 'sample', 'nullcast'];
    const author = (await post(NOTICE))?.author;
    const ofAuthor = (...tags: readonly string[]) => (author === TIDE_WATCH ? tags : []);
    expect(tagsOf(items[0]).sort()).toEqual(
      [...own, 'replied', 'conversation', 'mention', 'cashtag', 'hashtag', 'url', 'part', 'emoji', ...ofAuthor('reply')].sort(),
    );
    expect(
      tagsOf(items[1])
        .filter((tag: string) => !own.includes(tag))
        .sort(),
    ).toEqual(expect.arrayContaining(['original', ...ofAuthor('repost')]));
    expect(tagsOf(items[2]).sort()).toEqual([...own, 'quote'].sort());
  });

  test('follows changes of the rules at once, and makes up for what was missed', async () => {
    const { add, change, stream, refused, person, later } = await open();
    const gull = await person('gull');
    await add('storm');
    const reader = await stream();
    const publish = async (text: string) => unwrap(await gull.client.createPost({ body: { text } }), 201).data?.id ?? '';
    await publish('The tide turns.');
    const storm = await publish('The storm comes.');
    await reader.until(1);
    await change({ delete: { values: ['storm'] } });
    await add('tide');
    await publish('The storm goes on.');
    const tide = await publish('The tide turns again.');
    expect((await reader.until(2)).map(({ data }) => data.id)).toEqual([storm, tide]);
    reader.leave();
    await later(120_000);
    const missed = await publish('A high tide.');
    await expect.poll(async () => (await refused())[0], { interval: 20 }).toBe(200);
    await expect.poll(async () => (await refused())[0], { interval: 20 }).toBe(200);
    const again = await stream('?backfill_minutes=1');
    expect((await again.until(1)).map(({ data }) => data.id)).toEqual([missed]);
  });

  test('needs a rule, and one connection', async () => {
    const { add, stream, refused, act } = await open();
    expect(await refused()).toEqual([
      409,
      {
        title: 'ConnectionException',
        type: 'https://microblog.example.com/problems/streaming-connection',
        status: 409,
        detail: 'The app has no rules. Add one before you connect.',
        connection_issue: 'RuleConfigurationIssue',
      },
    ]);
    await add('storm');
    await stream();
    expect((await refused())[0]).toBe(429);
    await act('set-level', { app: apps.pro.id, level: 'enterprise' });
    await stream();
    expect((await refused())[0]).toBe(429);
    expect((await refused('', apps.free.bearer))[0]).toBe(403);
  });
});
