// Tests the search of version 1.1: its operators, its order, its pages, and what its answer says of itself.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts } from './posts-support.ts';
import { V1 } from './support.ts';

describeOnEngines('the search of version 1.1', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const search = async (query: Parameters<typeof all.v1.searchPosts>[0]['query']) => unwrap(await all.v1.searchPosts({ query }), 200);
    return {
      ...all,
      search,
      found: async (q: string, more: object = {}) => (await search({ q, count: 100, ...more })).statuses.map(({ id_str }) => id_str),
      async refused(query: string) {
        const answer = await all.fetchV1(`${V1}/search/tweets.json?${query}`);
        return [answer.status, ((await answer.json()) as { errors: { code: number }[] }).errors[0]?.code];
      },
    };
  }

  test('finds posts as they are shown elsewhere, and says what was searched', async () => {
    const { search } = await open();
    const { statuses, search_metadata: data } = await search({ q: 'storm vesterhavn -filter:retweets', result_type: 'recent', count: 2 });
    expect(statuses).toMatchObject([{ id_str: WARNING, user: { id_str: TIDE_WATCH } }]);
    expect(data).toEqual({
      completed_in: expect.any(Number),
      max_id: BigInt(WARNING),
      max_id_str: WARNING,
      query: 'storm+vesterhavn+-filter%3Aretweets',
      refresh_url: `?since_id=${WARNING}&q=storm%20vesterhavn%20-filter%3Aretweets&result_type=recent&include_entities=true`,
      count: 2,
      since_id: 0n,
      since_id_str: '0',
    });
    const none = await search({ q: 'nothing_of_the_kind' });
    expect([none.statuses, none.search_metadata?.max_id_str]).toEqual([[], '0']);
  });

  test('turns pages by its own queries, with each post once', async () => {
    const { search, fetchV1, person, later } = await open();
    const gull = await person('gull');
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      ids.unshift(unwrap(await gull.client.createPost({ body: { text: `Cormorant ${number}` } }), 201).data?.id ?? '');
      await later(1000);
    }
    const found: string[] = [];
    const first = await search({ q: 'cormorant', count: 3 });
    found.push(...first.statuses.map(({ id_str }) => id_str));
    for (let next = first.search_metadata?.next_results; next !== undefined; ) {
      const answer = await fetchV1(`${V1}/search/tweets.json${next}`);
      const page = (await answer.json()) as { statuses: { id_str: string }[]; search_metadata: { next_results?: string } };
      expect(page.statuses.length).toBeLessThanOrEqual(3);
      found.push(...page.statuses.map(({ id_str }) => id_str));
      next = page.search_metadata.next_results;
    }
    expect(found).toEqual(ids);
    const [newest = '', , middle = ''] = ids;
    const refreshed = await search({ q: 'cormorant', since_id: middle });
    expect(refreshed.statuses.map(({ id_str }) => id_str)).toEqual(ids.slice(0, 2));
    expect((await search({ q: 'cormorant', max_id: middle })).statuses).toHaveLength(5);
    expect(refreshed.search_metadata?.max_id_str).toBe(newest);
  });

  test('has the operators of its own, and parameters for language, day and place', async () => {
    const { found, person, actsFor, later, sandbox } = await open();
    await person('gull');
    const publish = async (text: string) => {
      const { client } = await actsFor('gull');
      return unwrap(await client.createPost({ body: { text } }), 201).data?.id ?? '';
    };
    const first = await publish('Cormorants on the quay: https://harbour.example/birds');
    await later(2 * 86_400_000);
    const second = await publish('Ein Kormoran und zwei Möwen sitzen heute auf dem Steg #cormorants');
    expect(await found('cormorants')).toEqual([second, first]);
    expect(await found('cormorants filter:links')).toEqual([first]);
    expect(await found('cormorants -filter:links')).toEqual([second]);
    expect(await found('cormorants', { lang: 'de' })).toEqual([second]);
    const day = new Date(sandbox.clock.now()).toISOString().slice(0, 10);
    expect(await found('cormorants', { until: day })).toEqual([first]);
    expect(await found(`cormorants until:${day}`)).toEqual([first]);
    expect(await found(`cormorants since:${day}`)).toEqual([second]);
    expect(await found('from:gull cormorants', { result_type: 'popular' })).toHaveLength(2);
    await later(6 * 86_400_000);
    expect(await found('cormorants')).toEqual([second]);
  });

  test('finds what was written near a location', async () => {
    const { found } = await open();
    expect(await found('storm', { geocode: '56.45,8.28,20km' })).toEqual([WARNING]);
    expect(await found('storm', { geocode: '56.45,8.28,900mi' })).toEqual([WARNING]);
    expect(await found('storm', { geocode: '10.5,8.28,20km' })).toEqual([]);
  });

  test('refuses what cannot be searched', async () => {
    const { refused } = await open();
    expect(await refused('count=2')).toEqual([403, 38]);
    expect(await refused('q=(storm')).toEqual([400, 8]);
    expect(await refused('q=filter:nothing')).toEqual([400, 8]);
    expect(await refused(`q=${'x'.repeat(501)}`)).toEqual([400, 8]);
    expect(await refused('q=storm&geocode=95,8.28,20km')).toEqual([400, 3]);
    expect(await refused('q=storm&geocode=harbour')).toEqual([400, 8]);
    expect(await refused('q=storm&result_type=best')).toEqual([400, 8]);
  });

  test('shows nobody what they may not see', async () => {
    const { found, act, person } = await open();
    const gull = await person('gull');
    const { data } = unwrap(await gull.client.createPost({ body: { text: 'Cormorant' } }), 201);
    expect(await found('cormorant')).toEqual([data?.id]);
    await act('change-user', { username: 'gull', protected: true });
    expect(await found('cormorant')).toEqual([]);
  });
});
