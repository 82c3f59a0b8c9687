// What control can do with searches.

import { refuse } from '@octavo/runtime';
import { type ActionOutput, defineAction } from '../../platform/action.ts';
import type { MicroblogPlatform } from '../deps.ts';
import { setOption } from '../options.ts';

const MOST_SECONDS = 3600;

const setSearchDelay = defineAction(
  {
    name: 'set-search-delay',
    summary: 'Sets after how many seconds of the sandbox clock searches find a new post.',
    fields: { seconds: { type: 'integer', description: 'From 0, which a new sandbox has, to 3600.' } },
  },
  async ({ seconds }, platform: MicroblogPlatform): Promise<ActionOutput> => {
    if (seconds < 0 || seconds > MOST_SECONDS) throw refuse(400, { detail: `/seconds must be from 0 to ${MOST_SECONDS}.` });
    await setOption(platform, 'search-delay', String(seconds));
    return {};
  },
);

export const searchActions = [setSearchDelay];
