// The operations that all channels have for their prepared messages.

import type { Context, Deps } from '../deps.ts';
import { readRows } from '../pages.ts';
import { write } from '../store.ts';
import { createPrepared, deletePrepared, replacePrepared, requirePrepared, searchedPrepared, showPrepared } from './prepared.ts';
import type { ChannelName, ContentOf } from './tables.ts';

interface SearchInput {
  readonly query?: { readonly startindex?: number; readonly maxrows?: number; readonly search?: string };
}

interface MessageInput {
  readonly path: { readonly messageId: number };
}

export function preparedOperations<Channel extends ChannelName>(deps: Deps, channel: Channel) {
  type Content = ContentOf<Channel>;
  const { read } = deps.store;
  return {
    async search({ query }: SearchInput, { principal: { account } }: Context) {
      const { rows, headers } = await readRows(searchedPrepared(read, account, channel, query?.search), query);
      return { status: 200 as const, headers, body: rows.map((row) => showPrepared<Channel>(row)) };
    },
    async create({ body }: { readonly body: Content }, { principal: { account } }: Context) {
      return { status: 200 as const, body: { id: await write(deps, (unit) => createPrepared(unit, account, channel, body)) } };
    },
    async read({ path }: MessageInput, { principal: { account } }: Context) {
      return { status: 200 as const, body: showPrepared<Channel>(await requirePrepared(read, account, channel, path.messageId)) };
    },
    async replace({ path, body }: MessageInput & { readonly body: Content }, { principal: { account } }: Context) {
      await write(deps, (unit) => replacePrepared(unit, account, channel, path.messageId, body));
      return { status: 200 as const };
    },
    async remove({ path }: MessageInput, { principal: { account } }: Context) {
      await write(deps, (unit) => deletePrepared(unit, account, channel, path.messageId));
      return { status: 200 as const };
    },
  };
}
