// Declares which tables of a service hold messages to people, for people who want to see what others got.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { defineList, readPage } from '../lists.ts';
import { escaped } from '../store/like.ts';
import type { Given } from '../store/prepare.ts';
import type { Store } from '../store/store.ts';

type Channel = 'email' | 'sms' | 'viber' | 'mobilepush' | 'webpush' | 'telegram' | 'appinbox';

export type MessageStatus = 'sent' | 'delivered' | 'undelivered' | 'read' | 'clicked' | 'unsubscribed' | 'spam';

/** A message as its recipient gets it. */
export interface MessageContent {
  readonly from?: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  /** The address of a picture. */
  readonly image?: string;
  /** Where a tap leads, or the button. */
  readonly link?: string;
  /** The words of the button. */
  readonly button?: string;
}

/** What a row of a table is. */
interface ShownMessage {
  readonly channel: Channel;
  /** An email address, a telephone number, a token or a chat. */
  readonly address: string;
  readonly status: MessageStatus;
  /** When it was sent, on the sandbox clock. */
  readonly at: number;
  readonly content: MessageContent;
}

/** Something that happened to a message. */
export interface MessageEvent {
  readonly status: MessageStatus;
  readonly at: number;
  /** The link that was followed. */
  readonly link?: string | undefined;
}

/** Where a message stands among all: newer messages have higher positions, and `key` tells those of one table and position apart. */
export interface MessagePlace {
  readonly position: number;
  readonly key: string;
}

/** A message to a person. */
export interface SentMessage extends ShownMessage, MessagePlace {
  /** What it is about, such as the identifier of a contact. */
  readonly about: string;
}

/** Which messages are meant; what is absent may be anything. */
export interface MessageFilter {
  readonly channel?: Channel | undefined;
  readonly about?: string | undefined;
  /** Messages whose words contain this text, in upper or lower case. */
  readonly text?: string | undefined;
}

/** A table of messages, without the types of its service. */
export interface MessageSource {
  readonly table: string;
  /** What kind of thing its messages are about, such as `contact`. */
  readonly kind: string;
  /** The newest first. */
  list(
    platform: unknown,
    filter: MessageFilter,
    page: { readonly before?: MessagePlace; readonly most: number },
  ): Promise<readonly SentMessage[]>;
  /** What happened to a message, the oldest first. */
  history(platform: unknown, key: string): Promise<readonly MessageEvent[]>;
}

interface SourceFacts<Tables, Name extends keyof Tables & string> {
  readonly table: Name;
  readonly kind: string;
  /** The column that says what a message is about. */
  readonly about: keyof Tables[Name] & string;
  /** The column that tells rows of one position apart. Default: no two rows have the same position. */
  readonly key?: keyof Tables[Name] & string;
  /** The columns in which texts are looked for. */
  readonly words: readonly (keyof Tables[Name] & string)[];
  /** Columns of `words` that hold JSON: an object with these members. */
  readonly json?: Readonly<Record<string, readonly string[]>>;
  /** Turns what a developer asks for into a value of `about`; `undefined` where it can be none. Default: the same. */
  readonly read?: ReadAbout;
  readonly history?: (tables: Kysely<Tables>, key: string) => Promise<readonly MessageEvent[]>;
}

export type ReadAbout = (value: string) => string | number | undefined;

/** For the column `about` of whole numbers. */
export function wholeNumber(value: string): number | undefined {
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

interface Filters {
  readonly channel: Channel | undefined;
  readonly about: string | number | undefined;
  /** Patterns of `like`: of the text, and of the text as JSON has it. */
  readonly pattern: string | undefined;
  readonly quoted: string | undefined;
}

/** Tables whose names are known at run time only. */
type AnyTables = Record<string, Record<string, unknown>>;

/**
 * For the tables of a service: `const messagesIn = messagesOf<MessagingTables>()`. The table has the columns `channel` and `position`.
 * @param show what a row is
 */
export function messagesOf<Tables>() {
  return <Name extends keyof Tables & string>(
    { table, kind, about, key: ownKey, words, json = {}, read = String, history }: SourceFacts<Tables, Name>,
    show: (row: Tables[Name]) => ShownMessage,
  ): MessageSource => {
    const key: string = ownKey ?? 'position';
    const rows = defineList<AnyTables, Filters, AnyTables, string, Record<string, unknown>>(table, ['position', key], (tables, given) => {
      let query = tables.selectFrom<string>(table).selectAll();
      if (given.has('channel')) query = query.where(sql<boolean>`${sql.ref('channel')} = ${given('channel')}`);
      if (given.has('about')) query = query.where(sql<boolean>`${sql.ref(about)} = ${given('about')}`);
      if (!given.has('pattern')) return query;
      return query.where(({ or }) => or(words.map((column) => containsPattern(given, column, json[column]))));
    });
    return {
      table,
      kind,
      async list(platform, { channel, about: asked, text }, { before, most }) {
        const wanted = asked === undefined ? undefined : read(asked);
        if (asked !== undefined && wanted === undefined) return [];
        const filters = { channel, about: wanted, pattern: text && patternOf(text), quoted: text && patternOf(quoted(text)) };
        const from = before && { at: [before.position, key === 'position' ? before.position : before.key], goesBack: false };
        const page = await readPage(rows, tablesOf(platform), filters, { limit: most, isDown: true, from });
        return page.rows.map((row) => ({
          ...show(row as Tables[Name]),
          position: Number(row.position),
          key: key === 'position' ? '' : String(row[key]),
          about: String(row[about]),
        }));
      },
      history: async (platform, one) => (await history?.(tablesOf(platform) as unknown as Kysely<Tables>, one)) ?? [],
    };
  };
}

function tablesOf(platform: unknown): Kysely<AnyTables> {
  return (platform as { readonly store: Store<AnyTables> }).store.read;
}

/** Whether a column contains the text. */
function containsPattern(given: Given<Filters>, column: string, members: readonly string[] | undefined): RawBuilder<boolean> {
  const isIn = (text: RawBuilder<unknown>, pattern: RawBuilder<unknown>) => sql<boolean>`lower(${text}) like ${pattern} escape '!'`;
  if (members === undefined) return isIn(sql.ref(column), given('pattern'));
  // The names of the members are no words of the message. Inside of its words, JSON writes quotes in another way.
  const values = members.reduce<RawBuilder<unknown>>((text, name) => sql`replace(${text}, ${sql.lit(`"${name}":`)}, '')`, sql.ref(column));
  // What is nowhere in the JSON need not be looked for without the names, which takes several times as long.
  return sql<boolean>`case when ${isIn(sql.ref(column), given('quoted'))} then ${isIn(values, given('quoted'))} else false end`;
}

/** Columns have the lower case of A to Z alone, on both engines. */
function patternOf(text: string): string {
  return `%${escaped(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))}%`;
}

/** A text as JSON has it, without the quotes around it. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
