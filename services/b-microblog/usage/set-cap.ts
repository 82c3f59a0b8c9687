// Sets how many posts a project may read in a month. All processes learn of it at once.

import type { MicroblogPlatform } from '../deps.ts';
import { CAPS } from './usage.ts';

/** @param cap absent: as many as the access level allows */
export async function setCap(
  { store, bus }: Pick<MicroblogPlatform, 'store' | 'bus'>,
  project: string,
  cap: number | undefined,
): Promise<void> {
  await store.write(async (tables) => {
    if (cap === undefined) await tables.deleteFrom('b_usage_caps').where('project', '=', project).execute();
    else
      await tables
        .insertInto('b_usage_caps')
        .values({ project, cap })
        .onConflict((conflict) => conflict.column('project').doUpdateSet({ cap }))
        .execute();
  });
  await bus.publish(CAPS, project);
}
