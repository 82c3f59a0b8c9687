// Keeps the messages that services would send to people by email and SMS; control lists them. Nothing leaves the machine.

import type { Kysely } from 'kysely';
import { type ActionOutput, defineAction } from '../action.ts';
import { integer, type RowOf, text, textOf } from '../store/table.ts';
import { nextPosition } from '../work/positions.ts';

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

/** Messages that the action lists. */
const MOST_MESSAGES = 100;

/** Messages of a table, by what they are about. */
interface MessagesAbout {
  readonly table: string;
  readonly column: string;
  /** The field of the action. */
  readonly field: string;
  readonly description: string;
  /** Turns a value of the field into that of the column. Default: the same. */
  readonly read?: (value: string) => string;
}

/** The action `list-messages`, by which a developer reads what was sent, the newest first. */
export function listMessages(summary: string, about: MessagesAbout) {
  const { table, column, field, description, read = String } = about;
  const fields: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>> = {
    [field]: { type: 'string', description },
  };
  return defineAction({ name: 'list-messages', summary, fields }, async (input, { store }: Platform): Promise<ActionOutput> => {
    const rows = await store.read
      .selectFrom(table)
      .selectAll()
      .where(column, '=', read(String(input[field])))
      .orderBy('position', 'desc')
      .limit(MOST_MESSAGES)
      .$castTo<MessageRow>()
      .execute();
    return {
      messages: rows.map(({ channel, address, text, created_at }) => ({ channel, address, text, sent: Math.floor(created_at / 1000) })),
    };
  });
}

interface Platform {
  readonly store: { readonly read: Kysely<Record<string, Record<string, unknown>>> };
}
