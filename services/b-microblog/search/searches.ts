// Makes of a request what is searched: the plan of its query, the bounds of its times, and for whom.

import { refuse } from '@octavo/runtime';
import type { Caller, MicroblogPlatform, Tables } from '../deps.ts';
import { delayOf, optionReader } from '../options.ts';
import { deadlineFromNow } from './blocks.ts';
import { parseQuery } from './language/parse.ts';
import { type Query, QueryFault } from './language/query.ts';
import type { Search } from './pages.ts';
import { planOf } from './plan.ts';
import { namesIn } from './store.ts';
import { type Present, searchBounds, type TimeQuery, type Times, timesOf } from './times.ts';

/** Tells when a search runs. */
export interface Presents {
  at(kind: Present['kind']): Promise<Present>;
}

export function createPresents(platform: Pick<MicroblogPlatform, 'store' | 'bus' | 'clock'>): Presents {
  const read = optionReader(platform);
  return { at: async (kind) => ({ kind, now: platform.clock.now(), delay: delayOf(await read('search-delay')) }) };
}

/** How many characters a query has at most. */
const MOST_CHARACTERS = { recent: 512, all: 1024 } as const;

/** A search, and the text by which its page tokens are told from those of others. */
export interface Named extends Search {
  readonly name: string;
  readonly query: Query;
  readonly times: Times;
}

/** @throws the refusal 400 */
export async function searchOf(
  tables: Tables,
  present: Present,
  asked: TimeQuery & { readonly query: string },
  { app, user, level }: Caller,
): Promise<Named> {
  const { query: text, start_time, end_time, since_id, until_id } = asked;
  const query = readQuery('query', text, level, MOST_CHARACTERS[present.kind]);
  const times = timesOf(asked, present);
  const plan = planOf(query, await namesIn(tables, query, user));
  const bounds = await searchBounds(tables, { since: since_id, until: until_id }, times, present);
  const name = JSON.stringify(['search', present.kind, user ?? app, text, start_time, end_time, since_id, until_id]);
  return { plan, deadline: deadlineFromNow(), bounds, viewer: user, name, query, times };
}

/** @throws the refusal 400 that names the parameter of the query */
export function readQuery(parameter: 'q' | 'query', text: string, level: Caller['level'], most: number): Query {
  try {
    return parseQuery(text, { use: 'search', level, most });
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    throw refuse(400, { kind: 'invalid-request', pointer: `/query/${parameter}`, detail: error.message });
  }
}
