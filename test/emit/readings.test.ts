// The two readings of each document, `schema.ts` by openapi-typescript and `types.ts` by us, held against each other: every schema either is
// the same type in both, or is listed here with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { load } from '../../generator/load/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { Problems } from '../../generator/problem.ts';
import { typeCheck } from '../support/type-check.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.octavo/tmp/emit-readings');
const documents = readdirSync(join(root, 'specs'))
  .filter((file) => /^[a-z]-[\w-]+\.yaml$/.test(file))
  .map((file) => basename(file, '.yaml'));

interface Difference {
  readonly verdict: string;
  readonly reason: string;
}

/** Several that differ for one reason. */
function wider(reason: string, components: string): Record<string, Difference> {
  return alike({ verdict: 'theirs is wider', reason }, components);
}

/** Several that hold 64-bit integers where `int64: 'bigint'` is chosen. */
function exact(components: string): Record<string, Difference> {
  return alike(
    { verdict: 'different', reason: 'we hold 64-bit integers as `bigint` here, and openapi-typescript has numbers only' },
    components,
  );
}

function alike(difference: Difference, components: string): Record<string, Difference> {
  return Object.fromEntries(components.split(' ').map((component) => [component, difference]));
}

/** Schemas that differ, by document and component; a reason that is no longer needed fails. */
const DIFFERENT: Readonly<Record<string, Readonly<Record<string, Difference>>>> = {
  'b-microblog': {
    ...wider('an array of exactly two is any array to openapi-typescript', 'Point Post'),
    ...wider(
      'it holds a point or a post, which differ',
      'Place Includes PostResponse PostsResponse TimelineResponse UserResponse UsersResponse ListResponse ListsResponse SpaceResponse ' +
        'SpacesResponse DirectMessageEventResponse DirectMessageEventsResponse MatchedPost StreamedPost StreamedLike',
    ),
    ...wider(
      'openapi-typescript takes an `anyOf` of required names as anything, and an array of `minItems: 1` as any array',
      'NewPost NewDirectMessage NewDirectMessageConversation',
    ),
  },
  'b-microblog-v1': {
    ...wider(
      'openapi-typescript takes an `anyOf` or `oneOf` of required names as anything',
      'BlockChoice FriendshipChange ListChange ListChoice ListMember ListMembers NewDirectMessage NewFriendship SpamReport UserChoice',
    ),
    ...wider(
      'an array of exactly two is any array to openapi-typescript, and so is one of `minItems: 1`',
      'Coordinates Errors Place PlaceSearch Range TagEntity UrlEntity',
    ),
    ...exact(
      'Connections DirectMessage DirectMessageList Entities Friendship FriendshipSource FriendshipTarget IdPage LatestPost List ListPage ' +
        'MediaEntity MentionEntity Post PostList PostSearch SavedSearch SuggestedUsers TrimmedUser User UserList UserPage',
    ),
  },
  'd-events': {
    EventTrigger: {
      verdict: 'theirs is wider',
      reason: 'openapi-typescript takes a `oneOf` of required names as anything, and an array of `minItems: 1` as any array',
    },
    WebhookDelivery: { verdict: 'theirs is wider', reason: 'an array of `minItems: 1` is any array to openapi-typescript' },
  },
  'c-controller': exact('NamedInt64 Int64List Int64Value Int64Elements'),
  'g-messaging': {
    ...Object.fromEntries(
      [
        'AppTokens',
        'Contact',
        'ContactData',
        'ContactIds',
        'ContactImport',
        'EmailList',
        'EmailToSend',
        'NewBroadcast',
        'OrderImport',
        'PastEvents',
        'PreparedSending',
        'SubscriptionRequest',
        'ViberToSend',
      ].map((component) => [
        component,
        { verdict: 'theirs is wider', reason: 'an array of `minItems: 1` is any array to openapi-typescript' },
      ]),
    ),
    ...Object.fromEntries(
      ['Order', 'SmsToSend'].map((component) => [
        component,
        { verdict: 'theirs is wider', reason: 'openapi-typescript takes an `anyOf` of required names as anything' },
      ]),
    ),
  },
  'h-email': {
    ErrorList: { verdict: 'theirs is wider', reason: 'an array of `minItems: 1` is any array to openapi-typescript' },
  },
};

const HEAD = [
  "import type { components } from './schema.ts';",
  "import type * as ours from './types.ts';",
  "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? 'same' : 'theirs is wider') : [B] extends [A] ? 'ours is wider' : 'different';",
];

/** What the compiler says of each component: by document, the component's name and a verdict of `Same`. */
const verdicts = new Map<string, Map<string, string>>();

beforeAll(async () => {
  const files = new Map<string, string>();
  const lines = new Map<string, string[]>();
  for (const document of documents) {
    const components = await componentsOf(document);
    const generated = join(root, 'generated', document);
    const names = readdirSync(generated, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?:^|[/\\])(?:types|schema)\.ts$/.test(name),
    );
    for (const name of names) files.set(`${document}/${name}`, readFileSync(join(generated, name), 'utf8'));
    const checks = [...components].map(([component, name]) => {
      return `export const ${name}: Same<ours.${name}, components['schemas'][${JSON.stringify(component)}]> = 'same';`;
    });
    files.set(`${document}/pairs.ts`, [...HEAD, ...checks].join('\n'));
    lines.set(document, [...components.keys()]);
    verdicts.set(document, new Map([...components.keys()].map((component) => [component, 'same'])));
  }
  for (const line of typeCheck(folder, files)
    .split('\n')
    .filter((text) => text.includes('error'))) {
    const [, document = '', row, verdict] = /([\w-]+)\/pairs\.ts\((\d+),.*not assignable to type '"(.*)"'/.exec(line) ?? [];
    const component = lines.get(document)?.[Number(row) - HEAD.length - 1];
    if (component === undefined || verdict === undefined) throw new Error(line);
    verdicts.get(document)?.set(component, verdict);
  }
});

/** Components of a document with the name that each has in `types.ts`. */
async function componentsOf(document: string): Promise<Map<string, string>> {
  const problems = new Problems();
  const description = await load(join(root, 'specs', `${document}.yaml`), { root }, problems);
  const service = description === undefined ? undefined : buildService(description, {}, problems);
  const found = new Map<string, string>();
  for (const { name, location } of service?.schemas ?? []) {
    const component = /^\/components\/schemas\/([^/]+)$/.exec(location.pointer)?.[1];
    if (component !== undefined && name !== undefined) found.set(component, name);
  }
  return found;
}

describe.each(documents)('%s', (document) => {
  test('both readings say the same, but for what is listed', () => {
    const found = verdicts.get(document) ?? new Map<string, string>();
    const listed = DIFFERENT[document] ?? {};
    const different = [...found].filter(([, verdict]) => verdict !== 'same').map(([component, verdict]) => `${component}: ${verdict}`);
    expect(found.size).toBeGreaterThan(0);
    expect(different.sort()).toEqual(
      Object.entries(listed)
        .map(([component, { verdict }]) => `${component}: ${verdict}`)
        .sort(),
    );
  });
});
