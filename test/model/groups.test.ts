// Groups: each tag's operations under short names that are unambiguous.
import { describe, expect, test } from 'vitest';
import { shortName } from '../../generator/model/names/short-names.ts';
import { document, lines, read, service } from './support.ts';

describe('short names', () => {
  test.each([
    ['Posts', 'createPost', 'create'],
    ['Posts', 'listPosts', 'list'],
    ['Posts', 'getPostsByIds', 'getByIds'],
    ['Posts', 'getPostById', 'getById'],
    ['Posts', 'getPostURL', 'getURL'],
    ['Posts', 'deletePost', 'delete'],
    ['Post', 'searchPosts', 'search'],
    // Singular and plural operations stay distinct, whether or not both exist.
    ['Posts', 'getPost', 'get'],
    ['Posts', 'getPosts', 'getPosts'],
    ['Settings', 'getSettings', 'get'],
    ['SMS', 'sendSms', 'send'],
    // Filler words before the tag.
    ['Posts', 'searchRecentPosts', 'searchRecent'],
    ['Posts', 'getAllPosts', 'getAll'],
    ['Posts', 'searchRecentPostsByTag', 'searchRecentPostsByTag'],
    ['Posts', 'listUserPosts', 'listUserPosts'],
    // Singular and plural in English.
    ['Communities', 'getCommunity', 'get'],
    ['Addresses', 'addAddress', 'add'],
    ['Houses', 'paintHouse', 'paint'],
    ['Status', 'readStatus', 'read'],
    ['News', 'readNews', 'read'],
    // Several words.
    ['Direct messages', 'sendDirectMessage', 'send'],
    ['Direct messages', 'sendMessage', 'sendMessage'],
    ['User info', 'getUserInfo', 'get'],
    // The tag as a prefix with a separator.
    ['repos', 'repos/get-branch', 'getBranch'],
    ['code-scanning', 'code-scanning/list-alerts', 'listAlerts'],
    ['Pets', 'pets_list', 'list'],
    ['Pet', 'pet.add', 'add'],
    ['Lists', 'listMembers', 'listMembers'],
    ['Search', 'searchIssues', 'searchIssues'],
    // The rest would be empty or not a valid name.
    ['Login', 'login', 'login'],
    ['Posts', 'posts', 'posts'],
    ['repos', 'repos/2fa', 'repos2fa'],
    ['🎉', 'createPost', 'createPost'],
    ['Users', 'createPost', 'createPost'],
  ])('in %s, %s is %s', (tag, id, want) => {
    const name = id.replaceAll(/[-_./]+(.)/g, (_, first: string) => first.toUpperCase());
    expect(shortName({ id, name }, tag)).toBe(want);
  });
});

/** A document with one operation for each id, with its tags. */
function tagged(operations: readonly (readonly [id: string, ...tags: string[]])[], tags = ''): string {
  const paths = operations.map(([id, ...own], index) => {
    return `  /a${index}: { get: { operationId: ${id}, tags: ${JSON.stringify(own)}, responses: { '204': { description: None. } } } }\n`;
  });
  return document(`${tags}paths:\n${paths.join('')}`);
}

const groupsOf = async (...given: Parameters<typeof tagged>) => {
  const { service: built, problems } = await read(tagged(...given));
  const groups = built?.groups.map(({ name, typeName, members }) => {
    return `${name} ${typeName}: ${members.map((member) => `${member.operation.name}=${member.name}`).join(' ')}`;
  });
  return { groups, notes: lines(problems) };
};

test('groups follow the order of the declared tags, then of the others; operations without a tag are in no group', async () => {
  const operations = [['listNotes', 'Notes'], ['free'], ['getUser', 'Users', 'Notes'], ['pin', 'Direct messages']] as const;
  expect(await groupsOf(operations, 'tags: [{ name: Users, description: People. }, { name: Unused }]\n')).toEqual({
    groups: ['users PetsUsers: getUser=get', 'notes PetsNotes: listNotes=list', 'directMessages PetsDirectMessages: pin=pin'],
    notes: [],
  });
});

test('a document with one tag has no groups', async () => {
  expect((await service(tagged([['listNotes', 'Notes'], ['free']]))).groups).toEqual([]);
});

test('tags that differ only in case and punctuation are one group', async () => {
  const { groups } = await groupsOf([
    ['listNotes', 'Public notes'],
    ['getUser', 'Users'],
    ['pin', 'public-Notes'],
  ]);
  expect(groups?.[0]).toBe('publicNotes PetsPublicNotes: listNotes=listNotes pin=pin');
});

