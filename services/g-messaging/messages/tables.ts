// Declares the rows of prepared messages, and who may send.

import type {
  AppInboxMessage,
  EmailMessage,
  MobilePushMessage,
  SmsMessage,
  TelegramMessage,
  ViberMessage,
} from '@octavo/interfaces/g-messaging';
import { integer, json, key, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

/** A prepared message of each channel, as the document shows it. */
export interface Messages {
  readonly email: EmailMessage;
  readonly sms: SmsMessage;
  readonly mobilepush: MobilePushMessage;
  readonly viber: ViberMessage;
  readonly telegram: TelegramMessage;
  readonly appinbox: AppInboxMessage;
}

export type ChannelName = keyof Messages;

/** The content of a message of a channel. */
export type ContentOf<Channel extends ChannelName> = Omit<Messages[Channel], 'id' | 'status'>;

const prepared = table(
  'g_prepared',
  {
    id: key(integer),
    account: integer,
    channel: textOf<ChannelName>(),
    /** `ContentOf` its channel. */
    content: json<ContentOf<ChannelName>>(),
    /** Its name and its tags in lower case, in which searches look. */
    search_key: text,
    /** Who knows it can view the message in a browser. */
    view_key: text,
    updated_at: integer,
  },
  { indexes: { listed: ['account', 'channel', 'id'] } },
);

/** The names, numbers and addresses from which an account may send. */
const senders = table('g_senders', { account: key(integer), channel: key(textOf<ChannelName>()), position: key(integer), value: text });

export const messageTables = [prepared, senders] as const;

export type PreparedRow = RowOf<typeof prepared>;
