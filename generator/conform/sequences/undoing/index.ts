// What becomes of a thing that an action is done to twice, and of other things where an action undoes it.
import type { Script } from '../script.ts';
import { twice } from './twice.ts';
import { undone } from './undone.ts';

export const undoing: readonly Script[] = [
  { check: 'state-rules', run: twice },
  { check: 'effects-elsewhere', run: undone },
];
