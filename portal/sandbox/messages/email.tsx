// An email as a mail program shows it: its head, and its text in a frame that can do nothing.
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { ReceivedMessage } from '../../../services/generated/control/index.ts';
import { CodeBlock, Tabs } from '../../shared/components.tsx';
import { timeText } from '../parts.tsx';
import { emailDocument } from './email-document.ts';

type Part = 'shown' | 'text' | 'source';

const LABELS: Readonly<Record<Part, string>> = { shown: 'Email', text: 'Text', source: 'HTML' };

export function Email({ message, loads }: { message: ReceivedMessage; loads: boolean }): JSX.Element {
  const { content, address, sent_at, title } = message;
  const { from = message.service, subject, html, text } = content;
  const parts = (['shown', 'text', 'source'] as const).filter((part) => (part === 'text' ? text : html) !== undefined);
  const [chosen, choose] = useState<string>();
  const id = useId();
  const current = parts.find((part) => `${id}-${part}` === chosen) ?? parts[0] ?? 'text';
  return (
    <article class="mail" aria-label={`Email: ${title}`}>
      <header class="mail-head">
        <p class="mail-subject">{subject ?? 'Without a subject'}</p>
        <dl>
          <dt>From</dt>
          <dd>{from}</dd>
          <dt>To</dt>
          <dd>{address}</dd>
          <dt>Sent</dt>
          <dd>
            <time>{timeText(sent_at)}</time>
          </dd>
        </dl>
      </header>
      {parts.length > 1 && (
        <Tabs
          label="Parts of the email"
          current={`${id}-${current}`}
          onSelect={choose}
          tabs={parts.map((part) => ({ id: `${id}-${part}`, label: LABELS[part] }))}
        />
      )}
      <div
        class="mail-body"
        {...(parts.length > 1 ? { role: 'tabpanel', id: `${id}-${current}-panel`, 'aria-label': LABELS[current] } : {})}
      >
        {current === 'shown' && <Frame html={html ?? ''} title={`Email: ${title}`} loads={loads} />}
        {current === 'text' && <p class="mail-text">{text ?? ''}</p>}
        {current === 'source' && <CodeBlock code={html ?? ''} label="HTML of the email" />}
      </div>
    </article>
  );
}

function Frame({ html, title, loads }: { html: string; title: string; loads: boolean }): JSX.Element {
  const { document: text } = useMemo(() => emailDocument(html, loads), [html, loads]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [hasFocus, setFocus] = useState(false);
  // A frame whose document has the focus is no `:focus` to styles. The window loses the focus to the frame, and gets it back.
  useEffect(() => {
    const look = (): void => setFocus(frame.current !== null && document.activeElement === frame.current);
    window.addEventListener('blur', look);
    window.addEventListener('focus', look);
    return () => {
      window.removeEventListener('blur', look);
      window.removeEventListener('focus', look);
    };
  }, []);
  return (
    <iframe
      // A frame that has loaded one document keeps its policy; another one gets a frame of its own.
      key={text}
      ref={frame}
      class={hasFocus ? 'mail-frame has-focus' : 'mail-frame'}
      sandbox=""
      srcdoc={text}
      title={title}
      referrerpolicy="no-referrer"
    />
  );
}
