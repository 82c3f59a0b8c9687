// A request that a receiver of the reader's gets, of a webhook or a callback, and what the receiver may answer. The console sends one.
import { isJson } from '@octavo/runtime/facts';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ArrivalData } from '../../generator/docs/console/data.ts';
import { hashOf } from '../console/route.ts';
import { CodeBlock, Method, Tabs } from '../shared/components.tsx';
import { siteRoot } from '../shared/site-root.ts';
import { Example } from './responses.tsx';

export function Arrival({ data }: { data: ArrivalData }): JSX.Element {
  return (
    <>
      <Request data={data} />
      {data.responses.length > 0 && <Answers data={data} />}
    </>
  );
}

function Request({ data }: { data: ArrivalData }): JSX.Element {
  const { kind, document, id, method, expression, head, contentType, bodies } = data;
  const [chosen, choose] = useState(0);
  const body = bodies[chosen];
  return (
    <section class="panel" aria-label={`Request of the ${kind} ${id}`}>
      <header>
        <Method name={method} />
        <code class="address">{expression ?? id}</code>
        <span class="fact">{kind}, arrives at your receiver</span>
      </header>
      {bodies.length > 1 && (
        <div class="content">
          <select
            class="input"
            aria-label={`Example of ${id}`}
            value={String(chosen)}
            onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          >
            {bodies.map(({ label }, index) => (
              <option key={label} value={String(index)}>
                {label}
              </option>
            ))}
          </select>
        </div>
      )}
      <CodeBlock code={head} label={`Head of ${id}`} />
      {body !== undefined && (
        <CodeBlock code={body.text} language={isJson(contentType ?? '') ? 'json' : undefined} label={`Body of ${id}`} />
      )}
      <div class="content">
        {body === undefined && contentType !== undefined && <p class="hint">Its body is {contentType}.</p>}
        <p class="calls">
          <a href={`${siteRoot()}console.html${hashOf({ service: document.id, kind, id })}`}>Send it to a receiver of yours</a>
        </p>
      </div>
    </section>
  );
}

function Answers({ data: { kind, id, responses } }: { data: ArrivalData }): JSX.Element {
  const [chosen, choose] = useState(responses[0]?.status ?? '');
  const shown = responses.find(({ status }) => status === chosen);
  // An operation has tabs of its own in the same tree.
  const tabOf = (status: string): string => `${id}-${status}`;
  return (
    <section class="panel" aria-label={`Response to the ${kind} ${id}`}>
      <header>
        <h3>Your response</h3>
      </header>
      <Tabs
        label={`Responses to ${id} by status`}
        tabs={responses.map(({ status }) => ({ id: tabOf(status), label: status }))}
        current={tabOf(chosen)}
        onSelect={(tab) => choose(tab.slice(tabOf('').length))}
      />
      <div id={`${tabOf(chosen)}-panel`} role="tabpanel" aria-label={`Response ${chosen} to ${id}`}>
        {shown !== undefined && <Example response={shown} label={`Example of ${chosen} to ${id}`} />}
      </div>
    </section>
  );
}
