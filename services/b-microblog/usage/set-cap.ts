// Sets how many posts a project may read in a month. All processes learn of it at once.

import type { MicroblogPlatform } from '../deps.ts';
import { rows } from '../people/store.ts';
import { CAPS } from './usage.ts';

/** @param cap absent: as many as the access level allows */
export async function setCap(
  { store, bus }: Pick<MicroblogPlatform, 'store' | 'bus'>,
  project: string,
  cap: number | undefined,
): Promise<void> {
  await store.write(async (tables) => {
    if (cap === undefined) await rows.remove(tables, 'b_usage_caps', { project });
    else await rows.put(tables, 'b_usage_caps', { project, cap }, ['project']);
  });
  await bus.publish(CAPS, project);
}