test('a tag without letters or digits makes no group', async () => {
  const { groups } = await groupsOf([
    ['a', '🎉'],
    ['b', '1. Notes'],
    ['c', 'Users'],
  ]);
  expect(groups).toEqual(['notes PetsNotes: b=b', 'users PetsUsers: c=c']);
});

test.each([
  [
    'an operation',
    [
      ['search', 'Search'],
      ['b', 'Users'],
    ],
    'searchGroup PetsSearch: search=search',
  ],
  [
    'what every object has',
    [
      ['a', 'to-string'],
      ['b', 'Users'],
    ],
    'toStringGroup PetsToString: a=a',
  ],
] as const)('a group is renamed when it conflicts with %s, with a note', async (_, operations, want) => {
  const { groups, notes } = await groupsOf(operations);
  expect(groups?.[0]).toBe(want);
  expect(notes).toEqual(['note name-chosen /paths/~1a0/get']);
});

test.each([
  [
    'other types of the service',
    [
      ['a', 'Credentials'],
      ['b', 'Users'],
    ],
    'credentials PetsCredentialsGroup: a=a',
  ],
  [
    'other functions of the service',
    [
      ['a', 'Server'],
      ['b', 'Users'],
    ],
    'server PetsServerGroup: a=a',
  ],
] as const)('the type of a group is renamed when it conflicts with %s', async (_, operations, want) => {
  expect((await groupsOf(operations)).groups?.[0]).toBe(want);
});

test('when two operations would get the same short name, neither gets it, in any order', async () => {
  const given = [
    ['getPostCounts', 'Posts'],
    ['getPostsCounts', 'Posts'],
    ['listUsers', 'Users'],
  ] as const;
  for (const operations of [given, [...given].reverse()]) {
    const { groups, notes } = await groupsOf(operations);
    expect(
      groups
        ?.find((group) => group.startsWith('posts'))
        ?.split(' ')
        .slice(2)
        .sort(),
    ).toEqual(['getPostCounts=getPostCounts', 'getPostsCounts=getPostsCounts']);
    expect(notes).toHaveLength(2);
  }
});

test('a short name must not be the name of another operation or of a member of `Object.prototype`, nor `then`', async () => {
  const { groups, notes } = await groupsOf([
    ['create', 'Posts'],
    ['createPost', 'Posts'],
    ['thenPost', 'Posts'],
    ['listUsers', 'Users'],
  ]);
  expect(groups?.[0]).toBe('posts PetsPosts: create=create createPost=createPost thenPost=thenPost');
  expect(notes).toHaveLength(2);
});

test('methods may be named like JavaScript keywords', async () => {
  const { groups } = await groupsOf([
    ['deletePost', 'Posts'],
    ['listUsers', 'Users'],
  ]);
  expect(groups?.[0]).toBe('posts PetsPosts: deletePost=delete');
});

test('the type of a group does not repeat the service’s name, unless that name is taken', async () => {
  const named = async (schemas: string): Promise<readonly string[]> => {
    const { groups } = await service(
      tagged(
        [
          ['listLinks', 'Pets links'],
          ['listPetshops', 'Petshops'],
          ['listPets', 'Pets'],
        ],
        schemas,
      ),
    );
    return groups.map(({ typeName }) => typeName);
  };
  expect(await named('')).toEqual(['PetsLinks', 'PetsPetshops', 'PetsPets']);
  expect(await named('components: { schemas: { PetsLinks: {} } }\n')).toEqual(['PetsPetsLinks', 'PetsPetshops', 'PetsPets']);
});

test.each([
  ['nothing else', '', 'PetsNotes PetsNotesHandlers', 'PetsWebhook PetsWebhookGroupHandlers'],
  [
    'a schema called like the type of a group',
    '{ PetsNotes: {} }',
    'PetsNotesGroup PetsNotesHandlers',
    'PetsWebhook PetsWebhookGroupHandlers',
  ],
  [
    'a schema called like the handlers',
    '{ PetsNotesHandlers: {} }',
    'PetsNotes PetsNotesGroupHandlers',
    'PetsWebhook PetsWebhookGroupHandlers',
  ],
])(
  'the handlers of a tag are named after service and tag, and only by `Group` too where that name is taken: %s',
  async (_, schemas, ...want) => {
    const operations = [
      ['listNotes', 'Notes'],
      ['ring', 'Webhook'],
    ] as const;
    const { groups } = await service(tagged(operations, schemas === '' ? '' : `components: { schemas: ${schemas} }\n`));
    expect(groups.map(({ typeName, handlersName }) => `${typeName} ${handlersName}`)).toEqual(want);
  },
);
