// Tests insights: how often posts were seen and used, by hour, day, week and in all, for their authors only.

import type { GetHistoricalInsightsInput } from '@octavo/interfaces/b-microblog';
import { unwrap } from '@octavo/runtime';
import { describe, expect, test } from 'vitest';
import { countOf, PERIODS, periodOf, periodsOf } from '../../../services/b-microblog/rules/insights.ts';
import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { NOTICE, PHOTO_POST, WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openPosts, type Person, problemOf } from './posts-support.ts';
import { V2 } from './support.ts';

const HOUR = 60 * 60 * 1000;
const at = Date.parse;
const iso = (moment: number) => new Date(moment).toISOString();

describe('periods', () => {
  test('are hours, days of UTC, and weeks from Monday', () => {
    const moment = at('2026-11-18T12:05:00Z');
    expect(iso(periodOf(moment, PERIODS.Hourly))).toBe('2026-11-18T12:00:00.000Z');
    expect(iso(periodOf(moment, PERIODS.Daily))).toBe('2026-11-18T00:00:00.000Z');
    expect(iso(periodOf(moment, PERIODS.Weekly))).toBe('2026-11-16T00:00:00.000Z');
    expect(iso(periodOf(at('2026-11-16T00:00:00Z'), PERIODS.Weekly))).toBe('2026-11-16T00:00:00.000Z');
  });

  test('of a span have its first and its last moment', () => {
    const span = { from: at('2026-11-18T23:59:59Z'), to: at('2026-11-20T00:00:00Z') };
    expect(periodsOf(span, PERIODS.Daily).map(iso)).toEqual(['2026-11-18T00:00:00.000Z', '2026-11-19T00:00:00.000Z']);
    expect(countOf({ ...span, to: span.to + 1 }, PERIODS.Daily)).toBe(3);
    expect(countOf({ from: 5, to: 5 }, PERIODS.Hourly)).toBe(0);
    expect(periodsOf({ from: 5, to: 4 }, PERIODS.Hourly)).toEqual([]);
  });
});

