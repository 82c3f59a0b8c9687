// A service for tests of the platform: it serves the document h-email, and counts the reads of its one account in a table.

import { createEmailServer, type EmailServerOptions } from '@octavo/interfaces/h-email';
import { refuse } from '@octavo/runtime';
import { actionsOf, integer as integerField, optional, string } from '../../services/platform/action.ts';
import { machinesOf } from '../../services/platform/machine.ts';
import { defineService, type Platform, type Service } from '../../services/platform/service.ts';
import { createTables } from '../../services/platform/store/create-tables.ts';
import { integer, key, type TablesOf, table, text } from '../../services/platform/store/table.ts';

const tables = [table('t_accounts', { key: key(text), reads: integer, resets: integer })] as const;

type TinyTables = TablesOf<typeof tables>;

interface Caller {
  readonly key: string;
}

/** What a test adds to the server. */
export interface TinyHooks extends Pick<Partial<EmailServerOptions<Caller>>, 'around' | 'onAnswer'> {
  readonly security?: Partial<EmailServerOptions<Caller>['security']>;
}

export const TINY_KEY = 'tiny-key';

const RESET = { service: 'tiny', name: 'reset', accepts: (value: unknown): value is string => typeof value === 'string' };

/** Its story is on 10 November 2026; 20 days later, the reads of its account become 0. */
export function tinyService(hooks: TinyHooks = {}): Service {
  return defineService<TinyTables>({
    name: 'tiny',
    story: '2026-11-10T00:00:00Z',
    documents: ['h-email'],
    tables,
    credentials: [{ scheme: 'apiKey', value: TINY_KEY, note: 'The only account' }],
    migrations: { '2026-11-22-accounts': createTables(tables) },
    actions: [setReads],
    machines: [accountMachine],
    async seed(tables, { story, due }) {
      const resets = story('2026-11-30');
      await tables.insertInto('t_accounts').values({ key: TINY_KEY, reads: 0, resets }).execute();
      await due.schedule(tables, RESET, { at: resets, payload: TINY_KEY });
    },
    serve: (platform) => ({ 'h-email': serverOf(platform, hooks) }),
  });
}

const accountMachine = machinesOf<TinyTables>()(
  {
    name: 'account',
    title: 'Accounts',
    table: 't_accounts',
    by: 'reads',
    states: ['unread', 'read'],
    transitions: [{ from: 'unread', to: 'read', cause: 'It is read.', operation: 'getAccount' }],
  },
  ({ key, reads }) => ({ id: key, state: reads === 0 ? 'unread' : 'read', title: 'The account' }),
);

const setReads = actionsOf<Platform<TinyTables>>()(
  'set-reads',
  'Sets how often an account was read.',
  { key: string('The key of the account.'), reads: integerField('How often.'), note: optional(string('Is returned.')) },
  async ({ key, reads, note = '' }, { store }) => {
    const { numUpdatedRows } = await store.write((tables) =>
      tables.updateTable('t_accounts').set({ reads }).where('key', '=', key).executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw refuse(404, { detail: 'There is no such account.' });
    return { reads, note };
  },
);

function serverOf({ store, clock, ids, due, serverOptions }: Platform<TinyTables>, { security, ...hooks }: TinyHooks) {
  const principalOf = (key: string) => store.read.selectFrom('t_accounts').select('key').where('key', '=', key).executeTakeFirst();
  due.handle(RESET, async ({ payload }, tables) => {
    await tables.updateTable('t_accounts').set({ reads: 0 }).where('key', '=', payload).execute();
  });
  const options: EmailServerOptions<Caller> = {
    security: { apiKey: principalOf, apiKeyHeader: principalOf, bearer: principalOf, ...security },
    ...hooks,
  };
  return createEmailServer<Caller>(
    {
      async getAccount(_input, { principal }) {
        const account = await store.write(async (tables) => {
          await tables
            .updateTable('t_accounts')
            .set((row) => ({ reads: row('reads', '+', 1) }))
            .where('key', '=', principal.key)
            .execute();
          return await tables.selectFrom('t_accounts').selectAll().where('key', '=', principal.key).executeTakeFirstOrThrow();
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
      searchDomain: () => {
        throw new Error('This handler fails.');
      },
    },
    serverOptions(options, 'h-email'),
  );
}
