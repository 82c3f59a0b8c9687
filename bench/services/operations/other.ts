// Operations whose samples the seeds refuse, and what the benchmark asks instead: as another caller, or about something else.

import { tokens } from '../../../services/b-microblog/seeds/credentials.ts';
import { HARBOURS } from '../../../services/b-microblog/seeds/lists.ts';
import { INES } from '../../../services/b-microblog/seeds/people.ts';
import { QUESTION } from '../../../services/b-microblog/seeds/posts.ts';
import { COURSE } from '../../../services/b-microblog/seeds/rooms.ts';
import { VIDEO } from '../../../services/b-microblog/seeds/uploads.ts';

export interface Other {
  /** Credentials by scheme, in place of the first ones of the seeds. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Parts of the input, each of which replaces some members of that part of the sample. `undefined` leaves one out. */
  readonly input?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The operation whose sample is sent before. */
  readonly after?: string;
}

/** A reply of Tide Watch, which version 1.1 acts for. */
const ANSWER = '1990000000000000107';

const TIDE_WATCH: Other = { given: { oauth2: tokens.tideWatch } };

/** By document and operation. */
export const others: Readonly<Record<string, Readonly<Record<string, Other>>>> = {
  'b-microblog': {
    deletePost: TIDE_WATCH,
    hideReply: TIDE_WATCH,
    updateList: TIDE_WATCH,
    deleteList: TIDE_WATCH,
    addListMember: TIDE_WATCH,
    removeListMember: TIDE_WATCH,
    createDirectMessageConversation: TIDE_WATCH,
    sendDirectMessage: TIDE_WATCH,
    listSpaceBuyers: { input: { path: { id: COURSE } } },
    uploadMedia: { input: { query: { command: 'INIT', media_id: undefined, total_bytes: 812_304, media_type: 'image/png' } } },
    setMediaMetadata: { input: { body: { id: VIDEO } } },
    openFilteredStream: { after: 'updateFilteredStreamRules' },
  },
  'b-microblog-v1': {
    deletePost: { input: { path: { id: ANSWER } } },
    repostPost: { input: { path: { id: QUESTION } } },
    deleteFavorite: { input: { body: { id: QUESTION } } },
    getListSubscriber: { input: { query: { list_id: HARBOURS, user_id: INES, slug: undefined, screen_name: undefined } } },
  },
};
