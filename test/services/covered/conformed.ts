// What test/services/conform.test.ts runs `octavo conform` on, with the operations that it leaves out. docs/services.md shows them too.

import type { ConformSettings } from '../../../generator/conform/contract/settings.ts';
import { tokens } from '../../../services/a-identity/seed.ts';
import { apps as microblogApps, tokens as microblogTokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOURS } from '../../../services/b-microblog/seeds/lists.ts';
import { BRIEFING_GROUP } from '../../../services/b-microblog/seeds/messages.ts';
import { HARBOUR, INES, JONAS, TIDE_WATCH } from '../../../services/b-microblog/seeds/people.ts';
import { WARNING } from '../../../services/b-microblog/seeds/posts.ts';
import { COURSE } from '../../../services/b-microblog/seeds/rooms.ts';
import { SUBTITLES, VIDEO } from '../../../services/b-microblog/seeds/uploads.ts';
import { keys as controllerKeys } from '../../../services/c-controller/seed.ts';
import { apps } from '../../../services/d-events/seed.ts';
import { tokens as schedulingTokens } from '../../../services/e-scheduling/seed.ts';
import { keys as instalmentsKeys } from '../../../services/f-instalments/seeds/seed.ts';
import { users as messagingUsers } from '../../../services/g-messaging/seeds/credentials.ts';
import { keys } from '../../../services/h-email/seed.ts';
import type { ServiceName } from '../../../services/index.ts';

const SCHEDULING = 'https://scheduling.example.com/api/v2';
const SCHOOL = `${SCHEDULING}/organizations/NGHCEBDAFHBDCAGE`;
const FELIX = `${SCHEDULING}/users/FBGCHADEFCBHGADE`;
const LESSON = `${SCHEDULING}/event_types/LFEHBADGCHFBEGDA`;
/** The lists of the scheduling service, and the URIs in their queries. */
const SCHEDULING_LISTS: readonly (readonly [operation: string, query: object])[] = [
  ['listMemberships', { user: FELIX }],
  ['listInvitations', {}],
  ['listEventTypes', { user: FELIX, organization: SCHOOL }],
  ['listSchedulingLinks', { owner: LESSON }],
  ['listScheduledEvents', { user: FELIX, organization: SCHOOL }],
  ['listInvitees', {}],
  ['listRoutingForms', { organization: SCHOOL }],
  ['listRoutingFormSubmissions', {}],
  ['listWebhookSubscriptions', { user: FELIX, organization: SCHOOL }],
];

const MESSAGING = { given: { basic: messagingUsers.papaver }, other: { basic: messagingUsers.harbour } };

export interface Conformed {
  readonly service: ServiceName;
  readonly document: string;
  readonly settings: ConformSettings;
  /** Operations that are not called, each with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** How many requests an operation gets at least, where many operations take nothing that could differ. */
  readonly fewest?: number;
}

const READ_FIRST = { query: { pagination_token: undefined } };
/** Without an end, which could be before the start. */
const READ_SPAN = { query: { pagination_token: undefined, end_time: undefined } };
const ENDLESS = { query: { end_time: undefined } };
/** A query that can be read, and times that are not older than what is searched. */
const SEARCH = { query: { query: 'storm', next_token: undefined, start_time: undefined, end_time: undefined } };
const OWN = { path: { id: INES } };
const PLAIN_POST = {
  text: 'The tide turns.',
  edit_options: undefined,
  reply: undefined,
  media: undefined,
  poll: undefined,
  quote_tweet_id: undefined,
  community_id: undefined,
  direct_message_deep_link: undefined,
  geo: undefined,
};
const NOTHING_ELSE = { media_ids: undefined, place_id: undefined, lat: undefined, long: undefined, in_reply_to_status_id: undefined };
const JONAS_BODY = { body: { user_id: JONAS, screen_name: undefined } };

