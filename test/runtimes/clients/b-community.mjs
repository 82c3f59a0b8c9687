// Goes through the calls of version 2 of the microblogging service by the client that most programs use: logins, posts, uploads, lists, messages.

import { TwitterApi } from 'twitter-api-v2';
import { consent, drive, Redirecting } from './checks.mjs';
import { mp4, PEOPLE, PNG } from './samples.mjs';

const { ines, tideWatch, jonas } = PEOPLE;

await drive(async ({ url, apps, tokens, redirect, check, refused, act }) => {
  const httpAgent = new Redirecting(url);
  const settings = { httpAgent };
  const open = (credential) => new TwitterApi(credential, settings);
  const me = open(tokens.ines).v2;
  const other = open(tokens.tideWatch).v2;
  const app = open(apps.pro.bearer).v2;

  // The client waits while the film is processed.
  const uploaded = me.uploadMedia(mp4(300_000), { media_type: 'video/mp4' }, 100_000);

  // Logins.
  const scope = ['tweet.read', 'users.read', 'offline.access'];
  const login = async (credential) => {
    const client = open(credential);
    const link = client.generateOAuth2AuthLink(redirect, { scope });
    const page = new URL(`/2/oauth2/authorize${new URL(link.url).search}`, url);
    const back = await consent(page, ines);
    const code = back.searchParams.get('code');
    return {
      requester: client,
      state: [back.searchParams.get('state'), link.state],
      ...(await client.loginWithOAuth2({ code, codeVerifier: link.codeVerifier, redirectUri: redirect })),
    };
  };
  const publicApp = { clientId: apps.pro.client };
  const granted = await check(
    'a user logs in to a public client',
    () => login(publicApp),
    ({ state: [back, sent], expiresIn, scope: allowed }) => back === sent && expiresIn === 7200 && allowed.length === 3,
  );
  const person = new TwitterApi(granted.accessToken, settings);
  await check('its token is that of the user', () => person.currentUserV2(), { data: { username: 'ines_b' } });
  const refreshed = await check(
    'a token is refreshed',
    () => granted.requester.refreshOAuth2Token(granted.refreshToken),
    ({ accessToken, refreshToken }) => accessToken !== granted.accessToken && refreshToken !== granted.refreshToken,
  );
  await check('a token is revoked', () => granted.requester.revokeOAuth2Token(refreshed.accessToken), { revoked: true });
  await refused(
    'a token that was revoked',
    () => new TwitterApi(refreshed.accessToken, settings).v2.me(),
    ({ code }) => code,
    401,
  );
  await check(
    'a user logs in to a confidential client',
    () => login({ clientId: apps.basic.client, clientSecret: apps.basic.clientSecret }),
    { expiresIn: 7200 },
  );
  const [appKey, appSecret] = apps.pro.consumer;
  const appOnly = await check(
    'an application gets its token',
    () => open({ appKey, appSecret }).appLogin(),
    (client) => client.v2 !== undefined,
  );
  await check('it reads with it', () => appOnly.v2.userByUsername('ines_b'), { data: { id: ines } });

  // People.
  await check('the current user', () => me.me({ 'user.fields': ['created_at', 'public_metrics'], expansions: ['pinned_tweet_id'] }), {
    data: { id: ines, username: 'ines_b' },
  });
  await check('a user', () => app.user(tideWatch, { expansions: ['pinned_tweet_id'] }), {
    data: { username: 'tidewatch' },
    includes: { tweets: [{}] },
  });
  await check('users', () => app.users([ines, tideWatch]), { data: [{ id: ines }, { id: tideWatch }] });
  await check('users by name', () => app.usersByUsernames(['ines_b', 'nobody_here']), {
    data: [{ id: ines }],
    errors: [{ title: 'Not Found Error' }],
  });
  await check('somebody is followed', () => me.follow(ines, jonas), { data: { following: true } });
  await check(
    'whom a user follows',
    () => me.following(ines, { max_results: 5 }),
    ({ data: [first] }) => first.id === jonas,
  );
  const followers = await check(
    'followers by pages',
    () => me.followers(jonas, { asPaginator: true, max_results: 1 }),
    ({ users: [first] }) => first.id === ines,
  );
  await check(
    'the next page of them',
    async () => (await followers.next()).users.length,
    (count) => count <= 1,
  );
  await check('and no more', () => me.unfollow(ines, jonas), { data: { following: false } });
  await check('somebody is muted', () => me.mute(ines, jonas), { data: { muting: true } });
  await check('who is muted', async () => (await me.userMutingUsers(ines)).users.map(({ id }) => id), [jonas]);
  await check('and no more muted', () => me.unmute(ines, jonas), { data: { muting: false } });
  await check(
    'who is blocked',
    async () => (await me.userBlockingUsers(ines)).users,
    (users) => Array.isArray(users),
  );

  // Posts.
  const publish = async (...parameters) => (await me.tweet(...parameters)).data.id;
  const first = await check(
    'a post',
    () => publish('The heron is back. #herons'),
    (id) => /^\d+$/.test(id),
  );
  const thread = await check(
    'a thread',
    () => me.tweetThread(['One', 'Two', { text: 'Three' }]),
    ({ length }) => length === 3,
  );
  await check(
    'its parts answer each other',
    () => app.singleTweet(thread[2].data.id, { 'tweet.fields': ['conversation_id', 'referenced_tweets'] }),
    { data: { conversation_id: thread[0].data.id, referenced_tweets: [{ type: 'replied_to', id: thread[1].data.id }] } },
  );
  const { data: reply } = await check(
    'a reply',
    () => other.reply('Lovely', first),
    ({ data: { text } }) => text.endsWith('Lovely'),
  );
  await check('it is hidden', () => me.hideReply(reply.id, true), { data: { hidden: true } });
  await check('it is shown again', () => me.hideReply(reply.id, false), { data: { hidden: false } });
  const { data: quote } = await check(
    'a quotation',
    () => other.quote('Look', first),
    ({ data: { text } }) => text.startsWith('Look'),
  );
  await check('who quotes a post', async () => (await app.quotes(first)).tweets.map(({ id }) => id), [quote.id]);
  await check(
    'a poll',
    () => publish({ text: 'Tea?', poll: { options: ['yes', 'no'], duration_minutes: 60 } }),
    (id) => /^\d+$/.test(id),
  );
  await check(
    'posts',
    () => app.tweets([first, '1'], { expansions: ['author_id'], 'tweet.fields': ['created_at', 'entities', 'public_metrics'] }),
    {
      data: [{ id: first, author_id: ines, entities: { hashtags: [{ tag: 'herons' }] } }],
      includes: { users: [{ id: ines }] },
      errors: [{ resource_id: '1' }],
    },
  );
  await check('a post is liked', () => other.like(tideWatch, first), { data: { liked: true } });
  await check('who likes it', () => me.tweetLikedBy(first), { data: [{ id: tideWatch }] });
  await check('what a user likes', async () => (await other.userLikedTweets(tideWatch)).tweets[0].id, first);
  await check('it is liked no more', () => other.unlike(tideWatch, first), { data: { liked: false } });
  await check('a post is reposted', () => other.retweet(tideWatch, first), { data: { retweeted: true } });
  await check('who reposts it', () => app.tweetRetweetedBy(first), { data: [{ id: tideWatch }] });
  await check(
    'who reposts it, by pages',
    async () => (await app.tweetRetweetedBy(first, { asPaginator: true })).users.map(({ id }) => id),
    [tideWatch],
  );
  await check('it is reposted no more', () => other.unretweet(tideWatch, first), { data: { retweeted: false } });
  await check('a post is kept', () => me.bookmark(first), { data: { bookmarked: true } });
  await check(
    'what is kept',
    async () => (await me.bookmarks()).tweets.map(({ id }) => id),
    ([id]) => id === first,
  );
  await check('it is kept no more', () => me.deleteBookmark(first), { data: { bookmarked: false } });

  // Timelines, by pages and as an iterator.
  const timeline = await check(
    'posts of a user',
    () => app.userTimeline(ines, { max_results: 5 }),
    ({ tweets, done }) => tweets.length === 5 && !done,
  );
  await check(
    'all posts of a user',
    async () => {
      const ids = new Set();
      for await (const { id } of timeline) ids.add(id);
      return ids.size;
    },
    (size) => size > 5,
  );
  await check(
    'mentions of a user',
    async () => {
      const mention = (await other.tweet('Hello @ines_b')).data.id;
      return [(await me.userMentionTimeline(ines)).tweets[0].id, mention];
    },
    ([found, mention]) => found === mention,
  );
  await check(
    'the home timeline',
    async () => (await me.homeTimeline({ max_results: 5 })).tweets.length,
    (count) => count > 0,
  );

  // Uploads.
  const image = await check(
    'a picture',
    () => me.uploadMedia(PNG, { media_type: 'image/png' }),
    (id) => /^\d+$/.test(id),
  );
  await check('its description', () => me.createMediaMetadata(image, { alt_text: { text: 'A heron' } }), { data: { id: image } });
  const pictured = await publish('With a picture', { media: { media_ids: [image] } });
  await check(
    'a post with it',
    () => app.singleTweet(pictured, { expansions: ['attachments.media_keys'], 'media.fields': ['alt_text', 'type', 'url', 'width'] }),
    { includes: { media: [{ type: 'photo', alt_text: 'A heron' }] } },
  );
  // Lists.
  const { data: list } = await check('a list', () => me.createList({ name: 'Birds', description: 'Those who watch', private: false }), {
    data: { name: 'Birds' },
  });
  await check('it is changed', () => me.updateList(list.id, { name: 'Herons' }), { data: { updated: true } });
  await check('it is read', () => app.list(list.id, { 'list.fields': ['owner_id', 'member_count'] }), {
    data: { name: 'Herons', owner_id: ines },
  });
  await check('somebody is added', () => me.addListMember(list.id, tideWatch), { data: { is_member: true } });
  await check('members', async () => (await app.listMembers(list.id)).users.map(({ id }) => id), [tideWatch]);
  await check(
    'posts of members',
    async () => (await app.listTweets(list.id)).tweets.length,
    (count) => count > 0,
  );
  await check(
    'lists that somebody is in',
    async () => (await app.listMemberships(tideWatch)).lists.map(({ id }) => id),
    (ids) => ids.includes(list.id),
  );
  await check('somebody is removed', () => me.removeListMember(list.id, tideWatch), { data: { is_member: false } });
  await check('a list is followed', () => other.subscribeToList(tideWatch, list.id), { data: { following: true } });
  await check('who follows it', async () => (await app.listFollowers(list.id)).users.map(({ id }) => id), [tideWatch]);
  await check(
    'lists that are followed',
    async () => (await app.listFollowed(tideWatch)).lists.map(({ id }) => id),
    (ids) => ids.includes(list.id),
  );
  await check('and no more', () => other.unsubscribeOfList(tideWatch, list.id), { data: { following: false } });
  await check('it is pinned', () => me.pinList(ines, list.id), { data: { pinned: true } });
  await check('and no more pinned', () => me.unpinList(ines, list.id), { data: { pinned: false } });
  await check(
    'lists of a user',
    async () => (await app.listsOwned(ines)).lists.map(({ id }) => id),
    (ids) => ids.includes(list.id),
  );
  await check('it is deleted', () => me.removeList(list.id), { data: { deleted: true } });

  // Direct messages.
  const { data: message } = await check(
    'a message',
    () => me.sendDmToParticipant(tideWatch, { text: 'Hello' }),
    ({ data }) => data.dm_event_id !== undefined,
  );
  await check(
    'one with a picture',
    async () =>
      me.sendDmInConversation(message.dm_conversation_id, {
        text: 'See',
        attachments: [{ media_id: await me.uploadMedia(PNG, { media_type: 'image/png', media_category: 'dm_image' }) }],
      }),
    {},
  );
  await act('change-user', { username: 'jholm_ferry', messages: true });
  const { data: group } = await check(
    'a group',
    () => me.createDmConversation({ conversation_type: 'Group', participant_ids: [tideWatch, jonas], message: { text: 'All' } }),
    ({ data }) => data.dm_event_id !== undefined,
  );
  await check('messages', async () => (await me.listDmEvents({ 'dm_event.fields': ['sender_id', 'dm_conversation_id'] })).events[0], {
    sender_id: ines,
  });
  await check(
    'messages with somebody',
    async () => (await me.listDmEventsWithParticipant(tideWatch)).events.map(({ text }) => text),
    (texts) => texts.includes('Hello'),
  );
  await check(
    'messages of a conversation',
    async () => (await other.listDmEventsOfConversation(group.dm_conversation_id)).events.map(({ text }) => text),
    (texts) => texts.includes('All'),
  );

  // The rest.
  await check('Spaces by their creators', () => app.spacesByCreators([tideWatch]), {});
  await check('Spaces that are found', () => app.searchSpaces({ query: 'tide', state: 'all' }), {});
  await check('communities that are found', () => me.searchCommunities('boats'), {});
  await check('how many posts were read', () => app.usage(), { data: { project_id: '27100001', project_cap: 1_000_000 } });
  const { data: job } = await check('a compliance job', () => app.sendComplianceJob({ type: 'tweets', ids: [first, '1'] }), {
    data: { status: 'created' },
  });
  await check('compliance jobs', async () => (await app.complianceJobs({ type: 'tweets' })).data.map(({ id }) => id), [job.id]);
  await check('one job', () => app.complianceJob(job.id), { data: { id: job.id } });
  await check('errors tell limits', () => me.tweet('x'.repeat(281)).catch(({ code, rateLimit }) => [code, rateLimit?.limit]), [400, 100]);
  await refused(
    'a post twice',
    async () => me.tweet('The heron is back. #herons'),
    ({ code, data }) => [code, data.title],
    [403, 'Forbidden'],
  );
  await refused(
    'a call that users alone may make',
    () => app.tweet('No'),
    ({ code, data }) => [code, data.title],
    [403, 'Unsupported Authentication'],
  );
  const film = await check(
    'a film, in parts',
    () => uploaded,
    (id) => /^\d+$/.test(id),
  );
  await check(
    'a post with the film',
    async () => app.singleTweet(await publish('With a film', { media: { media_ids: [film] } }), { expansions: ['attachments.media_keys'] }),
    { includes: { media: [{ type: 'video' }] } },
  );
  await check('a post is deleted', () => me.deleteTweet(first), { data: { deleted: true } });
  await check('a plain request', () => app.get('users/by/username/:username', {}, { params: { username: 'ines_b' } }), {
    data: { id: ines },
  });
});
