// Tests trends: what people talk about in a place, computed from public posts of the last day, and kept for five minutes.

import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { keyOf, topicsIn } from '../../../services/b-microblog/rules/topics.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts, type Person } from './posts-support.ts';
import { V1 } from './support.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const [WORLD, DENMARK, VESTERHAVN, NORWAY] = [1, 23424796, 554902, 23424910];

describe('the topics of a text', () => {
  test.each([
    ['The storm reaches Vesterhavn tonight. Ships wait.', [], ['Vesterhavn']],
    ['Strandø Ferry is late, says Jonas Holm.', [], ['Strandø Ferry', 'Jonas Holm']],
    ['All quiet in the North Sea!\nBack to bed', ['storm'], ['#storm', 'North Sea']],
    ['#Storm @Anna $GALE https://Host.example see A', ['Storm'], ['#Storm']],
    ['in Oslo, in OSLO and in oslo', [], ['OSLO']],
    ['', [], []],
  ])('%s', (text, tags, topics) => {
    expect(topicsIn(text, tags)).toEqual(topics);
  });

  test('are told apart without case', () => {
    expect(keyOf('#Storm')).toBe(keyOf('#storm'));
  });
});

describeOnEngines('trends', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const publish = async ({ client }: Pick<Person, 'client'>, ...texts: string[]) => {
      for (const text of texts) unwrap(await client.createPost({ body: { text } }), 201);
    };
    const live = async (username: string, woeid: number) => {
      const { id } = (await all.rows.selectFrom('b_users').select('id').where('username', '=', username).executeTakeFirst()) ?? {};
      await all.sandbox.platformOf('b-microblog').store.write(async (tables) => {
        await (tables as typeof all.rows)
          .updateTable('b_user_settings')
          .set({ trend_woeid: woeid })
          .where('user_id', '=', id ?? '')
          .execute();
      });
    };
    const names = async (woeid: number) =>
      (unwrap(await all.app().listTrendsByPlace({ path: { woeid } }), 200).data ?? []).map(({ trend_name, tweet_count }) => [
        trend_name,
        tweet_count,
      ]);
    return { ...all, publish, live, names };
  }

  test('are those of a place, the most popular first', async () => {
    const { person, publish, live, names, app, v1 } = await open();
    const [gull, tern] = [await person('gull'), await person('tern')];
    await live('gull', VESTERHAVN);
    await live('tern', NORWAY);
    await publish(gull, 'Quiet in Vesterhavn #storm', 'More of it in Vesterhavn #Storm', 'Less #storm');
    await publish(tern, 'Rain in Bergen #storm');
    expect(await names(WORLD)).toEqual([
      ['#storm', 4],
      ['Vesterhavn', 2],
      ['Bergen', 1],
    ]);
    expect(await names(DENMARK)).toEqual([
      ['#storm', 3],
      ['Vesterhavn', 2],
    ]);
    expect(await names(NORWAY)).toEqual([
      ['#storm', 1],
      ['Bergen', 1],
    ]);
    const query = { max_trends: 1, 'trend.fields': ['trend_name'] } as const;
    expect(unwrap(await app().listTrendsByPlace({ path: { woeid: WORLD }, query: query as never }), 200)).toEqual({
      data: [{ trend_name: '#storm' }],
    });
    const shown = unwrap(await v1.getTrends({ query: { id: VESTERHAVN, exclude: 'hashtags' } }), 200);
    expect(shown).toMatchObject([
      { trends: [{ name: 'Vesterhavn', query: 'Vesterhavn', tweet_volume: 2 }], locations: [{ name: 'Vesterhavn' }] },
    ]);
  });

  test('do not count private posts, reposts, and what is older than a day', async () => {
    const { person, publish, names, act, later } = await open();
    const [gull, tern, owl] = [await person('gull'), await person('tern', { protected: true }), await person('owl')];
    await publish(gull, 'Fog over Oslo');
    await publish(tern, 'Sun over Oslo');
    await publish(owl, 'Snow over Oslo');
    await act('change-user', { username: 'owl', suspended: true });
    const body = { text: 'Wind over Oslo', nullcast: true };
    unwrap(await gull.client.createPost({ body }), 201);
    expect(await names(WORLD)).toEqual([['Oslo', 1]]);
    await later(DAY + MINUTE);
    expect(await names(WORLD)).toEqual([]);
  });

  test('are computed every five minutes of the sandbox clock', async () => {
    const { person, publish, names, later, v1, sandbox } = await open();
    const gull = await person('gull');
    await publish(gull, 'Fog over Oslo');
    const begin = sandbox.clock.now();
    expect(await names(WORLD)).toEqual([['Oslo', 1]]);
    await publish(gull, 'Sun over Oslo');
    await later(5 * MINUTE - 1);
    const [kept] = unwrap(await v1.getTrends({ query: { id: WORLD } }), 200);
    expect(kept).toMatchObject({ trends: [{ name: 'Oslo', tweet_volume: 1 }], created_at: new Date(begin).toISOString() });
    expect(kept?.as_of).toBe(new Date(sandbox.clock.now()).toISOString());
    await later(1);
    expect(await names(WORLD)).toEqual([['Oslo', 2]]);
  });

  test('of a user begin with what those whom the user follows talk about', async () => {
    const { person, publish, later } = await open();
    const [reader, gull, tern] = [await person('reader'), await person('gull'), await person('tern')];
    unwrap(await reader.client.followUser({ path: { id: reader.id }, body: { target_user_id: tern.id } }), 200);
    await publish(gull, 'Fog over Oslo', 'Sun over Oslo');
    await publish(tern, 'Fog over Bergen');
    await later(90 * MINUTE);
    const { data } = unwrap(await reader.client.listPersonalizedTrends({}), 200);
    expect(data).toEqual([
      { trend_name: 'Bergen', post_count: 1, trending_since: '1 hour ago' },
      { trend_name: 'Oslo', post_count: 2, trending_since: '1 hour ago' },
    ]);
  });

  test('are of known places, of which the nearest are found', async () => {
    const { app, v1, fetchV1 } = await open();
    expect((await app().listTrendsByPlace({ path: { woeid: 7 } })).status).toBe(400);
    expect((await v1.getTrends({ query: { id: 7 } })).status).toBe(404);
    const all = unwrap(await v1.listTrendLocations({}), 200);
    expect(all[0]).toEqual({
      name: 'Worldwide',
      woeid: WORLD,
      url: 'https://places.example.com/woeid/1',
      placeType: { name: 'Supername', code: 19 },
      parentid: null,
      country: '',
      countryCode: null,
    });
    const near = async (lat: number, long: number) =>
      unwrap(await v1.findClosestTrendLocations({ query: { lat, long } }), 200).map(({ name }) => name);
    expect(await near(56.45, 8.28)).toEqual(['Vesterhavn', 'Aarhus', 'Copenhagen']);
    expect((await near(41.1, -8.6))[0]).toBe('Porto');
    expect((await near(60, -179))[0]).toBe('Bergen');
    const half = (await (await fetchV1(`${V1}/trends/closest.json?lat=56.45`)).json()) as { errors: { code: number }[] };
    expect(half.errors[0]?.code).toBe(3);
  });
});