describeOnEngines('insights', (engine) => {
  async function open() {
    const all = await openPosts(engine);
    const tide = all.user(tokens.tideWatch);
    const historical = async (query: Partial<GetHistoricalInsightsInput['query']>) =>
      unwrap(
        await tide.getHistoricalInsights({
          query: {
            tweet_ids: [WARNING],
            start_time: '2026-11-18T00:00:00Z',
            end_time: '2026-11-20T00:00:00Z',
            granularity: 'Total',
            requested_metrics: ['Impressions'],
            ...query,
          },
        }),
        200,
      ).data;
    const series = async (query: Partial<GetHistoricalInsightsInput['query']>) =>
      ((await historical(query))?.[0]?.measurement?.metrics_time_series ?? []).map(({ value }) => [
        value?.timestamp?.iso8601_time,
        ...(value?.metric_values ?? []).map(({ metric_value }) => metric_value),
      ]);
    const totals = async (query: Partial<GetHistoricalInsightsInput['query']>) =>
      ((await historical(query))?.[0]?.measurement?.metrics_total ?? []).map(({ tweet_id, value = [] }) => [
        tweet_id,
        ...value.map(({ metric_value }) => metric_value),
      ]);
    return { ...all, tide, historical, series, totals };
  }

  test('of the example are those that the document shows', async () => {
    const { tide, historical } = await open();
    const query = { tweet_ids: [WARNING], granularity: 'Total', requested_metrics: ['Impressions', 'Likes'] } as never;
    expect(unwrap(await tide.getRecentInsights({ query }), 200)).toEqual({
      data: [
        {
          measurement: {
            metrics_total: [
              {
                tweet_id: WARNING,
                value: [
                  { metric_type: 'Impressions', metric_value: 320 },
                  { metric_type: 'Likes', metric_value: 0 },
                ],
              },
            ],
          },
        },
      ],
    });
    const day = (moment: string, count: number) => ({
      tweet_id: WARNING,
      value: { timestamp: { iso8601_time: moment }, metric_values: [{ metric_type: 'Impressions', metric_value: count }] },
    });
    expect(await historical({ granularity: 'Daily' })).toEqual([
      { measurement: { metrics_time_series: [day('2026-11-18T00:00:00Z', 3890), day('2026-11-19T00:00:00Z', 320)] } },
    ]);
    expect(await historical({ tweet_ids: [NOTICE] })).toEqual([
      { errors: [{ error: 'You can see the counts of your own posts only.', tweets: [NOTICE] }] },
    ]);
  });

  test('are as many as the posts of the story were seen', async () => {
    const { rows } = await open();
    const posts = await rows.selectFrom('b_posts').selectAll().execute();
    const hours = await rows.selectFrom('b_insight_hours').selectAll().execute();
    for (const { id, impression_count, created_at } of posts) {
      const own = hours.filter(({ post_id, metric }) => post_id === id && metric === 'Impressions');
      expect
        .soft(
          own.reduce((sum, { count }) => sum + count, 0),
          id,
        )
        .toBe(impression_count);
      for (const { hour } of own) expect.soft([hour % HOUR, hour > created_at - HOUR], id).toEqual([0, true]);
    }
  });

  test('count what people do, by hour, and end with the post', async () => {
    const { person, actsFor, act, later, rows, sandbox } = await open();
    const [first, tern] = [await person('gull'), await person('tern')];
    let gull: Pick<Person, 'client'> = first;
    const { data } = unwrap(await gull.client.createPost({ body: { text: 'Fog over the quay' } }), 201);
    const id = data?.id ?? '';
    const begin = sandbox.clock.now();
    const requested_metrics = ['Impressions', 'Likes', 'Retweets', 'Replies', 'QuoteTweets', 'UrlClicks', 'VideoViews', 'Engagements'];
    const ask = async (granularity: string, more: object = {}) =>
      unwrap(await gull.client.getRecentInsights({ query: { tweet_ids: [id], granularity, requested_metrics, ...more } as never }), 200)
        .data?.[0];
    const total = async () => (await ask('Total'))?.measurement?.metrics_total?.[0]?.value?.map(({ metric_value }) => metric_value);
    expect(await total()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);

    unwrap(await tern.client.createLike({ path: { id: tern.id }, body: { tweet_id: id } }), 200);
    unwrap(await tern.client.createRepost({ path: { id: tern.id }, body: { tweet_id: id } }), 200);
    await act('add-impressions', { post: id, count: 70 });
    await later(HOUR);
    unwrap(await tern.client.createPost({ body: { text: 'Here too', reply: { in_reply_to_tweet_id: id } } }), 201);
    unwrap(await tern.client.createPost({ body: { text: 'Look', quote_tweet_id: id } }), 201);
    await act('add-impressions', { post: id, count: 5 });
    await act('add-impressions', { post: id });
    await act('add-engagements', { post: id, metric: 'UrlClicks', count: 4 });
    await act('add-engagements', { post: id, metric: 'VideoViews' });
    expect(await total()).toEqual([76, 1, 1, 1, 1, 4, 1, 8]);
    const hourly = (await ask('Hourly'))?.measurement?.metrics_time_series ?? [];
    expect(hourly.map(({ value }) => value?.metric_values?.map(({ metric_value }) => metric_value))).toEqual([
      [70, 1, 1, 0, 0, 0, 0, 2],
      [6, 0, 0, 1, 1, 4, 1, 6],
    ]);
    expect(at(hourly[0]?.value?.timestamp?.iso8601_time ?? '')).toBe(begin - (begin % HOUR));
    const { data: shown } = unwrap(await gull.client.getPost({ path: { id }, query: { 'tweet.fields': ['public_metrics'] } }), 200);
    expect(shown?.public_metrics?.impression_count).toBe(76);

    await later(27 * HOUR);
    gull = await actsFor('gull');
    expect(await total()).toEqual([6, 0, 0, 1, 1, 4, 1, 6]);
    unwrap(await gull.client.deletePost({ path: { id } }), 200);
    expect(await ask('Total')).toEqual({ errors: [{ error: 'There is no such post.', tweets: [id] }] });
    expect(await rows.selectFrom('b_insight_hours').selectAll().where('post_id', '=', id).execute()).toEqual([]);
  });

  test('count what is done after the clock was set back in the last period', async () => {
    const { person, later, sandbox } = await open();
    const [gull, tern, owl] = [await person('gull'), await person('tern'), await person('owl')];
    const { data } = unwrap(await gull.client.createPost({ body: { text: 'Back in time' } }), 201);
    const id = data?.id ?? '';
    const like = ({ client, id: own }: Person) => client.createLike({ path: { id: own }, body: { tweet_id: id } });
    await later(HOUR);
    unwrap(await like(tern), 200);
    await sandbox.moveClock(sandbox.clock.now() - HOUR);
    unwrap(await like(owl), 200);
    const ask = async (granularity: string) => {
      const query = { tweet_ids: [id], granularity, requested_metrics: ['Likes'] } as never;
      const { metrics_total, metrics_time_series } =
        unwrap(await gull.client.getRecentInsights({ query }), 200).data?.[0]?.measurement ?? {};
      return (metrics_total ?? metrics_time_series)?.map(
        ({ value }) => (Array.isArray(value) ? value : value?.metric_values)?.[0]?.metric_value,
      );
    };
    expect(await ask('Total')).toEqual([2]);
    expect(await ask('Hourly')).toEqual([2]);
    await later(HOUR);
    expect(await ask('Total')).toEqual([2]);
    expect(await ask('Hourly')).toEqual([0, 2]);
  });

  test('have all periods since the post, also those without anything', async () => {
    const { series, totals } = await open();
    expect(await series({ granularity: 'Weekly', end_time: '2026-11-20T12:00:00Z' })).toEqual([['2026-11-16T00:00:00Z', 4210]]);
    const daily = await series({ granularity: 'Daily', start_time: '0001-01-01T00:00:00Z', end_time: '9999-01-01T00:00:00Z' });
    expect(daily).toEqual([
      ['2026-11-18T00:00:00Z', 3890],
      ['2026-11-19T00:00:00Z', 320],
      ['2026-11-20T00:00:00Z', 0],
    ]);
    const hourly = await series({ granularity: 'Hourly' });
    expect([hourly.length, hourly[0], hourly.at(-1)]).toEqual([36, ['2026-11-18T12:00:00Z', 1945], ['2026-11-19T23:00:00Z', 0]]);
    expect(await series({ granularity: 'Hourly', start_time: '2026-11-18T13:30:00Z', end_time: '2026-11-18T14:00:01Z' })).toEqual([
      ['2026-11-18T13:00:00Z', 973],
      ['2026-11-18T14:00:00Z', 486],
    ]);
    expect(await totals({ tweet_ids: [PHOTO_POST, WARNING], requested_metrics: ['Likes', 'Retweets', 'Engagements'] })).toEqual([
      [PHOTO_POST, 0, 0, expect.any(Number)],
      [WARNING, 2, 1, expect.any(Number)],
    ]);
    expect(await totals({ end_time: '2026-11-18T12:00:00Z' })).toEqual([[WARNING, 0]]);
  });

  test('refuse what cannot be answered, and leave out what is not asked for', async () => {
    const { historical, fetchV2, later, act, actsFor, rows } = await open();
    const get = async (path: string, token: string = tokens.tideWatch) =>
      problemOf(await fetchV2(`${V2}/2/insights/${path}`, { headers: { authorization: `Bearer ${token}` } }));
    const metrics = 'requested_metrics=Impressions';
    const span = 'start_time=2026-11-20T00:00:00Z&end_time=2026-11-19T00:00:00Z';
    const [status, type] = await get(`historical?tweet_ids=${WARNING}&granularity=Daily&${metrics}&${span}`);
    expect([status, type]).toEqual([400, 'invalid-request']);
    for (const path of [
      `28hr?granularity=Daily&${metrics}`,
      `28hr?tweet_ids=x&granularity=Daily&${metrics}`,
      `28hr?tweet_ids=${WARNING}&granularity=Yearly&${metrics}`,
      `28hr?tweet_ids=${WARNING}&granularity=Daily`,
      `28hr?tweet_ids=${WARNING}&granularity=Daily&requested_metrics=Sighs`,
      `28hr?${Array.from({ length: 26 }, (_, index) => `tweet_ids=${index + 1}`).join('&')}&granularity=Daily&${metrics}`,
    ])
      expect.soft((await get(path)).slice(0, 2), path).toEqual([400, 'invalid-request']);
    const both = await historical({ tweet_ids: ['1', WARNING, NOTICE], 'engagement.fields': ['errors'] });
    expect(both).toEqual([
      {
        errors: [
          { error: 'You can see the counts of your own posts only.', tweets: [NOTICE] },
          { error: 'There is no such post.', tweets: ['1'] },
        ],
      },
    ]);
    expect(await historical({ 'engagement.fields': ['errors'] })).toBeUndefined();
    expect((await historical({ tweet_ids: [WARNING, NOTICE], 'engagement.fields': ['measurement'] }))?.[0]?.errors).toBeUndefined();

    expect((await act('add-engagements', { post: WARNING, metric: 'Likes' })).status).toBe(400);
    expect((await act('add-engagements', { post: WARNING, metric: 'UrlClicks', count: 0 })).status).toBe(400);
    expect((await act('add-engagements', { post: '1', metric: 'UrlClicks' })).status).toBe(404);
    expect((await act('add-impressions', { post: '1' })).status).toBe(404);
    expect(await rows.selectFrom('b_insight_hours').selectAll().where('post_id', '=', '1').execute()).toEqual([]);

    // A year of hours is too much, and the same in days is not.
    await later(365 * 24 * HOUR);
    const year = { tweet_ids: [WARNING] as [string], start_time: '2026-11-18T00:00:00Z', end_time: '2027-11-18T00:00:00Z' };
    const { client } = await actsFor('tidewatch');
    const ask = (granularity: 'Hourly' | 'Daily') =>
      client.getHistoricalInsights({ query: { ...year, granularity, requested_metrics: ['Impressions'] } });
    expect((await ask('Hourly')).status).toBe(400);
    expect(unwrap(await ask('Daily'), 200).data?.[0]?.measurement?.metrics_time_series?.length).toBe(365);
  });
});
