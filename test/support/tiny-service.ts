// A service for tests of the platform: it serves the document h-email, and counts the reads of its one account in a table.

import { createEmailServer } from '@octavo/interfaces/h-email';
import { defineService, type Platform, type Service } from '../../services/platform/service.ts';

interface TinyTables {
  t_accounts: { readonly key: string; readonly reads: number; readonly resets: number };
}

export const TINY_KEY = 'tiny-key';

/** Its story is on 10 November 2026, when the account is reset 20 days later. */
export function tinyService(name = 'tiny'): Service {
  return defineService<TinyTables>({
    name,
    story: '2026-11-10T00:00:00Z',
    credentials: [{ scheme: 'apiKey', value: TINY_KEY, note: 'The only account' }],
    migrations: {
      '2026-11-22-accounts': {
        async up(database) {
          await database.schema
            .createTable('t_accounts')
            .addColumn('key', 'text', (column) => column.primaryKey())
            .addColumn('reads', 'bigint', (column) => column.notNull())
            .addColumn('resets', 'bigint', (column) => column.notNull())
            .execute();
        },
      },
    },
    async seed(tables, platform) {
      await tables
        .insertInto('t_accounts')
        .values({ key: TINY_KEY, reads: 0, resets: platform.story('2026-11-30') })
        .execute();
    },
    serve: (platform) => ({ 'h-email': serverOf(platform) }),
  });
}

function serverOf({ store, clock, ids, serverOptions }: Platform<TinyTables>) {
  const principalOf = (key: string) => store.read.selectFrom('t_accounts').select('key').where('key', '=', key).executeTakeFirst();
  return createEmailServer(
    {
      async getAccount(_input, context) {
        const account = await store.write(async (tables) => {
          await tables
            .updateTable('t_accounts')
            .set((row) => ({ reads: row('reads', '+', 1) }))
            .where('key', '=', context.principal.key)
            .execute();
          return await tables.selectFrom('t_accounts').selectAll().where('key', '=', context.principal.key).executeTakeFirstOrThrow();
        });
        const counter = { used: account.reads, available: 100 };
        return {
          status: 200,
          body: {
            data: {
              email: `${ids.hex(8)}@tiny.example`,
              plan_name: new Date(clock.now()).toISOString(),
              plan_level: 0,
              reset_date: new Date(account.resets).toISOString().slice(0, 10),
              team_id: 1,
              requests: { credits: counter, searches: counter, verifications: counter },
            },
          },
        };
      },
    },
    serverOptions({ security: { apiKey: principalOf, apiKeyHeader: principalOf, bearer: principalOf } }),
  );
}
