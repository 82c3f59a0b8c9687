// Keeps the messages that services would send to people by email and SMS; control lists them. Nothing leaves the machine.

import { actionsOf, string } from '../action.ts';
import { integer, type RowOf, text, textOf } from '../store/table.ts';
import { nextPosition } from '../work/positions.ts';
import { type MessageSource, messagesOf, type ReadAbout } from './sources.ts';

/** The columns that the table of messages of each service has. */
export const messageColumns = {
  channel: textOf<'email' | 'sms'>(),
  /** An email address or a telephone number. */
  address: text,
  text,
  /** Newer messages have higher positions. */
  position: integer,
  /** On the sandbox clock. */
  created_at: integer,
};

type MessageRow = RowOf<{ readonly columns: typeof messageColumns }>;
export type Message = Pick<MessageRow, 'channel' | 'address' | 'text'>;

export function messageRow({ channel, address, text }: Message, created_at: number): MessageRow {
  return { channel, address, text, position: nextPosition(), created_at };
}

/** The messages of a table with these columns. */
export function messagesIn<Name extends string, Column extends string>(facts: {
  readonly table: Name;
  readonly kind: string;
  readonly about: Column;
  readonly key?: Column;
  readonly read?: ReadAbout;
}): MessageSource {
  return messagesOf<Record<Name, MessageRow & Record<Column, unknown>>>()(
    { ...facts, words: ['address', 'text'] },
    ({ channel, address, text, created_at }) => ({ channel, address, status: 'sent', at: created_at, content: { text } }),
  );
}

/** Messages that the action lists. */
const MOST_MESSAGES = 100;

/**
 * The action `list-messages`, by which a developer reads what was sent, the newest first.
 * @param description of the field that says what the messages are about
 */
export function listMessages(summary: string, { kind, list }: MessageSource, description: string) {
  return actionsOf<object>()('list-messages', summary, { [kind]: string(description) }, async (input, platform) => {
    const sent = await list(platform, { about: String(input[kind]) }, { most: MOST_MESSAGES });
    return {
      messages: sent.map(({ channel, address, content: { text = '' }, at }) => ({ channel, address, text, sent: Math.floor(at / 1000) })),
    };
  });
}
