// What services would send to people by email and SMS: it is kept, and control lists it. Nothing leaves the machine.

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
export const MOST_MESSAGES = 100;

/**
 * The action `list-messages`, by which a developer reads what was sent.
 * @param about what messages are about: `{ summary: 'Lists the links …', field: 'payment', description: 'Identifier of the payment.' }`
 * @param newest the newest messages about it, at most `MOST_MESSAGES`, the newest first
 */
export function listMessages<Field extends string, P>(
  about: { readonly summary: string; readonly field: Field; readonly description: string },
  newest: (id: string, platform: P) => Promise<readonly MessageRow[]>,
) {
  const { summary, field, description } = about;
  const fields: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>> = {
    [field]: { type: 'string', description },
  };
  return defineAction({ name: 'list-messages', summary, fields }, async (input, platform: P): Promise<ActionOutput> => {
    const rows = await newest(String(input[field]), platform);
    return {
      messages: rows.map(({ channel, address, text, created_at }) => ({ channel, address, text, sent: Math.floor(created_at / 1000) })),
    };
  });
}
