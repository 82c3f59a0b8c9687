// One delivery: its attempts with what the receiver answered, the check of its signature, and sending it again.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Attempt } from '../../services/generated/control/index.ts';
import { Button, CodeBlock } from '../shared/components.tsx';
import { bodyOf } from './control.ts';
import { attempt, Empty, HeaderLines, prettyText, Shown, timeText } from './parts.tsx';
import { SignaturePanel } from './signature-panel.tsx';
import { useLoaded } from './use-loaded.ts';
import type { ViewProps } from './view-props.ts';

interface DeliveryDetailsProps extends Pick<ViewProps, 'control'> {
  readonly id: string;
  /** Changes when the delivery does, so that the attempts are loaded again. */
  readonly seen: string;
  readonly onReplay: () => void;
}

export function DeliveryDetails({ id, seen, control, onReplay }: DeliveryDetailsProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.getDelivery({ path: { id } }), 200), [id, seen]);
  const [chosen, choose] = useState<number>();
  const replay = async (): Promise<void> => {
    await attempt('The delivery is sent again.', async () => bodyOf(await control.replayDelivery({ path: { id } }), 202));
    choose(undefined);
    onReplay();
  };
  return (
    <div class="log-details">
      <div class="row">
        <Button onClick={replay}>Send again</Button>
      </div>
      <Shown of={loaded}>
        {({ log, payload, reason, due, state, service }) => {
          const shown = log.find(({ number }) => number === chosen) ?? log.at(-1);
          return (
            <>
              <dl class="facts">
                <dt>Identifier</dt>
                <dd>
                  <code>{id}</code>
                </dd>
                <dt>Service</dt>
                <dd>{service}</dd>
                {state === 'waiting' && (
                  <>
                    <dt>Next attempt</dt>
                    <dd>{timeText(due)} on the sandbox clock</dd>
                  </>
                )}
                {reason !== undefined && (
                  <>
                    <dt>Why it gave up</dt>
                    <dd>{reason}</dd>
                  </>
                )}
              </dl>
              <h2>Attempts</h2>
              {shown === undefined ? (
                <Empty>There was no attempt yet. The first is made when the sandbox clock reaches its time.</Empty>
              ) : (
                <Attempts log={log} shown={shown} onChoose={choose} />
              )}
              <SignaturePanel control={control} id={id} attempt={chosen} seen={seen} />
              {shown?.headers !== undefined && <Exchange shown={shown} />}
              <details class="fold">
                <summary>Payload as the service keeps it</summary>
                <CodeBlock code={JSON.stringify(payload, undefined, 2)} language="json" label="Payload" />
              </details>
            </>
          );
        }}
      </Shown>
    </div>
  );
}

function Attempts({ log, shown, onChoose }: { log: readonly Attempt[]; shown: Attempt; onChoose: (number: number) => void }): JSX.Element {
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Attempt</th>
            <th scope="col">Sandbox clock</th>
            <th scope="col">Outcome</th>
            <th scope="col">Answer</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {log.map(({ number, at, outcome, status, error, milliseconds }) => (
            <tr key={number} class={number === shown.number ? 'chosen' : undefined}>
              <td>
                <button type="button" class="button small" aria-pressed={number === shown.number} onClick={() => onChoose(number)}>
                  {number}
                </button>
              </td>
              <td>{timeText(at)}</td>
              <td>{outcome}</td>
              <td>{status ?? error ?? ''}</td>
              <td>{`${milliseconds}\u00A0ms`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows the request of an attempt and the receiver's answer, which often has the reason of a refusal. */
function Exchange({ shown: { number, headers = {}, status, answer, error } }: { shown: Attempt }): JSX.Element {
  return (
    <div class="two">
      <section>
        <h2>Headers of attempt {number}</h2>
        <HeaderLines headers={headers} />
      </section>
      <section>
        <h2>Answer of the receiver{status !== undefined && ` ${status}`}</h2>
        {answer === undefined ? (
          <p class="hint">{error ?? 'The sandbox did not keep the answer.'}</p>
        ) : (
          <>
            <HeaderLines headers={answer.headers} />
            {answer.body === '' ? (
              <p class="hint">The answer has no body.</p>
            ) : (
              <CodeBlock code={prettyText(answer.body)} label="Answer of the receiver" />
            )}
          </>
        )}
      </section>
    </div>
  );
}
