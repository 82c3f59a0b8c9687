// Why something cannot be done, and what each version answers to it: one table for both documents.

import { type RefusalFacts, refuse } from '@octavo/runtime';

type Refusal = readonly [status: number, facts: RefusalFacts];

interface Answers {
  readonly v2: Refusal;
  readonly v1: Refusal;
}

const invalid = (detail: string): Refusal => [400, { kind: 'invalid-request', detail }];

/** @param pointer to the invalid part of the request, by the words of the runtime: `/body/text` */
const invalidAt = (pointer: string, detail: string): Refusal => [400, { kind: 'invalid-request', pointer, detail }];

const REASONS = {
  'no-user': { v2: invalid('There is no such user.'), v1: [404, { code: 50 }] },
  suspended: { v2: invalid('There is no such user.'), v1: [403, { code: 63 }] },
  'no-match': { v2: invalid('There is no such user.'), v1: [404, { code: 17 }] },
  self: { v2: invalid('The other user must not be the caller.'), v1: [403, { detail: 'You cannot do this to yourself.' }] },
  'self-report': { v2: invalid('The other user must not be the caller.'), v1: [403, { code: 36 }] },
  blocked: { v2: [403, { detail: 'The user blocks you.' }], v1: [403, { detail: 'The user blocks you.' }] },
  blocking: { v2: [403, { detail: 'You block the user.' }], v1: [403, { detail: 'You block the user.' }] },
  'asked-before': { v2: [403, { detail: 'You have already asked to follow this user.' }], v1: [403, { code: 160 }] },
  'not-following': { v2: [403, { detail: 'You do not follow the user.' }], v1: [403, { detail: 'You do not follow the user.' }] },
  hidden: { v2: [403, { code: 'not-authorized-for-resource' }], v1: [403, { detail: 'The user is protected.' }] },
  'no-post': { v2: invalid('There is no such post.'), v1: [404, { code: 144 }] },
  'hidden-post': { v2: [403, { code: 'not-authorized-for-resource', detail: 'You may not see this post.' }], v1: [403, { code: 179 }] },
  'suspended-author': { v2: invalid('There is no such post.'), v1: [403, { code: 63 }] },
  'liked-before': { v2: invalid('You like this post.'), v1: [403, { code: 139 }] },
  'reposted-before': { v2: invalid('You have reposted this post.'), v1: [403, { code: 327 }] },
  'no-folder': { v2: invalid('You have no such folder.'), v1: [404, {}] },
  'not-own': { v2: [403, { detail: 'The post is not yours.' }], v1: [403, { detail: 'The post is not yours.' }] },
  'no-reply': { v2: invalid('The post is not a reply.'), v1: [403, { detail: 'The post is not a reply.' }] },
  'not-your-conversation': {
    v2: [403, { detail: 'Somebody else has started this conversation.' }],
    v1: [403, { detail: 'Somebody else has started this conversation.' }],
  },
  'too-many-hidden': {
    v2: [403, { detail: 'As many replies of the conversation are hidden as can be.' }],
    v1: [403, { detail: 'As many replies of the conversation are hidden as can be.' }],
  },
  'protected-post': {
    v2: [403, { detail: 'Posts of protected users cannot be reposted.' }],
    v1: [403, { detail: 'Posts of protected users cannot be reposted.' }],
  },
  'blank-text': { v2: invalidAt('/body/text', 'The text is empty.'), v1: [403, { code: 38, detail: 'The status is empty.' }] },
  'wrong-character': {
    v2: invalidAt('/body/text', 'The text has a character that no post can have.'),
    v1: [400, { detail: 'The status has a character that no post can have.' }],
  },
  'long-text': { v2: invalidAt('/body/text', 'The text is too long.'), v1: [403, { code: 186 }] },
  'same-text': { v2: [403, { detail: 'You have just published the same text.' }], v1: [403, { code: 187 }] },
  'no-replied': {
    v2: invalidAt('/body/reply/in_reply_to_tweet_id', 'The post to reply to is deleted or hidden from you.'),
    v1: [403, { code: 385 }],
  },
  'blocked-reply': { v2: [403, { detail: 'The author of the post to reply to blocks you.' }], v1: [403, { code: 385 }] },
  'limited-replies': { v2: [403, { detail: 'The author limits who may reply.' }], v1: [403, { code: 433 }] },
  'no-quoted': {
    v2: invalidAt('/body/quote_tweet_id', 'The post to quote is deleted or hidden from you.'),
    v1: [400, { code: 44, detail: 'The post to quote is deleted or hidden from you.' }],
  },
  'two-attachments': { v2: invalidAt('/body', 'A post has either files or a quote.'), v1: [403, { code: 386 }] },
  'no-media': {
    v2: invalidAt('/body/media/media_ids', 'A file is not there, is not yours, or has expired.'),
    v1: [400, { code: 324, detail: 'A file is not there, is not yours, or has expired.' }],
  },
  'no-photo': { v2: invalid('This is no picture.'), v1: [400, { code: 324, detail: 'The file is not a PNG, JPEG or GIF.' }] },
  'two-pictures': { v2: invalid('There are two pictures.'), v1: [400, { code: 324, detail: 'Give either image or media_id.' }] },
  'large-photo': {
    v2: invalid('The picture is too large.'),
    v1: [400, { code: 324, detail: 'The picture is larger than 5 megabytes.' }],
  },
  'no-room': {
    v2: invalidAt('/body/media', 'The sandbox has no room for the file.'),
    v1: [400, { code: 324, detail: 'The sandbox has no room for the file.' }],
  },
  'mixed-media': {
    v2: invalidAt('/body/media/media_ids', 'A post has up to four different photos, or one video or animation.'),
    v1: [400, { code: 324, detail: 'A post has up to four different photos, or one video or animation.' }],
  },
  'no-tagged': { v2: invalidAt('/body/media/tagged_user_ids', 'A user is not there.'), v1: [400, {}] },
  'no-such-place': { v2: invalidAt('/body/geo/place_id', 'There is no such place.'), v1: [400, { detail: 'There is no such place.' }] },
  'not-creator': { v2: [403, { detail: 'Only the creator of the Space may read who has bought tickets.' }], v1: [403, {}] },
  'not-member': { v2: [403, { detail: 'You are not a member of the community.' }], v1: [403, {}] },
  'no-community': { v2: invalidAt('/body/community_id', 'There is no such community.'), v1: [400, {}] },
  'no-message-link': {
    v2: invalidAt('/body/direct_message_deep_link', 'The link must open a direct message to a user.'),
    v1: [400, {}],
  },
  'no-edited': { v2: invalidAt('/body/edit_options/previous_post_id', 'There is no such post.'), v1: [404, { code: 144 }] },
  'not-newest': { v2: invalidAt('/body/edit_options/previous_post_id', 'The post has a newer version.'), v1: [403, {}] },
  'edited-poll': { v2: invalidAt('/body/poll', 'An edited post cannot have a poll.'), v1: [403, {}] },
  'edited-reply': {
    v2: invalidAt('/body/reply/in_reply_to_tweet_id', 'An edited post replies to what its first version replies to.'),
    v1: [403, {}],
  },
  'not-editable': {
    v2: [403, { detail: 'Polls, reposts, replies to other users and posts of communities cannot be edited.' }],
    v1: [403, {}],
  },
  'too-late': { v2: [403, { detail: 'A post can be edited within 30 minutes of its first version.' }], v1: [403, {}] },
  'too-many-edits': { v2: [403, { detail: 'A post can be edited five times.' }], v1: [403, {}] },
  'no-follower': { v2: [403, { detail: 'The user accepts messages only from those whom they follow.' }], v1: [403, { code: 150 }] },
  'no-messages': { v2: [403, { detail: 'You cannot send messages to this user.' }], v1: [403, { code: 349 }] },
  'blank-message': { v2: invalid('The message has no text.'), v1: [403, { code: 38, detail: 'The text is empty.' }] },
  'wrong-message': {
    v2: invalid('The text has a character that no message can have.'),
    v1: [403, { detail: 'The text has a character that no message can have.' }],
  },
  'long-message': { v2: invalid('A message has at most 10,000 characters.'), v1: [403, { code: 354 }] },
  'no-attachment': { v2: invalid('The attachment is not there, is not yours, or has expired.'), v1: [403, {}] },
  'group-size': { v2: invalidAt('/body/participant_ids', 'A group has 2 to 49 different users beside you.'), v1: [403, {}] },
  'no-conversation': { v2: [403, { detail: 'You are not a participant of such a conversation.' }], v1: [403, {}] },
  'no-message': { v2: invalid('You have no such message.'), v1: [404, { detail: 'You have no such message.' }] },
  'not-own-message': { v2: [403, { detail: 'Only messages that you have sent can be deleted.' }], v1: [403, {}] },
  'no-object': { v2: [404, { code: 'resource-not-found' }], v1: [404, {}] },
  'no-list': { v2: invalid('There is no such list.'), v1: [404, {}] },
  'not-own-list': { v2: [403, { detail: 'The list is not yours.' }], v1: [403, { detail: 'The list is not yours.' }] },
  'not-on-list': { v2: invalid('The user is not on the list.'), v1: [404, { code: 109 }] },
  'too-many-users': { v2: invalid('There are too many users.'), v1: [400, { detail: 'A request names at most 100 users.' }] },
  'no-list-name': { v2: invalidAt('/body/name', 'The name is empty.'), v1: [400, { detail: 'The name must not be empty.' }] },
  'too-many-lists': {
    v2: [403, { detail: 'You have as many lists as an account can have.' }],
    v1: [403, { detail: 'You have as many lists as an account can have.' }],
  },
  'too-many-members': {
    v2: [403, { detail: 'The list has as many members as a list can have.' }],
    v1: [403, { detail: 'The list has as many members as a list can have.' }],
  },
  'too-many-pins': { v2: [403, { detail: 'You have pinned as many lists as can be.' }], v1: [403, {}] },
  'running-job': { v2: [409, { code: 'conflict', detail: 'The app has a running job of this type.' }], v1: [403, {}] },
  'too-many-searches': { v2: [403, {}], v1: [403, { detail: 'You have as many saved searches as an account can have.' }] },
  'no-place': { v2: invalid('There is no such place.'), v1: [400, { detail: 'No place has this WOEID.' }] },
  'no-time-zone': { v2: invalid('There is no such time zone.'), v1: [400, { detail: 'There is no such time zone.' }] },
  'no-language': { v2: invalid('There is no such language.'), v1: [400, { detail: 'The service does not have this language.' }] },
  'no-name': { v2: invalid('A name is missing.'), v1: [403, { code: 120, detail: 'The name must not be empty.' }] },
  'no-address': { v2: invalid('This is no address.'), v1: [403, { code: 120, detail: 'The url must be an address of the web.' }] },
  'no-picture': { v2: invalid('This is no picture.'), v1: [403, { code: 120, detail: 'The picture must be a PNG, JPEG or GIF.' }] },
  'large-picture': {
    v2: invalid('The picture is too large.'),
    v1: [403, { code: 120, detail: 'The picture is larger than 700 kilobytes.' }],
  },
} satisfies Record<string, Answers>;

export type Reason = keyof typeof REASONS;

/** Something that the state of the service does not allow. Rules and units of work throw it, and know nothing of versions. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`Not allowed: ${reason}.`);
    this.reason = reason;
  }
}

/** The refusal of a version in place of `NotAllowed`; other errors are thrown on. */
export async function answering<Result>(version: keyof Answers, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    const { [version]: answer }: Answers = REASONS[error.reason];
    throw refuse(...answer);
  }
}