export const CONFORMED: readonly Conformed[] = [
  {
    service: 'a-identity',
    document: 'a-identity',
    settings: {
      credentials: {
        given: { oauth2: tokens.allScopes },
        other: { oauth2: tokens.emailOnly },
        unscoped: { oauth2: tokens.noScopes },
      },
      overrides: { operations: { introspectToken: { query: { access_token: tokens.allScopes } } } },
    },
  },
  {
    service: 'b-microblog',
    document: 'b-microblog',
    leftOut: {
      deletePost: 'A post can be deleted once.',
      hideReply: 'The caller has started no conversation.',
      deleteList: 'A list can be deleted once.',
      openFilteredStream: 'It needs a rule, and what a request adds is gone with the next reset.',
      createComplianceJob: 'One job of a type runs at a time.',
      deleteDirectMessageEvent: 'A message can be deleted once.',
    },
    settings: {
      credentials: { given: { bearer: microblogApps.pro.bearer, oauth2: microblogTokens.ines } },
      // The document cannot say that a path begins with the caller, which page tokens belong to a list, and which users there are.
      overrides: {
        parameters: { source_user_id: INES, target_user_id: JONAS },
        operations: {
          listFollowers: READ_FIRST,
          listFollowedUsers: READ_FIRST,
          searchUsers: { query: { next_token: undefined } },
          listMutedUsers: { ...OWN, ...READ_FIRST },
          listBlockedUsers: { ...OWN, ...READ_FIRST },
          followUser: { ...OWN, body: { target_user_id: JONAS } },
          muteUser: { ...OWN, body: { target_user_id: JONAS } },
          // What a post refers to must be there, and a text is published once.
          createPost: { body: PLAIN_POST },
          listQuotePosts: READ_FIRST,
          searchRecentPosts: SEARCH,
          // More than 100 posts have no annotations.
          searchAllPosts: { query: { ...SEARCH.query, max_results: 100 } },
          countRecentPosts: SEARCH,
          countAllPosts: SEARCH,
          listUserPosts: READ_SPAN,
          listUserMentions: READ_SPAN,
          getHomeTimeline: { ...OWN, ...READ_SPAN },
          listLikedPosts: READ_FIRST,
          listLikingUsers: READ_FIRST,
          createLike: { ...OWN, body: { tweet_id: WARNING } },
          deleteLike: OWN,
          listReposts: READ_FIRST,
          listRepostingUsers: READ_FIRST,
          listRepostedPosts: READ_FIRST,
          createRepost: { ...OWN, body: { tweet_id: WARNING } },
          deleteRepost: OWN,
          listListMembers: READ_FIRST,
          listListFollowers: READ_FIRST,
          listListPosts: READ_FIRST,
          listOwnedLists: READ_FIRST,
          listListMemberships: READ_FIRST,
          listFollowedLists: READ_FIRST,
          followList: { ...OWN, body: { list_id: HARBOURS } },
          unfollowList: OWN,
          listPinnedLists: OWN,
          pinList: { ...OWN, body: { list_id: HARBOURS } },
          unpinList: OWN,
          listBookmarks: { ...OWN, ...READ_FIRST },
          createBookmark: { ...OWN, body: { tweet_id: WARNING } },
          deleteBookmark: OWN,
          listBookmarkFolders: { ...OWN, ...READ_FIRST },
          listSpaceBuyers: { path: { id: COURSE }, ...READ_FIRST },
          searchCommunities: { query: { next_token: undefined, pagination_token: undefined } },
          // The document cannot say that the end is after the start.
          getHistoricalInsights: { query: { start_time: '2026-11-18T00:00:00Z', end_time: '2026-11-20T00:00:00Z' } },
          listFilteredStreamRules: READ_FIRST,
          streamPostSample10: ENDLESS,
          streamAllPosts: ENDLESS,
          streamEnglishPosts: ENDLESS,
          streamJapanesePosts: ENDLESS,
          streamKoreanPosts: ENDLESS,
          streamPortuguesePosts: ENDLESS,
          streamAllLikes: ENDLESS,
          streamLikeSample10: ENDLESS,
          streamPostCompliance: ENDLESS,
          streamPostLabels: ENDLESS,
          streamUserCompliance: ENDLESS,
          streamLikeCompliance: ENDLESS,
          listTrendsByPlace: { path: { woeid: 554902 } },
          // Who starts a group is not among the others, and an attachment must be an upload of the caller.
          createDirectMessageConversation: {
            body: { conversation_type: 'Group', participant_ids: [TIDE_WATCH, HARBOUR], message: { text: 'Tonight?' } },
          },
          sendDirectMessageToConversation: {
            path: { dm_conversation_id: BRIEFING_GROUP },
            body: { text: 'Tonight?', attachments: undefined },
          },
          sendDirectMessage: { path: { participant_id: TIDE_WATCH }, body: { text: 'Tonight?', attachments: undefined } },
          listDirectMessageEvents: READ_FIRST,
          listDirectMessageEventsWithUser: READ_FIRST,
          listDirectMessageEventsOfConversation: { path: { id: BRIEFING_GROUP }, ...READ_FIRST },
          blockDirectMessages: { path: { id: JONAS } },
          unblockDirectMessages: { path: { id: JONAS } },
          // Each step needs other parameters, and the other two an upload that has begun.
          uploadMedia: {
            query: {
              command: 'INIT',
              total_bytes: 812_304,
              media_type: 'image/png',
              media_category: 'tweet_image',
              additional_owners: undefined,
            },
          },
          getMediaUploadStatus: { query: { media_id: VIDEO } },
          setMediaMetadata: { body: { id: VIDEO } },
          addMediaSubtitles: { body: { id: VIDEO, media_category: 'TweetVideo', subtitles: { id: SUBTITLES, language_code: 'DA' } } },
          deleteMediaSubtitles: { body: { id: VIDEO, media_category: 'TweetVideo', language_code: 'DA' } },
          listBookmarkFolderPosts: { path: { id: INES, folder_id: '1990000000000000601' } },
        },
      },
    },
  },
  {
    service: 'b-microblog',
    document: 'b-microblog-v1',
    leftOut: {
      createPostWithMedia: 'No example has the bytes of a picture.',
      deletePost: 'A post can be deleted once.',
      repostPost: 'A post can be reposted once.',
      createFavorite: 'A post can be marked once.',
      deleteFavorite: 'A mark can be removed once.',
      updateFriendship: 'A block before it has ended the follow.',
      createPlace: 'A token is for one name at one location.',
      deleteDirectMessage: 'A message can be deleted once.',
    },
    fewest: 10,
    settings: {
      overrides: {
        operations: {
          createPost: { body: { status: 'The tide turns.', attachment_url: undefined, ...NOTHING_ELSE } },
          // A query must be one that can be read, and a location one of the earth.
          searchPosts: { query: { q: 'storm', geocode: undefined } },
          // Nothing is uploaded.
          updateProfileBackgroundImage: { body: { media_id: undefined, use: false } },
          getTrends: { query: { id: 554902 } },
          findClosestTrendLocations: { query: { lat: 56.45, long: 8.28 } },
          embedPost: { query: { url: undefined } },
          createFriendship: JONAS_BODY,
          deleteFriendship: JONAS_BODY,
          createBlock: JONAS_BODY,
          deleteBlock: JONAS_BODY,
          reportUser: JONAS_BODY,
          getUser: { query: { user_id: JONAS } },
          getFriendship: { query: { source_id: undefined, source_screen_name: undefined, target_id: JONAS } },
          // Places are not everywhere, and a token is for one name at one location.
          findPlacesAt: { query: { lat: 56.45, long: 8.28, accuracy: '500ft' } },
          searchPlaces: { query: { lat: 56.45, long: 8.28, ip: undefined, accuracy: undefined, contained_within: undefined } },
          findSimilarPlaces: { query: { contained_within: undefined } },
          sendDirectMessage: { body: { user_id: JONAS, screen_name: undefined, text: 'Tonight?' } },
          updateAccountSettings: { body: { trend_location_woeid: 554902, time_zone: 'Copenhagen', lang: 'en' } },
        },
      },
    },
  },
  {
    service: 'c-controller',
    document: 'c-controller',
    settings: {
      credentials: {
        given: { key: { username: controllerKeys.readWrite.id, password: controllerKeys.readWrite.value } },
        unscoped: { key: { username: controllerKeys.readOnly.id, password: controllerKeys.readOnly.value } },
      },
      // A range must be in the table, whose length the document does not know.
      overrides: {
        parameters: { index: 2 },
        operations: {
          ...rangesOf(['readInt32Table', 'readInt64Table', 'readInt64TableAsString', 'readFloatTable', 'readStringTable'], {
            numElements: 3,
          }),
          ...rangesOf(['writeInt32Table', 'writeInt64Table', 'writeInt64TableAsString', 'writeFloatTable', 'writeStringTable'], {}),
        },
      },
    },
  },
  {
    service: 'd-events',
    document: 'd-events',
    settings: {
      credentials: { given: { signedQuery: apps.stadium }, other: { signedQuery: apps.quiet } },
      // A fact that a channel does not have is refused with 400, and which it has follows from its name.
      overrides: {
        parameters: { app_id: apps.stadium.id },
        operations: {
          listChannels: { query: { filter_by_prefix: 'presence-', info: ['user_count'] } },
          getChannel: { path: { channel_name: 'presence-cache-scores' }, query: { info: ['user_count', 'cache'] } },
          listChannelUsers: { path: { channel_name: 'presence-stand-west' } },
        },
      },
    },
  },
  {
    service: 'e-scheduling',
    document: 'e-scheduling',
    settings: {
      credentials: { given: { personalToken: schedulingTokens.owner }, other: { personalToken: schedulingTokens.stranger } },
      // The document can say neither which kind of resource a URI is of, nor which page tokens belong to a list.
      overrides: {
        operations: {
          ...Object.fromEntries(SCHEDULING_LISTS.map(([operation, query]) => [operation, { query: { page_token: undefined, ...query } }])),
          createSchedulingLink: { body: { owner: LESSON, owner_type: 'EventType' } },
          // Nor that submissions of routing forms need the scope organization.
          createWebhookSubscription: {
            body: { url: 'https://office.example/hooks', organization: SCHOOL, user: FELIX, scope: 'user', events: ['invitee.created'] },
          },
        },
      },
    },
  },
  {
    service: 'f-instalments',
    document: 'f-instalments',
    settings: {
      credentials: { given: { InstalmentsAuth: instalmentsKeys.fernAndOak }, other: { InstalmentsAuth: instalmentsKeys.saltWind } },
    },
  },
  {
    service: 'g-messaging',
    document: 'g-messaging',
    settings: { credentials: MESSAGING },
    fewest: 10,
  },
  {
    service: 'g-messaging',
    document: 'g-messaging-marketing',
    settings: {
      credentials: MESSAGING,

      waivers: [
        { check: 'idempotent-methods', operation: 'deleteContact', reason: 'The record has 400 for a contact that does not exist.' },
      ],
    },
    fewest: 10,
  },
  {
    service: 'h-email',
    document: 'h-email',
    settings: {
      credentials: { given: { apiKey: keys.starter }, other: { apiKey: keys.free } },
      overrides: { operations: { searchDomain: { query: { company: 'Brightloaf' } } } },
    },
  },
];

function rangesOf(operations: readonly string[], rest: object): Record<string, { query: object }> {
  return Object.fromEntries(operations.map((operation) => [operation, { query: { startIndex: 1, ...rest } }]));
}
