// A message as a phone shows it: a notification on the lock screen, a bubble in a chat, a card in the inbox of an app.
import type { ComponentChildren, JSX } from 'preact';
import type { ReceivedMessage } from '../../../services/generated/control/index.ts';
import { CHANNELS } from './channels.tsx';
import { Picture } from './picture.tsx';

interface PhoneProps {
  readonly message: ReceivedMessage;
  /** Whether pictures may be loaded. */
  readonly loads: boolean;
}

/** The moment of the message on the sandbox clock, in UTC. */
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

export function Phone(props: PhoneProps): JSX.Element {
  const { channel, sent_at } = props.message;
  const isPush = channel === 'mobilepush' || channel === 'webpush';
  const Screen = isPush ? LockScreen : channel === 'appinbox' ? Inbox : Chat;
  return (
    <figure class={`phone ${channel}`} aria-label={`${CHANNELS[channel]} as a phone shows it`}>
      <div class="phone-bar" aria-hidden="true">
        <span>{sent_at.slice(11, 16)}</span>
        <i />
        <svg viewBox="0 0 42 12" aria-hidden="true">
          <path d="M1 11V8h2v3zM5 11V6h2v5zM9 11V4h2v7zM13 11V2h2v9z" />
          <path d="M22 2h15q2 0 2 2v4q0 2-2 2H22q-2 0-2-2V4q0-2 2-2zM40 5v2" fill="none" stroke="currentColor" />
          <path d="M22 4h12v4H22z" />
        </svg>
      </div>
      <div class="phone-screen">
        <Screen {...props} />
      </div>
      <div class="phone-end" aria-hidden="true" />
    </figure>
  );
}

function LockScreen({ message: { channel, sent_at, content }, loads }: PhoneProps): JSX.Element {
  const { from = channel === 'webpush' ? 'Browser' : 'App', subject, text, image, button } = content;
  return (
    <>
      <p class="lock-day" aria-hidden="true">
        {DAY.format(new Date(sent_at))}
      </p>
      <p class="lock-time" aria-hidden="true">
        {sent_at.slice(11, 16)}
      </p>
      <div class="notification">
        <div class="notification-head">
          <Sign name={from} />
          <span>{from}</span>
          <span>now</span>
        </div>
        <Words title={subject} text={text} />
        {image !== undefined && <Picture url={image} loads={loads} />}
        {button !== undefined && <Tap>{button}</Tap>}
      </div>
    </>
  );
}

function Chat({ message: { sent_at, content }, loads }: PhoneProps): JSX.Element {
  const { from = 'Shop', subject, text, image, button } = content;
  return (
    <>
      <div class="chat-head">
        <Sign name={from} />
        <span>{from}</span>
      </div>
      <div class="chat">
        <p class="chat-day">{DAY.format(new Date(sent_at))}</p>
        <div class="bubble">
          {image !== undefined && <Picture url={image} loads={loads} />}
          <Words title={subject} text={text} />
          {button !== undefined && <Tap>{button}</Tap>}
          <time class="bubble-time">{sent_at.slice(11, 16)}</time>
        </div>
      </div>
      <div class="chat-input" aria-hidden="true">
        <span>Message</span>
      </div>
    </>
  );
}

function Inbox({ message: { status, sent_at, content }, loads }: PhoneProps): JSX.Element {
  const { subject, text, image, link, button = 'Open' } = content;
  const isNew = status === 'sent' || status === 'delivered';
  return (
    <>
      <p class="inbox-head">Inbox</p>
      <div class="inbox-card">
        {image !== undefined && <Picture url={image} loads={loads} />}
        <div class="inbox-line">
          {isNew && <span class="inbox-new">New</span>}
          <time>{DAY.format(new Date(sent_at))}</time>
        </div>
        <Words title={subject} text={text} />
        {link !== undefined && <Tap>{button}</Tap>}
      </div>
      <div class="inbox-card before" aria-hidden="true">
        <i />
        <i />
      </div>
    </>
  );
}

/** The first letter of a sender, in the place of its picture. */
function Sign({ name }: { name: string }): JSX.Element {
  const [letter = '·'] = name.replace(/[^\p{L}\p{N}]/gu, '');
  return (
    <span class="sign" aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}

function Words({ title, text }: { title: string | undefined; text: string | undefined }): JSX.Element {
  return (
    <>
      {title !== undefined && <p class="words-title">{title}</p>}
      {text !== undefined && <p class="words">{text}</p>}
    </>
  );
}

/** What looks like a button. It leads nowhere: the links of the message are beside the phone. */
function Tap({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="tap">{children}</p>;
}
