// Reads the microblogging service by the client that most programs use, as it was published. Prints what it read, as JSON.

import { ETwitterStreamEvent, TwitterApi } from 'twitter-api-v2';
import { Redirecting } from './checks.mjs';
import { publishBirds, report, until } from './steps.mjs';

await report(async ({ v2, v1, bearer, token, signing, samples }) => {
  const httpAgent = new Redirecting(v2);
  const app = new TwitterApi(bearer, { httpAgent }).v2;
  const person = new TwitterApi(token, { httpAgent }).v2;
  const older = new TwitterApi(signing, { httpAgent: new Redirecting(v1) }).v1;
  const publish = async (text) => (await person.tweet(text)).data.id;

  const published = await publishBirds(publish);
  const found = await app.search('cormorant', { max_results: 10, 'tweet.fields': ['created_at'], expansions: ['author_id'] });
  const pages = [found.tweets.length];
  while (!found.done) {
    const before = found.tweets.length;
    await found.fetchNext();
    pages.push(found.tweets.length - before);
  }
  const later = await publish('A late cormorant arrives.');
  await found.fetchPrevious();

  const { meta } = await app.tweetCountRecent('cormorant', { granularity: 'hour' });
  const archive = await app.searchAll('cormorant', { max_results: 100 });
  const counted = await app.tweetCountAll('cormorant', { granularity: 'day' });
  const refused = await app.search('cormorant OR').catch(({ code, data }) => [code, data.detail]);

  const added = await app.updateStreamRules({ add: [{ value: 'puffin lang:en', tag: 'birds' }, { value: 'guillemot' }] });
  const again = await app.updateStreamRules({ add: [{ value: 'guillemot' }] });
  const rules = await app.streamRules();
  const items = [];
  const stream = await app.searchStream({ 'tweet.fields': ['created_at'], expansions: ['author_id'] });
  stream.on(ETwitterStreamEvent.Data, (item) => items.push(item));
  const live = await publish('A puffin and a guillemot share a cliff.');
  await until(() => items.length > 0);
  stream.close();
  const sample = await app.sampleStream({ backfill_minutes: 5 });
  const sampled = [];
  sample.on(ETwitterStreamEvent.Data, ({ data }) => sampled.push(data.id));
  const deleted = await app.updateStreamRules({ delete: { ids: rules.data.map(({ id }) => id) } });
  const left = await app.streamRules();

  const query = { q: 'cormorant', result_type: 'recent', count: 5, tweet_mode: 'extended' };
  const first = await older.get('search/tweets.json', query);
  const next = Object.fromEntries(new URLSearchParams(first.search_metadata.next_results));
  const second = await older.get('search/tweets.json', next);
  return {
    published,
    recent: { pages, ids: found.tweets.map(({ id }) => id), author: found.includes.author(found.tweets[0]).username, later },
    rateLimit: found.rateLimit.limit,
    archive: archive.tweets.map(({ id }) => id),
    counts: [meta.total_tweet_count, counted.meta.total_tweet_count],
    refused,
    rules: {
      added: added.data.map(({ value }) => value),
      again: again.errors.map(({ title }) => title),
      listed: rules.data.map(({ value, tag }) => [value, tag ?? null]),
      deleted: deleted.meta.summary.deleted,
      left: left.meta.result_count,
    },
    live,
    items,
    sampled: await until(() => sampled.length >= samples && sampled),
    older: [first, second].map(({ statuses }) => statuses.map(({ id_str, full_text, text }) => [id_str, full_text ?? text])),
  };
});
