// Goes through the calls of version 1.1 of the microblogging service by the client that most programs use, signed by OAuth 1.0a.

import { TwitterApi } from 'twitter-api-v2';
import { consent, drive, Redirecting } from './checks.mjs';
import { PEOPLE, PNG } from './samples.mjs';

const { ines, tideWatch, jonas } = PEOPLE;

await drive(async ({ older, apps, signing, redirect, check, refused }) => {
  const settings = { httpAgent: new Redirecting(older) };
  const [appKey, appSecret] = apps.pro.consumer;
  const open = ([accessToken, accessSecret]) => new TwitterApi({ appKey, appSecret, accessToken, accessSecret }, settings);
  const me = open(signing.ines).v1;
  const other = open(signing.tideWatch).v1;

  // A login.
  const start = new TwitterApi({ appKey, appSecret }, settings);
  for (const linkMode of ['authorize', 'authenticate'])
    await check(
      `a user logs in, by ${linkMode}`,
      async () => {
        const link = await start.generateAuthLink(redirect, { linkMode });
        const back = await consent(new URL(new URL(link.url).pathname + new URL(link.url).search, older), ines);
        const { client, ...login } = await open([link.oauth_token, link.oauth_token_secret]).login(back.searchParams.get('oauth_verifier'));
        return { ...login, name: (await client.v1.verifyCredentials()).screen_name };
      },
      { userId: ines, screenName: 'ines_b', name: 'ines_b' },
    );
  await check('the current user', () => me.verifyCredentials({ include_entities: false }), { id_str: ines, screen_name: 'ines_b' });

  // Posts.
  const first = await check('a post', () => me.tweet('An egret, perhaps. #egrets'), {
    text: 'An egret, perhaps. #egrets',
    user: { id_str: ines },
  });
  const id = first.id_str;
  await check('it is read', () => me.singleTweet(id, { tweet_mode: 'extended' }), { id_str: id, full_text: 'An egret, perhaps. #egrets' });
  await check('a reply', () => other.reply('@ines_b Indeed', id), { in_reply_to_status_id_str: id });
  await check(
    'a quotation',
    () => other.quote('Look', id),
    ({ id_str }) => id_str !== undefined,
  );
  await check(
    'a thread',
    () => me.tweetThread(['Uno', 'Due']),
    ([one, two]) => two.in_reply_to_status_id_str === one.id_str,
  );
  await check(
    'how it is embedded',
    () => me.get('statuses/oembed.json', { id }),
    ({ html }) => html.includes('egret'),
  );
  await check('a post is liked', () => other.post('favorites/create.json', { id }), { favorited: true });
  await check('what a user likes', async () => (await other.favoriteTimeline(tideWatch)).tweets[0].id_str, id);
  await check('and no more', () => other.post('favorites/destroy.json', { id }), { favorited: false });
  await check('a post is reposted', () => other.post('statuses/retweet/:id.json', {}, { params: { id } }), {
    retweeted_status: { id_str: id },
  });
  const timeline = await check(
    'posts of a user',
    () => me.userTimeline(ines, { count: 5 }),
    ({ tweets }) => tweets.length > 0,
  );
  await check(
    'the next page',
    async () => (await timeline.next()).tweets,
    (tweets) => Array.isArray(tweets),
  );
  await check('posts of a user by name', async () => (await me.userTimelineByUsername('ines_b', { count: 2 })).tweets.length, 2);
  await check('mentions', async () => (await me.mentionTimeline()).tweets[0].text, '@ines_b Indeed');
  await check(
    'the home timeline',
    async () => (await me.homeTimeline({ count: 3 })).tweets.length,
    (count) => count > 0,
  );
  await check(
    'a search',
    () => me.get('search/tweets.json', { q: 'egrets' }),
    ({ statuses }) => statuses.some((found) => found.id_str === id),
  );

  // People.
  await check('a user', () => me.user({ screen_name: 'tidewatch' }), { id_str: tideWatch });
  await check(
    'users',
    () => me.users({ user_id: `${ines},${tideWatch}` }),
    ({ length }) => length === 2,
  );
  await check('users that are found', async () => (await me.searchUsers('tide')).users[0].screen_name, 'tidewatch');
  await check('somebody is followed', () => me.createFriendship({ user_id: jonas }), { id_str: jonas });
  await check(
    'whom a user follows',
    async () => (await me.userFollowingIds({ user_id: ines })).ids.map(String),
    (ids) => ids.length > 0,
  );
  await check(
    'who follows a user',
    async () => (await me.userFollowerIds({ user_id: tideWatch, stringify_ids: true })).ids,
    (ids) => ids.length > 0,
  );
  await check('how two users stand', () => me.friendship({ source_id: ines, target_id: jonas }), {
    relationship: { source: { following: true } },
  });
  await check(
    'how a user stands to others',
    () => me.friendships({ user_id: jonas }),
    ([{ connections }]) => connections.includes('following'),
  );
  await check('reposts of somebody are hidden', () => me.updateFriendship({ user_id: jonas, retweets: false }), {
    relationship: { source: { want_retweets: false } },
  });
  await check('somebody is followed no more', () => me.destroyFriendship({ user_id: jonas }), { id_str: jonas });
  await check(
    'who asks to follow',
    async () => (await me.friendshipsIncoming()).ids,
    (ids) => Array.isArray(ids),
  );
  await check(
    'whom a user has asked',
    async () => (await me.friendshipsOutgoing()).ids,
    (ids) => Array.isArray(ids),
  );
  await check('somebody is blocked', () => me.post('blocks/create.json', { user_id: jonas }), { id_str: jonas });
  await check(
    'who is blocked',
    () => me.get('blocks/ids.json', { stringify_ids: true }),
    ({ ids }) => ids.map(String).includes(jonas),
  );
  await check('and no more', () => me.post('blocks/destroy.json', { user_id: jonas }), { id_str: jonas });

  // The account.
  await check('settings', () => me.accountSettings(), { screen_name: 'ines_b' });
  await check(
    'they are changed',
    () => me.updateAccountSettings({ lang: 'pt', sleep_time_enabled: true, start_sleep_time: 22, end_sleep_time: 10 }),
    { language: 'pt' },
  );
  await check('a profile is changed', () => me.updateAccountProfile({ description: 'Bread, boats & weather', location: 'Vesterhavn' }), {
    description: 'Bread, boats & weather',
  });
  await check(
    'a picture of the profile',
    () => me.updateAccountProfileImage(PNG),
    ({ profile_image_url_https: url }) => url.includes('/pictures/'),
  );
  await check('a device', () => me.post('account/update_delivery_device.json', { device: 'sms' }), {});
  await check(
    'limits',
    () => me.rateLimitStatuses('statuses', 'search'),
    ({ resources }) => resources.search['/search/tweets'].limit > 0 && Object.keys(resources).length === 2,
  );
  await check(
    'languages',
    () => me.supportedLanguages(),
    ([{ code }]) => code !== undefined,
  );

  // Lists, messages, places and trends.
  const list = await check('a list', () => me.createList({ name: 'Waders', mode: 'public', description: 'Long legs' }), { name: 'Waders' });
  const list_id = list.id_str;
  await check(
    'it is changed',
    () => me.updateList({ list_id, name: 'Waders and egrets' }),
    ({ name }) => name === undefined || name === 'Waders and egrets',
  );
  await check('it is read', () => me.list({ list_id }), { name: 'Waders and egrets' });
  await check(
    'members are added',
    () => me.addListMembers({ list_id, user_id: [tideWatch, jonas] }),
    () => true,
  );
  await check(
    'members',
    async () => (await me.listMembers({ list_id })).users.map(({ id_str }) => id_str),
    (ids) => ids.length <= 2,
  );
  await check(
    'posts of members',
    async () => (await me.listStatuses({ list_id })).tweets,
    (tweets) => Array.isArray(tweets),
  );
  await check(
    'lists of a user',
    async () => (await me.lists({ user_id: ines })).map(({ id_str }) => id_str),
    (ids) => ids.includes(list_id),
  );
  await check('a list is followed', () => other.subscribeToList({ list_id }), { id_str: list_id });
  await check('who follows it', async () => (await me.listSubscribers({ list_id })).users.map(({ id_str }) => id_str), [tideWatch]);
  await check(
    'lists that are followed',
    async () => (await other.listSubscriptions({ user_id: tideWatch })).lists.map(({ id_str }) => id_str),
    (ids) => ids.includes(list_id),
  );
  await check('and no more', () => other.unsubscribeOfList({ list_id }), { id_str: list_id });
  await check(
    'a member is removed',
    () => me.removeListMembers({ list_id, user_id: jonas }),
    () => true,
  );
  await check('it is deleted', () => me.removeList({ list_id }), { id_str: list_id });
  const message = await check('a message', () => me.post('direct_messages/new.json', { user_id: tideWatch, text: 'Hi' }), {
    text: 'Hi',
    recipient: { id_str: tideWatch },
  });
  await check(
    'messages',
    () => other.get('direct_messages.json'),
    ([{ text }]) => text === 'Hi',
  );
  await check('a message is deleted', () => me.post('direct_messages/destroy.json', { id: message.id_str ?? message.id }), {});
  await check('a saved search', () => me.post('saved_searches/create.json', { query: 'egrets' }), { query: 'egrets' });
  await check(
    'where trends are known',
    () => me.trendsAvailable(),
    ([{ woeid }]) => woeid !== undefined,
  );
  await check(
    'trends nearby',
    () => me.trendsClosest(56, 8),
    ([{ woeid }]) => woeid !== undefined,
  );
  await check(
    'trends',
    () => me.trendsByPlace(1),
    ([{ trends }]) => Array.isArray(trends),
  );
  const places = await check(
    'places',
    () => me.geoSearch({ query: 'Vesterhavn' }),
    ({ result }) => result.places.length > 0,
  );
  await check(
    'a place',
    () => me.geoPlace(places.result.places[0].id),
    ({ id: found }) => found === places.result.places[0].id,
  );
  await check(
    'what is at a place',
    () => me.geoReverseGeoCode({ lat: 56, long: 8 }),
    ({ result }) => Array.isArray(result.places),
  );

  const told = ({ code, errors: [{ code: error }] }) => [code, error];
  await refused('an unknown post', () => me.singleTweet('1'), told, [404, 144]);
  await refused('a post twice', () => me.tweet('An egret, perhaps. #egrets'), told, [403, 187]);
  await refused(
    'a wrong signature',
    () =>
      new TwitterApi(
        { appKey, appSecret: 'wrong', accessToken: signing.ines[0], accessSecret: signing.ines[1] },
        settings,
      ).v1.accountSettings(),
    told,
    [401, 32],
  );
  await check('a post is deleted', () => me.deleteTweet(id), { id_str: id });
});
