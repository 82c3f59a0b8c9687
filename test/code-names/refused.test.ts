// Names that `x-octavo-name` or the configuration gives: used exactly, and refused with their place where two parts would have one name.
import { describe, expect, test } from 'vitest';
import type { ModelOptions } from '../../generator/model/index.ts';
import { document, lines, nameOf, read, service } from '../model/support.ts';

/** Names are asked for at the marks. */
const DOCUMENT = document(`paths:
  /users:
    get: { operationId: list_users_v2, x-octavo-name: listUsers, tags: [users], responses: { '200': { $ref: '#/components/responses/Users' } } }
    post: { tags: [other], responses: { '204': { description: Done. } } }
  /user:
    get: { operationId: getUser, tags: [users], responses: { '200': { $ref: '#/components/responses/Users' } } }
webhooks:
  new-user: { post: { responses: { '204': { description: Done. } } } }
components:
  responses:
    Users: { description: Users., content: { application/json: { schema: { $ref: '#/components/schemas/user-dto_V2' } } } }
  schemas:
    user-dto_V2: { type: object, x-octavo-name: User, properties: { id: { type: string } } }
    Account: { type: object, properties: { owner: { $ref: '#/components/schemas/user-dto_V2' } } }
`);

const PARAMETERS = document(`paths:
  /users/{user_id}:
    get:
      operationId: getUser
      parameters:
        - { name: page_token, in: query, x-octavo-name: after, schema: { type: string } }
        - { name: userId, in: query, schema: { type: string } }
        - { name: X-Request-ID, in: header, schema: { type: string } }
        - { name: user_id, in: path, required: true, schema: { type: string } }
      responses: { '204': { description: Done. } }
`);

function named(names: ModelOptions['names'], text = DOCUMENT) {
  return read(text, names === undefined ? {} : { names });
}

describe('names that are given', () => {
  test('by the document', async () => {
    const { schemas, operations, groups } = await service(DOCUMENT);
    expect(schemas.map(nameOf)).toEqual(['User', 'Account']);
    expect(operations.map(({ id, name, typeName, isNamed }) => [id, name, typeName, isNamed])).toEqual([
      ['list_users_v2', 'listUsers', 'ListUsers', true],
      ['POST /users', 'postUsers', 'PostUsers', undefined],
      ['getUser', 'getUser', 'GetUser', undefined],
    ]);
    expect(groups[0]?.members.map(({ name }) => name)).toEqual(['list', 'get']);
  });

  test('all parameters in camelCase, but for those with another name', async () => {
    const { operations, isRenamed } = await service(PARAMETERS, { names: { parameters: 'camelCase' } });
    const called = operations[0]?.parameters.map(({ in: where, name, codeName }) => `${where} ${name} ${codeName}`);
    expect(called).toEqual(['query page_token after', 'query userId undefined', 'header X-Request-ID xRequestId', 'path user_id userId']);
    expect(isRenamed).toBe(true);
    expect((await service(PARAMETERS.replace('x-octavo-name: after, ', ''))).isRenamed).toBeUndefined();
  });

  test('by the configuration, which wins, also for what has no id', async () => {
    const names = {
      operations: { list_users_v2: 'all_users', 'POST /users': 'addUser', 'POST new-user': 'userAdded', getUser: 'oneUser' },
      schemas: { 'user-dto_V2': 'Person', Account: 'User' },
    };
    const { schemas, operations, webhooks } = await service(DOCUMENT, { names });
    expect(schemas.map(nameOf)).toEqual(['Person', 'User']);
    expect([...operations, ...webhooks].map(({ name }) => name)).toEqual(['all_users', 'addUser', 'oneUser', 'userAdded']);
    expect(operations[0]?.typeName).toBe('AllUsers');
  });
});

test('a schema inside of another one has no name to be called', async () => {
  const { problems } = await named(
    undefined,
    DOCUMENT.replace('owner: {', 'list: { type: array, items: { type: object, x-octavo-name: Item } }, owner: {'),
  );
  expect(lines(problems)).toEqual(['warning keyword-without-effect /components/schemas/Account/properties/list/items/x-octavo-name']);
});

