// Shows the response: status, time, size, the verdict of the validators, the body, the headers and the request as it was sent.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Badge, CodeBlock, Tabs, type Tone } from '../../shared/components.tsx';
import { laidOut } from '../editor/json-editor.tsx';
import type { Verdict } from '../request/exchange.ts';
import { bytesOf, type Run } from '../request/run.ts';
import type { PreparedRequest } from '../request/send.ts';
import { BodyView } from './body-view.tsx';

export function AnswerView({ run, onStop }: { run: Run; onStop: () => void }): JSX.Element {
  const { phase, answer, verdict, error, size, milliseconds, count, request } = run;
  const isOpen = phase === 'sending' || phase === 'receiving';
  return (
    <div class="answer">
      <div class="answer-head" aria-live="polite">
        {answer !== undefined && (
          <>
            <Badge tone={toneOf(answer.status)}>
              {answer.status} {answer.statusText}
            </Badge>
            <span class="fact">{milliseconds ?? answer.milliseconds} ms</span>
            <span class="fact">{sizeText(size)}</span>
          </>
        )}
        {count > 0 && <span class="fact">{count === 1 ? '1 item' : `${count} items`}</span>}
        {isOpen && (
          <>
            <span class="fact">{phase === 'sending' ? 'Waiting for the response…' : 'Receiving…'}</span>
            <button type="button" class="button small" onClick={onStop}>
              Stop
            </button>
          </>
        )}
        {phase === 'stopped' && <Badge>stopped</Badge>}
        {verdict !== undefined && <VerdictBadge verdict={verdict} />}
      </div>
      {error !== undefined && (
        <p class="notice bad" role="alert">
          {error.message}
        </p>
      )}
      {verdict?.kind === 'invalid' && <Faults verdict={verdict} />}
      {answer !== undefined && <Parts run={run} headers={answer.headers} />}
      {answer === undefined && request !== undefined && error !== undefined && <SentRequest request={request} />}
    </div>
  );
}

function VerdictBadge({ verdict }: { verdict: Verdict }): JSX.Element {
  return verdict.kind === 'valid' ? (
    <Badge tone="good">✓ as the document declares</Badge>
  ) : (
    <Badge tone="bad">✗ not as the document declares</Badge>
  );
}

function Faults({ verdict }: { verdict: Extract<Verdict, { kind: 'invalid' }> }): JSX.Element {
  const { issues, message } = verdict;
  return (
    <div class="notice bad" role="alert">
      {issues.length === 0 ? (
        message
      ) : (
        <ul>
          {issues.map(({ path, message: text }) => (
            <li key={path + text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Part = 'body' | 'items' | 'headers' | 'sent';

function Parts({ run, headers }: { run: Run; headers: PreparedRequest['headers'] }): JSX.Element {
  const { count, items, verdict, request } = run;
  const [wanted, choose] = useState<Part>();
  const part = wanted ?? (count > 0 ? 'items' : 'body');
  const bytes = useMemo(() => bytesOf(run), [run.body]);
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const tabs = [
    ...(count > 0 ? [{ id: 'items', label: 'Items' }] : []),
    { id: 'body', label: 'Body' },
    { id: 'headers', label: `Headers (${headers.length})` },
    { id: 'sent', label: 'Request' },
  ];
  return (
    <>
      <Tabs label="Parts of the response" tabs={tabs} current={part} onSelect={(id) => choose(id as Part)} />
      <div id={`${part}-panel`} role="tabpanel" aria-label={part}>
        {part === 'body' && <BodyView bytes={bytes} contentType={type} issues={verdict?.kind === 'invalid' ? verdict.issues : []} />}
        {part === 'headers' && <Pairs pairs={headers} />}
        {part === 'sent' && request !== undefined && <SentRequest request={request} />}
        {part === 'items' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard.
          <ol class="items" reversed start={count} tabIndex={0} aria-label="Items of the response">
            {items.toReversed().map(({ value, at }, index) => (
              <li key={String(count - index)}>
                <span class="fact">{at} ms</span>
                <pre>{laidOut(value)}</pre>
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

function Pairs({ pairs }: { pairs: PreparedRequest['headers'] }): JSX.Element {
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(([name, value], index) => (
            <tr key={`${name}${index}`}>
              <td>
                <code>{name}</code>
              </td>
              <td>
                <code>{value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SentRequest({ request }: { request: PreparedRequest }): JSX.Element {
  const { method, url, headers, body } = request;
  const lines = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const text = body === undefined ? '' : `\n\n${new TextDecoder().decode(body.subarray(0, 20_000))}`;
  return <CodeBlock label="The request as it was sent" code={lines.join('\n') + text} />;
}

function toneOf(status: number): Tone {
  if (status < 300) return 'good';
  return status < 400 ? 'accent' : status < 500 ? 'warn' : 'bad';
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
