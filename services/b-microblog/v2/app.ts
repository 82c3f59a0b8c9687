// Handlers of version 2's operations tagged 'App'. Usage and connections come with posts and streams.
import type { MicroblogAppHandlers } from '@octavo/interfaces/b-microblog';
import type { Caller } from '../deps.ts';
import { ownDocument } from '../document.ts';

export const appHandlers: MicroblogAppHandlers<Caller> = {
  getOpenApiDocument: () => ({ status: 200, body: ownDocument() }),
};
