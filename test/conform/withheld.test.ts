// Tests that `octavo conform` finds a member that a list shows to fewer rights, although the read of the same thing withholds it from them.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { type Answer, body, handlerOf, ID, inPath, json, object, refusal, refused, shown } from './small-services.ts';
import { lookingFor, serviceFrom } from './support.ts';

const money = { type: 'integer', minimum: 0, maximum: 999 };
const seenBy = (description: string) => ({
  ...object({ id: ID, name: { type: 'string' } }),
  properties: { id: ID, name: { type: 'string' }, cost: { ...money, description } },
});

/** Goods of a stall, with what the document says of who sees their costs. */
const stallOf = (description: string) =>
  serviceFrom(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Stall', version: '1' },
      security: [{ key: [] }],
      paths: {
        '/goods': {
          get: { operationId: 'listGoods', responses: { 200: shown({ type: 'array', items: seenBy(description) }), ...refused } },
          post: {
            operationId: 'addGood',
            ...body(object({ name: { type: 'string', minLength: 1, maxLength: 9 }, cost: money })),
            responses: { 201: shown(seenBy(description)), ...refused },
          },
        },
        '/goods/{id}': { ...inPath('id'), get: { operationId: 'readGood', responses: { 200: shown(seenBy(description)), ...refused } } },
      },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
    }),
  );

interface Shows {
  readonly list?: boolean;
  readonly read?: boolean;
}

/** @param shows what helpers are shown of the costs */
function stall(shows: Shows) {
  const goods = new Map<string, { readonly id: string; readonly name: unknown; readonly cost: unknown }>();
  const answers: Readonly<Record<string, Answer>> = {
    'GET goods': (_, __, query) =>
      json(
        200,
        [...goods.values()].map((good) => seen(good, query, shows.list)),
      ),
    'GET goods/*': ([, id = ''], _, query) => {
      const good = goods.get(id);
      return good === undefined ? refusal(404, 'There is no such good.') : json(200, seen(good, query, shows.read));
    },
    'POST goods': (_, { name, cost }) => {
      const good = { id: crypto.randomUUID(), name, cost };
      goods.set(good.id, good);
      return json(201, good);
    },
  };
  return handlerOf(answers);
}

function seen<T extends { readonly cost: unknown }>(good: T, query: URLSearchParams, isShown = false): object {
  const { cost, ...others } = good;
  return query.get('key') === 'owner' || isShown ? good : others;
}

async function found(says: string, shows: Shows): Promise<readonly string[]> {
  const report = await conformService(await stallOf(says), {
    ...lookingFor('refuses-fewer-rights'),
    target: stall(shows),
    credentials: { given: { key: 'owner' }, limited: { key: 'helper' } },
    random: 2,
    most: 10,
  });
  return report.findings.filter(({ check }) => check === 'refuses-fewer-rights').map(({ message }) => message);
}

const WITHHELD = 'What it costs us. Helpers do not see it.';

test.each<readonly [what: string, says: string, shows: Shows, finding: string | undefined]>([
  ['a stall that withholds it everywhere', WITHHELD, {}, undefined],
  ['a stall that shows it everywhere, where nothing says who the helper is', WITHHELD, { list: true, read: true }, undefined],
  ['a list that shows it', WITHHELD, { list: true }, 'listGoods shows `cost` of a thing, and readGood does not'],
  ['a read that shows it', WITHHELD, { read: true }, 'readGood shows `cost` of a thing, and listGoods does not'],
  ['a member of which nothing is said', 'What it costs us.', { list: true }, undefined],
  ['a member that depends on the thing', 'Helpers do not see it unless the good is their own.', { list: true }, undefined],
])('%s', async (_, says, shows, finding) => {
  expect(await found(says, shows)).toEqual(finding === undefined ? [] : [expect.stringContaining(finding)]);
});
