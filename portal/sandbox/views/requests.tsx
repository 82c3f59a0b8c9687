// Requests as they come: what a client sent, what it was answered, and which line of the schema it broke.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LoggedRequest } from '../../../services/generated/control/index.ts';
import { LONGEST_LINK, toBase64url } from '../../shared/base64url.ts';
import { Badge, Button, CodeBlock, Method } from '../../shared/components.tsx';
import { copyText } from '../../shared/copy.ts';
import { toast } from '../../shared/toast.ts';
import { BrokenLines } from '../broken-lines.tsx';
import { bodyOf, messageOf } from '../control.ts';
import { curlOf } from '../curl.ts';
import { attempt, Choice, Empty, HeaderLines, Log, prettyText, ServiceChoice, Shown, timeText, ViewHead } from '../parts.tsx';
import { useRequests } from '../use-requests.ts';
import type { ViewProps } from '../view-props.ts';

const TONES = { answered: 'good', refused: 'warn', failed: 'bad' } as const;

export function RequestsView({ control, services }: ViewProps): JSX.Element {
  const { requests, isLive, error, forget } = useRequests(control);
  const [document, setDocument] = useState('');
  const [verdict, setVerdict] = useState('');

  const clear = () =>
    attempt('All requests are forgotten.', async () => {
      bodyOf(await control.clearRequests(), 204);
      forget();
    });

  return (
    <>
      <ViewHead
        title="Requests"
        about="Every request that clients send to the services appears here as it comes, with its answer. Credentials are left out."
      >
        <span role="status">
          <Badge tone={isLive ? 'good' : 'neutral'}>{isLive ? 'Live' : 'Connecting…'}</Badge>
        </span>
        <Button onClick={clear}>Clear</Button>
      </ViewHead>
      <div class="filters">
        <ServiceChoice services={services} value={document} onChange={setDocument} />
        <Choice
          label="Verdict"
          value={verdict}
          onChange={setVerdict}
          options={[
            ['', 'All verdicts'],
            ['answered', 'Answered'],
            ['refused', 'Refused'],
            ['failed', 'Failed'],
          ]}
        />
      </div>
      <Shown of={{ value: requests, error: error && `${error} This page connects again by itself.`, isCurrent: true }}>
        {(all) => {
          const wanted = all.filter((one) => (document === '' || one.document === document) && (verdict === '' || one.verdict === verdict));
          if (all.length === 0)
            return (
              <Empty>
                No request yet. Send one in the <a href="console.html">console</a> or with your client, and it appears here.
              </Empty>
            );
          if (wanted.length === 0) return <Empty>No request fits these filters.</Empty>;
          return (
            <Log
              items={wanted}
              row={(one) => (
                <>
                  <time class="soft">{timeText(one.answered_at).slice(11)}</time>
                  <span class="status" data-class={String(one.answer.status)[0]}>
                    {one.answer.status}
                  </span>
                  <Method name={one.method} />
                  <span class="target">{one.target}</span>
                  <span class="soft">{one.document}</span>
                  <Badge tone={TONES[one.verdict]}>{one.verdict}</Badge>
                </>
              )}
              details={(one) => <Details request={one} {...{ control, services }} />}
            />
          );
        }}
      </Shown>
    </>
  );
}

function Details({ request, control, services }: Pick<ViewProps, 'control' | 'services'> & { request: LoggedRequest }): JSX.Element {
  const { id, method, target, operation, document, headers, body, answer, reasons, issues, milliseconds, sandbox_time } = request;
  // The lines of the schema that are broken say the others.
  const others = reasons.filter((reason) => operation === undefined || !issues.some(({ message }) => message === reason));
  const isInConsole = services.some(({ id: known }) => known === document) && operation !== undefined;
  const copy = async (): Promise<void> => {
    try {
      const { services: running } = bodyOf(await control.getSandbox(), 200);
      const base = running.flatMap(({ documents }) => documents).find(({ name }) => name === document)?.base_url;
      const isCopied = await copyText(curlOf(request, base));
      toast(isCopied ? 'The command is copied. Write your credential in the place of CREDENTIAL.' : 'The browser did not allow the copy.');
    } catch (error) {
      toast(messageOf(error));
    }
  };
  return (
    <div class="log-details">
      <div class="row">
        <Button
          onClick={() => attempt('The request was sent again.', async () => bodyOf(await control.replayRequest({ path: { id } }), 200))}
        >
          Send again
        </Button>
        <Button onClick={copy}>Copy as curl</Button>
        {isInConsole && (
          <a class="button" href={consoleLink(request)}>
            Change it in the console
          </a>
        )}
      </div>
      <dl class="facts">
        <dt>Address</dt>
        <dd>
          <code>
            {method} {target}
          </code>
        </dd>
        <dt>Operation</dt>
        <dd>{operation ?? 'The document has none for this address.'}</dd>
        <dt>Sandbox clock</dt>
        <dd>{timeText(sandbox_time)}</dd>
        {milliseconds !== undefined && (
          <>
            <dt>Handler</dt>
            <dd>{milliseconds.toFixed(1)} ms</dd>
          </>
        )}
        <dt>Identifier</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      {others.length > 0 && (
        <>
          <h2>Why</h2>
          <ul class="reasons">
            {others.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      {issues.length > 0 && operation !== undefined && <BrokenLines document={document} operation={operation} issues={issues} />}
      <div class="two">
        <section>
          <h2>Request</h2>
          <HeaderLines headers={headers} />
          {body !== undefined && <CodeBlock code={prettyText(body)} label="Body of the request" />}
        </section>
        <section>
          <h2>Answer {answer.status}</h2>
          <HeaderLines headers={answer.headers} />
          {answer.body !== undefined && <CodeBlock code={prettyText(answer.body)} label="Body of the answer" />}
        </section>
      </div>
    </div>
  );
}

/** Opens the operation with the request in its form; without the request, where that is too long for a link. */
function consoleLink({ document, operation = '', target, headers, body }: LoggedRequest): string {
  const place = `console.html#/${encodeURIComponent(document)}/${encodeURIComponent(operation)}`;
  const log = toBase64url(JSON.stringify({ target, headers, ...(body === undefined ? {} : { body }) }));
  return log.length > LONGEST_LINK ? place : `${place}?log=${log}`;
}
