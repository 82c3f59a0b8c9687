// One message: how its recipient sees it, what is known of it, what happened to it, and where its links lead.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { MessageSubject, ReceivedMessage } from '../../../services/generated/control/index.ts';
import { Badge, Button } from '../../shared/components.tsx';
import { bodyOf } from '../control.ts';
import { Shown, timeText } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';
import { CHANNELS, TONES } from './channels.tsx';
import { Email } from './email.tsx';
import { emailDocument } from './email-document.ts';
import { linksOf } from './links.ts';
import { Phone } from './phone.tsx';

interface MessageDetailsProps extends Pick<ViewProps, 'control'> {
  readonly id: string;
  /** Changes when the message does, so that it is loaded again. */
  readonly seen: string;
  /** Shows only messages about the same. */
  readonly onAbout: (about: MessageSubject) => void;
}

export function MessageDetails({ id, seen, control, onAbout }: MessageDetailsProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.getMessage({ path: { id } }), 200), [id, seen]);
  return (
    <div class="log-details">
      <Shown of={loaded}>{(message) => <Message message={message} onAbout={onAbout} />}</Shown>
    </div>
  );
}

function Message({ message, onAbout }: Pick<MessageDetailsProps, 'onAbout'> & { message: ReceivedMessage }): JSX.Element {
  const [loads, setLoads] = useState(false);
  const { channel, content } = message;
  const hasPictures = useMemo(
    () => content.image?.startsWith('https:') === true || (content.html !== undefined && emailDocument(content.html, false).hasPictures),
    [content],
  );
  return (
    <div class={channel === 'email' ? 'message as-mail' : 'message'}>
      <div class="message-look">
        {channel === 'email' ? <Email message={message} loads={loads} /> : <Phone message={message} loads={loads} />}
        {hasPictures && (
          <div class="row">
            <Button onClick={() => setLoads(!loads)}>{loads ? 'Do not load pictures' : 'Load pictures'}</Button>
            <span class="hint">
              {loads ? 'The pictures come from the addresses that the message names.' : 'Nothing of the message comes from the network.'}
            </span>
          </div>
        )}
      </div>
      <div class="message-facts">
        <Facts message={message} onAbout={onAbout} />
        <History message={message} />
        <Links message={message} />
      </div>
    </div>
  );
}

function Facts({ message, onAbout }: Pick<MessageDetailsProps, 'onAbout'> & { message: ReceivedMessage }): JSX.Element {
  const { id, service, channel, address, about, from, content } = message;
  return (
    <>
      <h2>{CHANNELS[channel]}</h2>
      <dl class="facts">
        <dt>Recipient</dt>
        <dd>{address}</dd>
        {from !== undefined && (
          <>
            <dt>Sender</dt>
            <dd>{from}</dd>
          </>
        )}
        <dt>About</dt>
        <dd>
          {about.kind} <code>{about.id}</code>
        </dd>
        <dt>Service</dt>
        <dd>{service}</dd>
        {content.link !== undefined && (
          <>
            <dt>Opens</dt>
            <dd>
              <code>{content.link}</code>
            </dd>
          </>
        )}
        <dt>Identifier</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <div class="row">
        <Button onClick={() => onAbout(about)}>Only messages about this {about.kind}</Button>
      </div>
    </>
  );
}

function History({ message: { history } }: { message: ReceivedMessage }): JSX.Element | null {
  if (history.length === 0) return null;
  return (
    <>
      <h2>What happened</h2>
      <ol class="history">
        {history.map(({ status, at, link }, index) => (
          <li key={index}>
            <time class="soft">{timeText(at)}</time>
            <Badge tone={TONES[status]}>{status}</Badge>
            {link !== undefined && <code>{link}</code>}
          </li>
        ))}
      </ol>
    </>
  );
}

function Links({ message: { content } }: { message: ReceivedMessage }): JSX.Element | null {
  const links = useMemo(() => linksOf(content), [content]);
  if (links.length === 0) return null;
  return (
    <>
      <h2>Links</h2>
      <ul class="message-links">
        {links.map(({ url, words }) => (
          <li key={url}>
            {words !== undefined && <span>{words}: </span>}
            <a href={url} target="_blank" rel="noopener noreferrer">
              {url}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
