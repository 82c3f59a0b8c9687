// Reads the microblogging service by the client of those who run the original, as it was published. Prints what it read, as JSON.

import { Client, PostPaginator } from '@xdevplatform/xdk';
import { publishBirds, report, until } from './steps.mjs';

await report(async ({ v2, bearer, token, samples }) => {
  const baseUrl = v2.replace(/\/$/, '');
  const app = new Client({ baseUrl, bearerToken: bearer });
  const person = new Client({ baseUrl, accessToken: token });
  const publish = async (text) => (await person.posts.create({ text })).data.id;

  const published = await publishBirds(publish);
  const pages = [];
  let author;
  const found = new PostPaginator(async (nextToken) => {
    const page = await app.posts.searchRecent('cormorant', {
      maxResults: 10,
      postFields: ['created_at'],
      expansions: ['author_id'],
      nextToken,
    });
    pages.push(page.data.length);
    author = page.includes.users[0].username;
    return page;
  });
  await found.fetchLast(Number.POSITIVE_INFINITY);
  const sinceId = found.items[0].id;
  const later = await publish('A late cormorant arrives.');
  const newer = await app.posts.searchRecent('cormorant', { sinceId });

  const counted = [await app.posts.getCountsRecent('cormorant', { granularity: 'hour' }), await app.posts.getCountsAll('cormorant')];
  const archive = await app.posts.searchAll('cormorant', { maxResults: 100 });
  const refused = await app.posts.searchRecent('cormorant OR').catch(({ status, data }) => [status, data.detail]);

  const added = await app.stream.updateRules({ add: [{ value: 'puffin lang:en', tag: 'birds' }, { value: 'guillemot' }] });
  const again = await app.stream.updateRules({ add: [{ value: 'guillemot' }] });
  const rules = await app.stream.getRules();
  const items = [];
  const stream = await app.stream.posts({ tweetFields: ['created_at'], expansions: ['author_id'] });
  stream.on('data', (item) => item.data !== undefined && items.push(item));
  const live = await publish('A puffin and a guillemot share a cliff.');
  await until(() => items.length > 0);
  const sample = await app.stream.postsSample({ backfillMinutes: 5 });
  const sampled = [];
  sample.on('data', ({ data }) => data !== undefined && sampled.push(data.id));
  const deleted = await app.stream.updateRules({ delete: { ids: rules.data.map(({ id }) => id) } });
  const left = await app.stream.getRules();
  return {
    published,
    recent: { pages, ids: [...newer.data, ...found.items].map(({ id }) => id), author, later },
    archive: archive.data.map(({ id }) => id),
    counts: counted.map(({ meta }) => meta.totalTweetCount),
    refused,
    rules: {
      added: added.data.map(({ value }) => value),
      again: again.errors.map(({ title }) => title),
      listed: rules.data.map(({ value, tag }) => [value, tag ?? null]),
      deleted: deleted.meta.summary.deleted,
      left: left.meta.resultCount,
    },
    live,
    items,
    sampled: await until(() => sampled.length >= samples && sampled),
  };
});
