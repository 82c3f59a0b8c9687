// Answers for messages to people.

import { refuse } from '@octavo/runtime';
import type { Message, RequiredControlMessagesHandlers } from '../../../generated/control/index.ts';
import type { MessageReport } from '../../messages/reports.ts';
import type { MessageEvent } from '../../messages/sources.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

export function messageHandlers({ messages }: Pick<Sandbox, 'messages'>): RequiredControlMessagesHandlers {
  return {
    async listMessages({ query: { limit, ...filter } }) {
      const reports = await messages.list({ ...filter, most: limit });
      if (reports === undefined) throw refuse(400, { detail: `There is no message ${filter.before}.` });
      const last = reports.length === limit ? reports.at(-1) : undefined;
      return { status: 200, body: { messages: reports.map(bodyOf), ...(last && { next: last.id }) } };
    },

    async getMessage({ path: { id } }) {
      const found = await messages.one(id);
      if (found === undefined) throw refuse(404, { detail: `There is no message ${id}.` });
      return { status: 200, body: { ...bodyOf(found), content: { ...found.content }, history: found.history.map(eventOf) } };
    },
  };
}

const MOST_CHARACTERS = 200;

function bodyOf({ id, service, channel, address, kind, about, status, at, content: { from, subject, text = '' } }: MessageReport): Message {
  return {
    id,
    service,
    channel,
    address,
    about: { kind, id: about },
    title: subject ?? text.slice(0, MOST_CHARACTERS),
    status,
    sent_at: new Date(at).toISOString(),
    ...(from !== undefined && { from }),
  };
}

function eventOf({ status, at, link }: MessageEvent) {
  return { status, at: new Date(at).toISOString(), ...(link !== undefined && { link }) };
}
