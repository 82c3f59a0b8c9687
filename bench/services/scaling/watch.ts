// Looks at PostgreSQL while it is under load: which statements take its time, and what its connections wait for.

import pg from 'pg';

/** How often it looks at the connections. Milliseconds. */
const PACE = 50;

export interface Watched {
  /** The statement that took most of the time of all, and its part of that. A statement takes time while it waits, too. */
  readonly statement: string;
  readonly part: number;
  /** How many connections were in a transaction, on average. */
  readonly open: number;
  /** What most of these did or waited for, and how many of them, on average. */
  readonly waits: readonly (readonly [what: string, connections: number])[];
}

export interface Watch {
  begin(): Promise<void>;
  end(): Promise<Watched>;
  close(): Promise<void>;
}

/** Settings with which PostgreSQL keeps what is asked for here. */
export const WATCHED = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '5000' };

/** What connections do: run a statement, wait for something in it, or wait for the next statement of their transaction. */
const WAITS = `
  select case when state = 'idle in transaction' then 'the next statement' else coalesce(wait_event_type || ':' || wait_event, 'nothing') end as what,
    count(*)::int as connections
  from pg_stat_activity
  where backend_type = 'client backend' and application_name = 'octavo-services' and state in ('active', 'idle in transaction') and datname = current_database()
  group by 1`;

const STATEMENTS = `
  select query, total_exec_time / nullif(sum(total_exec_time) over (), 0) as part
  from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) and query !~ 'pg_stat_'
  order by total_exec_time desc limit 1`;

export async function openWatch(url: string): Promise<Watch> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  let isOver = true;
  let looking: Promise<void> = Promise.resolve();
  let looks = 0;
  const found = new Map<string, number>();
  const look = async () => {
    while (!isOver) {
      const { rows } = await client.query<{ what: string; connections: number }>(WAITS);
      looks += 1;
      for (const { what, connections } of rows) found.set(what, (found.get(what) ?? 0) + connections);
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  };
  return {
    async begin() {
      await client.query('select pg_stat_statements_reset()');
      found.clear();
      looks = 0;
      isOver = false;
      looking = look();
    },
    async end() {
      isOver = true;
      await looking;
      const { rows } = await client.query<{ query: string; part: number | null }>(STATEMENTS);
      const waits = [...found].map(([what, sum]) => [what, sum / Math.max(1, looks)] as const).sort(([, one], [, other]) => other - one);
      const open = waits.reduce((sum, [, connections]) => sum + connections, 0);
      return { statement: rows[0]?.query ?? '', part: rows[0]?.part ?? 0, open, waits };
    },
    close: () => client.end(),
  };
}
