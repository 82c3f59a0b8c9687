// Why something cannot be done, and what each version answers to it: one table for both documents.

import { type RefusalFacts, refuse } from '@octavo/runtime';

type Refusal = readonly [status: number, facts: RefusalFacts];

interface Answers {
  readonly v2: Refusal;
  readonly v1: Refusal;
}

const invalid = (detail: string): Refusal => [400, { kind: 'invalid-request', detail }];

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
  'no-object': { v2: [404, { code: 'resource-not-found' }], v1: [404, {}] },
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
