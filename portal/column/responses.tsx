// The response that came, and the examples of the document, by status, as tabs.
import { isJson } from '@octavo/runtime/facts';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ColumnData, ColumnResponse } from '../../generator/docs/console/data.ts';
import { placeOf } from '../console/request/servers.ts';
import { Button, CodeBlock, Tabs } from '../shared/components.tsx';
import type { Call } from './use-call.ts';

export interface ResponsesProps {
  readonly data: ColumnData;
  readonly call: Call;
  /** Absent where nothing can be sent now. */
  readonly onRetry: (() => void) | undefined;
}

/** The tab of the response that came. */
const CAME = 'came';

export function Responses({ data: { operation, responses }, call, onRetry }: ResponsesProps): JSX.Element {
  const { run } = call;
  const [chosen, choose] = useState<string>();
  const isSent = run !== undefined;
  useEffect(() => {
    if (isSent) choose(CAME);
  }, [isSent, run?.phase === 'sending']);
  const current = chosen ?? responses[0]?.status ?? '';
  const shown = responses.find(({ status }) => status === current);
  const tabs = [...(isSent ? [{ id: CAME, label: 'Yours' }] : []), ...responses.map(({ status }) => ({ id: status, label: status }))];
  return (
    <section class="panel" aria-label={`Response of ${operation.id}`}>
      <header>
        <h3>{current === CAME ? 'Response' : 'Response, as an example'}</h3>
        {current === CAME && call.to !== undefined && <span class="fact">from {placeOf(call.to)}</span>}
      </header>
      <Tabs label="Responses by status" tabs={tabs} current={current} onSelect={choose} />
      <div id={`${current}-panel`} role="tabpanel" aria-label={current === CAME ? 'The response that came' : `Example of ${current}`}>
        {current === CAME && <Came call={call} onRetry={onRetry} />}
        {shown !== undefined && <Example response={shown} label={`Example of ${shown.status} of ${operation.id}`} />}
      </div>
    </section>
  );
}

/** The example of a status, or what its body is. */
export function Example({ response, label }: { response: ColumnResponse; label: string }): JSX.Element {
  const { description, contentType, example } = response;
  return (
    <>
      <p class="about">{description}</p>
      {example !== undefined && <CodeBlock code={example} language={isJson(contentType ?? '') ? 'json' : undefined} label={label} />}
      {example === undefined && <p class="about hint">{contentType === undefined ? 'It has no body.' : `Its body is ${contentType}.`}</p>}
    </>
  );
}

function Came({ call: { run, engine, stop }, onRetry }: Pick<ResponsesProps, 'call' | 'onRetry'>): JSX.Element | null {
  if (run === undefined) return null;
  const { phase, error } = run;
  return (
    <div class="content">
      {engine !== undefined ? (
        <engine.AnswerView run={run} onStop={stop} />
      ) : error === undefined ? (
        <p class="hint" role="status">
          Waiting for the response…
        </p>
      ) : (
        <p class="notice bad" role="alert">
          {error.message}
        </p>
      )}
      {phase === 'failed' && onRetry !== undefined && (
        <p class="hint">
          <Button onClick={onRetry}>Try again</Button>
        </p>
      )}
    </div>
  );
}
