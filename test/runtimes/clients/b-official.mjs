// Goes through the calls of version 2 of the microblogging service by the client of those who run the original: logins, posts, uploads, lists,
// messages.

import { Client, generateCodeChallenge, generateCodeVerifier, OAuth1, OAuth2 } from '@xdevplatform/xdk';
import { consent, drive } from './checks.mjs';
import { mp4, PEOPLE, PNG } from './samples.mjs';

const { ines, tideWatch, jonas } = PEOPLE;
const FIXED = 'https://api.x.com';

await drive(async ({ url, older, apps, tokens, redirect, check, refused, act }) => {
  const baseUrl = url.replace(/\/$/, '');
  // The addresses of logins are not among its options.
  const send = globalThis.fetch;
  globalThis.fetch = (target, init) => {
    const origin = String(target).startsWith(`${FIXED}/oauth/`) ? new URL(older).origin : baseUrl;
    return send(String(target).replace(FIXED, origin), init);
  };
  const open = (accessToken) => new Client({ baseUrl, accessToken });
  const me = open(tokens.ines);
  const other = open(tokens.tideWatch);
  const app = new Client({ baseUrl, bearerToken: apps.pro.bearer });

  // Logins.
  const login = async (credentials) => {
    const client = new OAuth2({ redirectUri: redirect, scope: ['tweet.read', 'users.read', 'offline.access'], ...credentials });
    const verifier = generateCodeVerifier();
    await client.setPkceParameters(verifier, await generateCodeChallenge(verifier));
    const page = new URL(`/2/oauth2/authorize${new URL(await client.getAuthorizationUrl('a state')).search}`, url);
    const back = (await consent(page, ines)).searchParams;
    return { client, state: back.get('state'), ...(await client.exchangeCode(back.get('code'), verifier)) };
  };
  const granted = await check('a user logs in to a public client', () => login({ clientId: apps.pro.client }), {
    state: 'a state',
    token_type: 'bearer',
    expires_in: 7200,
  });
  await check('its token is that of the user', () => open(granted.access_token).users.getMe(), { data: { id: ines, username: 'ines_b' } });
  await check(
    'a token is refreshed',
    () => granted.client.refreshToken(granted.refresh_token),
    ({ access_token }) => access_token !== granted.access_token,
  );
  await check(
    'a user logs in to a confidential client',
    () => login({ clientId: apps.basic.client, clientSecret: apps.basic.clientSecret }),
    { expires_in: 7200 },
  );
  const [apiKey, apiSecret] = apps.pro.consumer;
  const signed = new OAuth1({ apiKey, apiSecret, callback: redirect });
  await check(
    'a user logs in by OAuth 1.0a',
    async () => {
      await signed.getRequestToken();
      const back = await consent(new URL(`/oauth/authorize${new URL(signed.getAuthorizationUrl()).search}`, older), ines);
      return signed.getAccessToken(back.searchParams.get('oauth_verifier'));
    },
    ({ accessToken, accessTokenSecret }) => accessToken.startsWith(ines) && accessTokenSecret !== null,
  );

  // People.
  await check('the current user', () => me.users.getMe({ userFields: ['created_at', 'public_metrics'] }), {
    data: { id: ines, publicMetrics: {} },
  });
  await check('a user', () => app.users.getById(tideWatch, { expansions: ['pinned_tweet_id'] }), {
    data: { username: 'tidewatch' },
    includes: { tweets: [{}] },
  });
  await check('a user by name', () => app.users.getByUsername('ines_b'), { data: { id: ines } });
  await check('users', () => app.users.getByIds([ines, tideWatch]), { data: [{ id: ines }, { id: tideWatch }] });
  await check('users by name', () => app.users.getByUsernames(['ines_b', 'nobody_here']), {
    data: [{ id: ines }],
    errors: [{ title: 'Not Found Error' }],
  });
  await check('users that are found', () => me.users.search('tide'), { data: [{ id: tideWatch }] });
  await check('somebody is followed', () => me.users.followUser(ines, { targetUserId: jonas }), { data: { following: true } });
  await check(
    'whom a user follows',
    () => app.users.getFollowing(ines, { maxResults: 5 }),
    ({ data: [first] }) => first.id === jonas,
  );
  await check(
    'who follows a user',
    () => app.users.getFollowers(jonas),
    ({ data: [first] }) => first.id === ines,
  );
  await check('and no more', () => me.users.unfollowUser(ines, jonas), { data: { following: false } });
  await check('somebody is muted', () => me.users.muteUser(ines, { targetUserId: jonas }), { data: { muting: true } });
  await check('who is muted', () => me.users.getMuting(ines), { data: [{ id: jonas }] });
  await check('and no more muted', () => me.users.unmuteUser(ines, jonas), { data: { muting: false } });
  await check('who is blocked', () => me.users.getBlocking(ines), {});
  await check('messages of somebody are refused', () => me.users.blockDms(jonas), { data: { blocked: true } });
  await check('and taken again', () => me.users.unblockDms(jonas), { data: { blocked: false } });

  // Posts.
  const publish = async (body) => (await me.posts.create(body)).data.id;
  const first = await check(
    'a post',
    () => publish({ text: 'The heron is back. #herons' }),
    (id) => /^\d+$/.test(id),
  );
  const answer = await check(
    'a reply',
    async () => (await other.posts.create({ text: 'Lovely', reply: { inReplyToTweetId: first } })).data.id,
    (id) => /^\d+$/.test(id),
  );
  await check('it is hidden', () => me.posts.hideReply(answer, { hidden: true }), { data: { hidden: true } });
  const quote = await check(
    'a quotation',
    async () => (await other.posts.create({ text: 'Look', quoteTweetId: first })).data.id,
    (id) => /^\d+$/.test(id),
  );
  await check('who quotes a post', () => app.posts.getQuoted(first), { data: [{ id: quote }] });
  await check(
    'a poll',
    () => publish({ text: 'Tea?', poll: { options: ['yes', 'no'], durationMinutes: 60 } }),
    (id) => /^\d+$/.test(id),
  );
  await check('a post is read', () => app.posts.getById(first, { postFields: ['entities', 'public_metrics'], expansions: ['author_id'] }), {
    data: { entities: { hashtags: [{ tag: 'herons' }] } },
    includes: { users: [{ id: ines }] },
  });
  await check('posts are read', () => app.posts.getByIds([first, '1']), { data: [{ id: first }], errors: [{ resourceId: '1' }] });
  await check('a post is liked', () => other.users.likePost(tideWatch, { tweetId: first }), { data: { liked: true } });
  await check('who likes it', () => me.posts.getLikingUsers(first), { data: [{ id: tideWatch }] });
  await check('what a user likes', () => other.users.getLikedPosts(tideWatch), { data: [{ id: first }] });
  await check('it is liked no more', () => other.users.unlikePost(tideWatch, first), { data: { liked: false } });
  await check('a post is reposted', () => other.users.repostPost(tideWatch, { tweetId: first }), { data: { retweeted: true } });
  await check('who reposts it', () => app.posts.getRepostedBy(first), { data: [{ id: tideWatch }] });
  await check(
    'its reposts',
    () => app.posts.getReposts(first),
    ({ data }) => data.length === 1,
  );
  await check(
    'what others repost of a user',
    () => me.users.getRepostsOfMe(),
    ({ data }) => data.some(({ id }) => id === first),
  );
  await check('it is reposted no more', () => other.users.unrepostPost(tideWatch, first), { data: { retweeted: false } });
  await check('a post is kept', () => me.users.createBookmark(ines, { tweetId: first }), { data: { bookmarked: true } });
  await check(
    'what is kept',
    () => me.users.getBookmarks(ines),
    ({ data }) => data.some(({ id }) => id === first),
  );
  await check('folders of what is kept', () => me.users.getBookmarkFolders(ines), {});
  await check('it is kept no more', () => me.users.deleteBookmark(ines, first), { data: { bookmarked: false } });
  await check(
    'posts of a user',
    () => app.users.getPosts(ines, { maxResults: 5 }),
    ({ data, meta }) => data.length === meta.resultCount && data.some(({ id }) => id === first),
  );
  await check(
    'the home timeline',
    () => me.users.getTimeline(ines, { maxResults: 5 }),
    ({ data }) => data.length > 0,
  );
  await check('mentions of a user', () => app.users.getMentions(ines), {});

  // Uploads.
  const image = await check(
    'a picture, in one request',
    async () => (await me.media.upload({ media: PNG.toString('base64'), mediaCategory: 'tweet_image' })).data.id,
    (id) => /^\d+$/.test(id),
  );
  await check('its description', () => me.media.createMetadata({ id: image, metadata: { altText: { text: 'A heron' } } }), {
    data: { id: image },
  });
  const pictured = await publish({ text: 'With a picture', media: { mediaIds: [image] } });
  await check(
    'a post with it',
    () => app.posts.getById(pictured, { expansions: ['attachments.media_keys'], mediaFields: ['alt_text', 'type'] }),
    { includes: { media: [{ type: 'photo', altText: 'A heron' }] } },
  );
  const film = mp4(300_000);
  const { data: upload } = await check(
    'an upload in parts',
    () => me.media.initializeUpload({ mediaType: 'video/mp4', mediaCategory: 'tweet_video', totalBytes: film.length }),
    ({ data }) => data.id !== undefined,
  );
  for (const index of [0, 1, 2])
    await check(
      `part ${index}`,
      () =>
        me.media.appendUpload(upload.id, {
          media: film.subarray(index * 100_000, (index + 1) * 100_000).toString('base64'),
          segmentIndex: index,
        }),
      ({ data }) => data.expiresAt > 0,
    );
  await check('its end', () => me.media.finalizeUpload(upload.id), { data: { id: upload.id } });
  await check(
    'how far it is',
    () => me.media.getUploadStatus(upload.id, { command: 'STATUS' }),
    ({ data }) => ['pending', 'in_progress', 'succeeded'].includes(data.processingInfo.state),
  );

  // Lists.
  const list = await check(
    'a list',
    async () => (await me.lists.create({ name: 'Birds', description: 'Those who watch' })).data.id,
    (id) => /^\d+$/.test(id),
  );
  await check('it is changed', () => me.lists.update(list, { name: 'Herons' }), { data: { updated: true } });
  await check('it is read', () => app.lists.getById(list, { listFields: ['owner_id'] }), { data: { name: 'Herons', ownerId: ines } });
  await check('somebody is added', () => me.lists.addMember(list, { userId: tideWatch }), { data: { isMember: true } });
  await check('members', () => app.lists.getMembers(list), { data: [{ id: tideWatch }] });
  await check(
    'posts of members',
    () => app.lists.getPosts(list),
    ({ data }) => data.length > 0,
  );
  await check(
    'lists that somebody is in',
    () => app.users.getListMemberships(tideWatch),
    ({ data }) => data.some(({ id }) => id === list),
  );
  await check('somebody is removed', () => me.lists.removeMemberByUserId(list, tideWatch), { data: { isMember: false } });
  await check('a list is followed', () => other.users.followList(tideWatch, { listId: list }), { data: { following: true } });
  await check('who follows it', () => app.lists.getFollowers(list), { data: [{ id: tideWatch }] });
  await check(
    'lists that are followed',
    () => app.users.getFollowedLists(tideWatch),
    ({ data }) => data.some(({ id }) => id === list),
  );
  await check('and no more', () => other.users.unfollowList(tideWatch, list), { data: { following: false } });
  await check('it is pinned', () => me.users.pinList(ines, { listId: list }), { data: { pinned: true } });
  await check('what is pinned', () => me.users.getPinnedLists(ines), { data: [{ id: list }] });
  await check('and no more pinned', () => me.users.unpinList(ines, list), { data: { pinned: false } });
  await check(
    'lists of a user',
    () => app.users.getOwnedLists(ines),
    ({ data }) => data.some(({ id }) => id === list),
  );
  await check('it is deleted', () => me.lists.delete(list), { data: { deleted: true } });

  // Direct messages.
  const { data: message } = await check(
    'a message',
    () => me.directMessages.createByParticipantId(tideWatch, { text: 'Hello' }),
    ({ data }) => data.dmEventId !== undefined,
  );
  await check(
    'another in the conversation',
    () => me.directMessages.createByConversationId(message.dmConversationId, { text: 'Again' }),
    ({ data }) => data.dmConversationId === message.dmConversationId,
  );
  await act('change-user', { username: 'jholm_ferry', messages: true });
  const { data: group } = await check(
    'a group',
    () => me.directMessages.createConversation({ conversationType: 'Group', participantIds: [tideWatch, jonas], message: { text: 'All' } }),
    ({ data }) => data.dmEventId !== undefined,
  );
  await check(
    'messages',
    () => me.directMessages.getEvents({ dmEventFields: ['sender_id'], maxResults: 5 }),
    ({ data: [{ senderId }] }) => senderId === ines,
  );
  await check(
    'messages with somebody',
    () => me.directMessages.getEventsByParticipantId(tideWatch),
    ({ data }) => data.some(({ text }) => text === 'Hello'),
  );
  await check(
    'messages of a conversation',
    () => other.directMessages.getEventsByConversationId(group.dmConversationId),
    ({ data }) => data.some(({ text }) => text === 'All'),
  );
  await check('one message', () => me.directMessages.getEventsById(message.dmEventId), { data: { text: 'Hello' } });
  await check('it is deleted, too', () => me.directMessages.deleteEvents(message.dmEventId), { data: { deleted: true } });

  // The rest.
  await check('Spaces by their creators', () => app.spaces.getByCreatorIds([tideWatch]), {});
  await check('Spaces that are found', () => app.spaces.search('tide', { state: 'all' }), {});
  await check('communities that are found', () => me.communities.search('boats'), {});
  await check('trends of a place', () => app.trends.getByWoeid(1), {});
  await check('trends for a user', () => me.trends.getPersonalized(), {});
  await check('how many posts were read', () => app.usage.get(), { data: { projectId: '27100001' } });
  const job = await check(
    'a compliance job',
    async () => (await app.compliance.createJobs({ type: 'tweets', name: 'All' })).data.id,
    (id) => id !== undefined,
  );
  await check(
    'compliance jobs',
    () => app.compliance.getJobs('tweets'),
    ({ data }) => data.some(({ id }) => id === job),
  );
  await check('one job', () => app.compliance.getJobsById(job), { data: { id: job } });
  await check('how many rules there are', () => app.stream.getRuleCounts(), { data: {} });
  await check(
    'the description',
    () => app.general.getOpenApiSpec(),
    ({ openapi }) => openapi.startsWith('3.'),
  );
  await check('all connections are closed', () => app.connections.deleteAll(), {});
  const told = ({ status, data }) => [status, data?.title];
  await refused('a post that is too long', () => publish({ text: 'x'.repeat(281) }), told, [400, 'Invalid Request']);
  await refused('a post twice', () => publish({ text: 'The heron is back. #herons' }), told, [403, 'Forbidden']);
  await refused('an unknown token', () => open('ut-unknown').users.getMe(), told, [401, 'Unauthorized']);
  await check('a post is deleted', () => me.posts.delete(first), { data: { deleted: true } });
});
