// Handlers of version 2's operations tagged 'Notes'.
import type { RequiredMicroblogNotesHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller, Deps } from '../deps.ts';
import { noteOn } from '../posts/notes.ts';

export const noteHandlers = (deps: Deps): RequiredMicroblogNotesHandlers<Caller> => ({
  getNote: ({ query }, context) => noteOn(deps, context, query),
});
