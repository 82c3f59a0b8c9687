// What control can do with searches.

import { integer, requireRange } from '../../platform/action.ts';
import { setOption } from '../options.ts';
import { action } from './known.ts';

const MOST_SECONDS = 3600;

export const searchActions = [
  action(
    'set-search-delay',
    'Sets after how many seconds of the sandbox clock searches find a new post.',
    { seconds: integer('From 0, which a new sandbox has, to 3600.') },
    async ({ seconds }, platform) => {
      requireRange('seconds', seconds, 0, MOST_SECONDS);
      await setOption(platform, 'search-delay', String(seconds));
    },
  ),
];
