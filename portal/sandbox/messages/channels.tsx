// The channels of messages and what can happen to one, in words, signs and tones.
import type { JSX } from 'preact';
import type { MessageChannel, MessageStatus } from '../../../services/generated/control/index.ts';
import type { Tone } from '../../shared/components.tsx';

export const CHANNELS: Readonly<Record<MessageChannel, string>> = {
  email: 'Email',
  sms: 'SMS',
  viber: 'Viber',
  telegram: 'Telegram',
  mobilepush: 'Mobile push',
  webpush: 'Web push',
  appinbox: 'App Inbox',
};

export const TONES: Readonly<Record<MessageStatus, Tone>> = {
  sent: 'neutral',
  delivered: 'good',
  undelivered: 'bad',
  read: 'accent',
  clicked: 'accent',
  unsubscribed: 'warn',
  spam: 'bad',
};

const BUBBLE = 'M4 5h16v11H11l-5 4v-4H4Z';
const BELL = 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4';
const SIGNS: Readonly<Record<MessageChannel, string>> = {
  email: 'M3 6h18v12H3ZM3 7l9 7 9-7',
  sms: BUBBLE,
  viber: BUBBLE,
  telegram: BUBBLE,
  mobilepush: BELL,
  webpush: BELL,
  appinbox: 'M4 13 6 5h12l2 8v6H4ZM4 13h5l1 2h4l1-2h5',
};

/** A sign and the name of a channel. */
export function ChannelName({ channel }: { channel: MessageChannel }): JSX.Element {
  return (
    <span class="channel">
      <svg class="line-sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[channel]} />
      </svg>
      {CHANNELS[channel]}
    </span>
  );
}
