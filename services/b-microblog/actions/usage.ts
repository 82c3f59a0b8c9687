// What control can do with the quota of posts that projects read.

import { refuse } from '@octavo/runtime';
import { type ActionOutput, defineAction } from '../../platform/action.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { setCap } from '../usage/set-cap.ts';
import { app, requireApp } from './known.ts';

const setUsageCap = defineAction(
  {
    name: 'set-usage-cap',
    summary: 'Sets how many posts the project of an application may read in a month.',
    fields: { app, cap: { type: 'integer', optional: true, description: 'Number of posts. Default: as many as the access level allows.' } },
  },
  async ({ app: id, cap }, platform: MicroblogPlatform): Promise<ActionOutput> => {
    if (cap !== undefined && (cap < 0 || cap > 2 ** 31 - 1)) throw refuse(400, { detail: '/cap must be from 0 to 2147483647.' });
    const { project } = await requireApp(platform.store.read, id);
    await setCap(platform, project, cap);
    return {};
  },
);

export const usageActions = [setUsageCap];
