// What control can do with the microblogging service.

import { accessActions } from './access.ts';
import { messageActions } from './messages.ts';
import { peopleActions } from './people.ts';
import { postActions } from './posts.ts';
import { roomActions } from './rooms.ts';
import { searchActions } from './search.ts';
import { streamActions } from './streams.ts';
import { usageActions } from './usage.ts';

export const actions = [
  ...peopleActions,
  ...accessActions,
  ...postActions,
  ...roomActions,
  ...messageActions,
  ...searchActions,
  ...streamActions,
  ...usageActions,
];
