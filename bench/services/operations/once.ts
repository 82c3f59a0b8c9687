// Operations that do the same thing once only: each request of the benchmark names something else.

import type { Kysely } from 'kysely';

type Input = Readonly<Record<string, unknown>>;

/** The part of the sample that each request has for itself, as an identifier: of a URI, its last part. */
export const once: Readonly<Record<string, (input: Input) => string>> = {
  deleteMembership: path('membership_uuid'),
  createInvitation: body('email'),
  revokeInvitation: path('invitation_uuid'),
  cancelScheduledEvent: path('uuid'),
  createWebhookSubscription: body('url'),
  deleteWebhookSubscription: path('webhook_uuid'),
  stopPayment: path('id'),
  cancelPayment: path('id'),
  capturePayment: path('id'),
  createRefund: body('payment_id'),
};

function path(name: string): (input: Input) => string {
  return (input) => textOf(input.path, name);
}

function body(name: string): (input: Input) => string {
  return (input) => textOf(input.body, name);
}

function textOf(part: unknown, name: string): string {
  const value: unknown = (part as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof value !== 'string') throw new Error(`The sample has no text ${name}.`);
  return value;
}

const LETTERS = 'ABCDEFGH';
const DIGITS = 5;

/**
 * A text of the same kind, another for each number; 0 gives the text itself. Identifiers keep their length, addresses get another beginning or end.
 */
export function fresh(text: string, number: number): string {
  if (number === 0) return text;
  const word = [...number.toString(LETTERS.length).padStart(DIGITS, '0')].map((digit) => LETTERS[Number(digit)]).join('');
  if (text.includes('://')) return `${text}/${word}`;
  return text.includes('@') ? `${word}.${text}` : text.slice(0, -DIGITS) + word;
}

/** Tables whose names are known at run time only. */
export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** Most rows that one statement inserts. */
const ROWS = 100;

/** Copies the rows of one thing, so that there is one for each identifier: all rows that have the first identifier in some column. */
export async function copyRows(tables: AnyTables, names: readonly string[], [subject, ...others]: readonly string[]): Promise<void> {
  for (const name of names) {
    const rows = await tables.selectFrom(name).selectAll().execute();
    const own = rows.filter((row) => Object.values(row).includes(subject));
    const copies = others.flatMap((other, index) => own.map((row, place) => copyOf(row, subject, other, (index + 1) * own.length + place)));
    await insert(tables, name, copies);
  }
}

function copyOf(row: Readonly<Record<string, unknown>>, from: unknown, to: string, number: number): Record<string, unknown> {
  const entries = Object.entries(row).map(([column, value]) => {
    if (value === from) return [column, to];
    return [column, column === 'id' && typeof value === 'string' ? fresh(value, number) : value];
  });
  return Object.fromEntries(entries);
}

export async function insert(tables: AnyTables, name: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS) {
    await tables
      .insertInto(name)
      .values(rows.slice(start, start + ROWS))
      .execute();
  }
}