describe('names that cannot be given', () => {
  const wrong: [what: string, names: ModelOptions['names'], text: string, problem: string, message: RegExp, fix: RegExp][] = [
    [
      'no identifier',
      undefined,
      DOCUMENT.replace('x-octavo-name: listUsers', 'x-octavo-name: list-users'),
      'name-invalid /paths/~1users/get/x-octavo-name',
      /`x-octavo-name` gives it: `list-users`/,
      /such as `listUsers`/,
    ],
    [
      'no text',
      undefined,
      DOCUMENT.replace('x-octavo-name: User', 'x-octavo-name: 7'),
      'name-invalid /components/schemas/user-dto_V2/x-octavo-name',
      /no text/,
      /capital, such as `UserDtoV2`/,
    ],
    [
      'a small letter',
      { schemas: { Account: 'account' } },
      DOCUMENT,
      'name-invalid /components/schemas/Account',
      /the configuration gives it: `account`/,
      /`Account`/,
    ],
    [
      'a word of the language',
      { operations: { getUser: 'delete' } },
      DOCUMENT,
      'name-taken /paths/~1user/get',
      /delete: it has a meaning in generated code/,
      /another name/,
    ],
    [
      'a type of the platform',
      { schemas: { Account: 'Promise' } },
      DOCUMENT,
      'name-taken /components/schemas/Account',
      /has a meaning/,
      /another name/,
    ],
    [
      'another operation',
      { operations: { getUser: 'listUsers' } },
      DOCUMENT,
      'name-taken /paths/~1user/get',
      /'list_users_v2' has it/,
      /one of the two/,
    ],
    [
      'another operation as the document names it',
      undefined,
      DOCUMENT.replace('x-octavo-name: listUsers', 'x-octavo-name: getUser'),
      'name-taken /paths/~1users/get/x-octavo-name',
      /'getUser' has it/,
      /one of the two/,
    ],
    [
      'another operation, but for marks',
      { operations: { list_users_v2: 'get_user' } },
      DOCUMENT,
      'name-taken /paths/~1users/get',
      /'getUser' is getUser, and types of both/,
      /one of the two/,
    ],
    [
      'another schema',
      { schemas: { 'user-dto_V2': 'Account' } },
      DOCUMENT,
      'name-taken /components/schemas/user-dto_V2',
      /'Account' has it/,
      /one of the two/,
    ],
    [
      'a type of an operation',
      { schemas: { Account: 'GetUserInput' } },
      DOCUMENT,
      'name-taken /components/schemas/Account',
      /the operation 'getUser' has a type of this name/,
      /one of the two/,
    ],
    [
      'an operation that is not there',
      { operations: { getUsr: 'one' } },
      DOCUMENT,
      'name-unknown /paths',
      /'getUsr', which this document does not have/,
      /Did you mean `getUser`\?/,
    ],
    [
      'a schema that is not there',
      { schemas: { 'user-dto_v2': 'U' } },
      DOCUMENT,
      'name-unknown /components/schemas',
      /'user-dto_v2'/,
      /Did you mean `user-dto_V2`\?/,
    ],
    [
      'a parameter that is no identifier',
      undefined,
      PARAMETERS.replace('x-octavo-name: after', 'x-octavo-name: a-b'),
      'name-invalid /paths/~1users~1{user_id}/get/parameters/0/x-octavo-name',
      /query parameter 'page_token' cannot have the name that `x-octavo-name` gives it: `a-b`/,
      /such as `pageToken`/,
    ],
    [
      'two parameters of one place',
      { parameters: { page_token: 'userId' } },
      PARAMETERS,
      'name-taken /paths/~1users~1{user_id}/get/parameters/1',
      /query parameters 'page_token' and 'userId' of one operation would both be called `userId`/,
      /names\.parameters/,
    ],
    [
      'a parameter that is not there',
      { parameters: { 'query.page_tokn': 'after' } },
      PARAMETERS,
      'name-unknown /paths',
      /the parameter 'query.page_tokn', which/,
      /Did you mean `query\.page_token`\?/,
    ],
    [
      'two names of one',
      { operations: { getUser: 'one', 'GET /user': 'single' } },
      DOCUMENT,
      'name-unknown /paths',
      /names the operation 'getUser' twice/,
      /Remove one/,
    ],
  ];
  test.each(wrong)('%s', async (_, names, text, problem, message, fix) => {
    const outcome = await named(names, text);
    expect(outcome.service).toBeUndefined();
    expect(lines(outcome.problems)).toEqual([`error ${problem}`]);
    expect(outcome.problems[0]?.message).toMatch(message);
    expect(outcome.problems[0]?.fix).toMatch(fix);
  });
});
