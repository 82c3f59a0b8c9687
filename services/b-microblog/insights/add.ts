// Counts that a post was seen or used, for which the documents have no operation.

import { refuse } from '@octavo/runtime';
import type { Deps } from '../deps.ts';
import { findPost } from '../posts/store.ts';
import { addToPost } from '../relations.ts';
import type { ADDED } from '../rules/insights.ts';
import { addToHour } from './store.ts';

type AddingDeps = Pick<Deps, 'store' | 'clock'>;

/** Counts that a version of a post was seen so many times. @throws the refusal 404 where there is none */
export async function addImpressions(deps: AddingDeps, id: string, count: number): Promise<void> {
  await add(deps, id, 'Impressions', count);
}

/** @throws the refusal 404 where there is no such post */
export async function addEngagements(deps: AddingDeps, id: string, metric: (typeof ADDED)[number], count: number): Promise<void> {
  await add(deps, id, metric, count);
}

async function add({ store, clock }: AddingDeps, id: string, metric: 'Impressions' | (typeof ADDED)[number], count: number): Promise<void> {
  const now = clock.now();
  await store.write(async (tables) => {
    if ((await findPost(tables, id)) === undefined) throw refuse(404, { detail: `There is no post ${id}.` });
    if (metric === 'Impressions') await addToPost(tables, id, 'impression_count', count);
    await addToHour(tables, id, metric, count, now);
  });
}
