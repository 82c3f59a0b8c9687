// What control can do with the quota of posts that projects read.

import { integer, optional, requireRange } from '../../platform/action.ts';
import { setCap } from '../usage/set-cap.ts';
import { action, app, requireApp } from './known.ts';

export const usageActions = [
  action(
    'set-usage-cap',
    'Sets how many posts the project of an application may read in a month.',
    { app, cap: optional(integer('Number of posts. Default: as many as the access level allows.')) },
    async ({ app: id, cap }, platform) => {
      if (cap !== undefined) requireRange('cap', cap, 0, 2 ** 31 - 1);
      const { project } = await requireApp(platform.store.read, id);
      await setCap(platform, project, cap);
    },
  ),
];
