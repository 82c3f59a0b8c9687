// What test/services/samples.test.ts expects of the sample of each operation, sent as the reference prints it. docs/services.md shows it too.

/**
 * Operations whose examples answer a request for another post, by another caller or for other fields than the sample; the tests of posts have them.
 * The examples of streams have lines that come as it happens; the tests of streams have them.
 */
const OF_OTHER_REQUESTS: Readonly<Record<string, readonly string[]>> = {
  'b-microblog': [
    'getPost',
    'createPost',
    'listQuotePosts',
    'searchRecentPosts',
    'searchAllPosts',
    'countRecentPosts',
    'countAllPosts',
    'listUserPosts',
    'listUserMentions',
    'getHomeTimeline',
    'listLikedPosts',
    'listReposts',
    'listRepostedPosts',
    'listBookmarks',
    'createList',
    'listListPosts',
    'listFollowedLists',
    'listListMemberships',
    'listOwnedLists',
    'getList',
    'getNote',
    'getUsage',
    'listTrendsByPlace',
    'searchSpaces',
    'getCommunity',
    'searchCommunities',
    'listPersonalizedTrends',
    'listSpacePosts',
    'getSpace',
    'createComplianceJob',
    'getComplianceJob',
    'getRecentInsights',
    'getHistoricalInsights',
    'streamPostSample',
    'listFilteredStreamRules',
    'updateFilteredStreamRules',
    'countFilteredStreamRules',
    'streamPostSample10',
    'streamAllPosts',
    'streamEnglishPosts',
    'streamJapanesePosts',
    'streamKoreanPosts',
    'streamPortuguesePosts',
    'streamAllLikes',
    'streamLikeSample10',
    'streamPostCompliance',
    'streamPostLabels',
    'streamUserCompliance',
    'streamLikeCompliance',
    'listDirectMessageEvents',
    'listDirectMessageEventsWithUser',
    'listDirectMessageEventsOfConversation',
    'createDirectMessageConversation',
    'uploadMedia',
  ],
  'b-microblog-v1': [
    // What is sent is new.
    'sendDirectMessage',
    'createPost',
    'deletePost',
    'repostPost',
    'deleteFavorite',
    'searchPosts',
    'createPostWithMedia',
    'getPost',
    'embedPost',
    'getHomeTimeline',
    'getMentionsTimeline',
    'getUserTimeline',
    'listFavorites',
    'subscribeToList',
    'removeListMembers',
    'unsubscribeFromList',
    'listListSubscriptions',
    'removeListMember',
    'getListTimeline',
    'createList',
    'listLists',
    'getTrends',
    'listTrendLocations',
    'findClosestTrendLocations',
    'findPlacesAt',
    'searchPlaces',
    // Each answer has a token of its own.
    'findSimilarPlaces',
  ],
  // What is new has a number of its own.
  'g-messaging': [
    // Pavel's address is confirmed.
    'sendPreparedMessage',
    'createEmailMessage',
    'createSmsMessage',
    'createMobilePushMessage',
    'createViberMessage',
    'createTelegramMessage',
    'createAppInboxMessage',
    'searchSmsMessages',
    'searchViberMessages',
  ],
  // The seeds have both contacts already.
  'g-messaging-marketing': ['importContacts'],
};

/**
 * Samples that the service refuses, with the status: they act on what is another caller's, or on what the story does not have. The tests of the
 * service call these operations otherwise.
 */
const REFUSED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'b-microblog': {
    // The conversations of the story are not the caller's.
    hideReply: 403,
    // The application has no rule.
    openFilteredStream: 409,
  },
};

/** What the sample gets: the `shown` answer, `another` answer of success, or the status of a refusal. */
export function sampleOutcome(document: string, operation: string): 'shown' | 'another' | number {
  const refused = REFUSED[document]?.[operation];
  if (refused !== undefined) return refused;
  return OF_OTHER_REQUESTS[document]?.includes(operation) === true ? 'another' : 'shown';
}
