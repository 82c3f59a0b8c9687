// Tests that no migration is changed once it is there, since sandboxes that were saved with it would not fit (a new column or table is a new
// migration), that the release before goes on with the tables that each leaves, unless its name says that it removes something, and that all of them
// together make exactly the tables that are declared.

import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, test } from 'vitest';
import { loadServices, serviceNames } from '../../services/index.ts';
import { platformParts } from '../../services/platform/sandbox/tables.ts';
import { isDerived } from '../../services/platform/store/derive.ts';
import { isContract } from '../../services/platform/store/migrate.ts';
import { openStore } from '../../services/platform/store/open.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { madeTables } from '../support/made-tables.ts';
import { removalsIn } from '../support/migration-kind.ts';

const services = await loadServices(serviceNames);

async function statementsOf({ up }: Migration): Promise<readonly string[]> {
  const statements: string[] = [];
  const database = new Kysely<unknown>({
    dialect: {
      createAdapter: () => Object.assign(new SqliteAdapter(), { engine: 'sqlite' }),
      createDriver: () => new DummyDriver(),
      createIntrospector: (given) => new SqliteIntrospector(given),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await up(database);
  expect(statements).not.toEqual([]);
  return statements;
}

const migrations = await Promise.all(
  [...platformParts, ...services].flatMap((part) =>
    Object.entries(part.migrations).map(async ([name, migration]) => ({
      part: part.name,
      name,
      statements: await statementsOf(migration),
    })),
  ),
);

const digestOf = (statements: readonly string[]) => createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);

test('each migration makes the statements that it made when it was added', () => {
  const digests = Object.fromEntries(migrations.map(({ part, name, statements }) => [`${part} ${name}`, digestOf(statements)]));
  // A line that differs: put the migration back, and write a new one in its folder. Add its line here.
  expect(digests).toMatchInlineSnapshot(`
    {
      "a-identity 001-tables": "2c5694d0f369c1ad",
      "b-microblog 001-tables": "8f85956807d68774",
      "b-microblog 002-posts": "4785d19cc5450050",
      "b-microblog 003-usage": "6d732a3270421d70",
      "b-microblog 004-rooms": "2c71539eefadf385",
      "b-microblog 005-words": "95a6b2a00e2b9aba",
      "b-microblog 006-lists": "6a4f2910d271d7e5",
      "b-microblog 007-media": "ac8da95256590114",
      "b-microblog 008-places": "6c9e381c5a59dd98",
      "b-microblog 009-insights": "d942c54407753b0b",
      "b-microblog 010-compliance": "c2d1e4eb17e11ef8",
      "b-microblog 011-events": "b5372327ea8147f9",
      "b-microblog 012-messages": "749d8d37339ec47f",
      "b-microblog 013-rules": "8880fd8786b6d9f8",
      "c-controller 001-tables": "84ed63186582c223",
      "d-events 001-tables": "482fdfc2c7df1ed2",
      "d-events 002-old-secrets": "18030ba06e70e06b",
      "e-scheduling 001-tables": "62c00137a0a7e0b1",
      "e-scheduling 002-messages": "d5c3f93703706c88",
      "f-instalments 001-tables": "91005f580cdfca3d",
      "f-instalments 002-holders": "5259d1eaf7f0c55b",
      "f-instalments 003-lists": "46e332146c50d588",
      "g-messaging 001-tables": "1e4028c33a1b6131",
      "g-messaging 002-broadcasts": "afacec7b2a399f1f",
      "h-email 001-tables": "3513d6bf153d12f6",
      "platform_blobs 2026-11-27-blobs": "8e47581838515217",
      "platform_clock 2026-11-22-clock": "770051f20452f85a",
      "platform_due 2026-11-22-due": "886bec73706d6774",
      "platform_outbox 2026-11-22-outbox": "2dea3b42458a444a",
      "platform_outbox 2026-11-23-answers": "15fa730d1755b1d8",
      "platform_outbox 2026-11-23-headers": "d79ad8286be05e3e",
      "platform_outbox 2026-11-26-states": "d39685d108f7b151",
      "platform_sandbox 2026-11-22-sandbox": "76c6d0747e659380",
      "platform_sandbox 2026-11-23-shown": "9d910c4d7237cb40",
    }
  `);
});

test('each migration leaves what the release before uses, unless its name ends with -contract', () => {
  // docs/services-store.md says how a column is removed. A contract that removes nothing has the wrong name.
  for (const { part, name, statements } of migrations) {
    const removals = removalsIn(statements);
    if (isContract(name)) expect.soft(removals, `${part} ${name}`).not.toEqual([]);
    else expect.soft(removals, `${part} ${name}`).toEqual([]);
  }
});

test('what can break the release before is told from what cannot', () => {
  const fine = [
    'create table "t_new" ("id" text not null)',
    'create unique index "t_new_once" on "t_new" ("id")',
    'create index "t_old_at" on "t_old" ("at")',
    'drop index "t_old_list"',
    'alter table "t_old" add column "note" text',
    'alter table "t_old" add column "is_new" bigint default 0 not null',
    'update "t_old" set "note" = "text", "is_new" = ? where "note" is null',
    'alter table "t_old" alter column "text" set default \'\'',
  ];
  const breaking = [
    'alter table "t_old" add column "must" text not null',
    'create unique index "t_old_once" on "t_old" ("at")',
    'update "t_old" set "note" = ?, "text" = ?',
    'alter table "t_old" drop column "text"',
    'alter table "t_old" rename to "t_older"',
    'alter table "t_old" alter column "text" set not null',
    'drop table "t_old"',
    'delete from "t_old"',
  ];
  expect(removalsIn([...fine, ...breaking])).toEqual(breaking);
});

describeOnEachDatabase('the migrations', ({ place }) => {
  test('make the columns and keys that are declared', async () => {
    const store = await openStore(await place());
    for (const part of [...platformParts, ...services]) await store.migrate(part);
    const made = await madeTables(store.read);
    await store.close();
    const declared = [...platformParts, ...services].flatMap(({ tables }) => tables);
    const own = Object.keys(made).filter((name) => !isDerived(name, services));
    expect(own.toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
    for (const { name, columns, key } of declared) {
      const there = Object.entries(columns).filter(([, { until }]) => until === undefined);
      const types = Object.fromEntries(there.map(([column, { stored }]) => [column, stored]));
      expect.soft({ name, columns: made[name]?.columns, key: made[name]?.key }).toEqual({ name, columns: types, key });
    }
  });
});
