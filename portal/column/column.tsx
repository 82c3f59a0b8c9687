// The column beside an operation of the reference: its request as code, the responses, and Send; beside a webhook, the request that arrives. It is an
// element with a shadow tree, since Redocly's page has styles for everything around it.
import './column.css';
import { type JSX, render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ArrivalData, ColumnData } from '../../generator/docs/console/data.ts';
import { ConfirmAddress } from '../console/confirm-address.tsx';
import { firstAlternative, knownCredentials, schemesOf, usedCredentials } from '../console/request/credentials.ts';
import { useCredentials } from '../console/request/use-credentials.ts';
import { useServer } from '../console/request/use-server.ts';
import { Button } from '../shared/components.tsx';
import { type DevStatus, fetchStatus } from '../shared/site.ts';
import { siteRoot } from '../shared/site-root.ts';
import { useStatus } from '../shared/use-status.ts';
import { Arrival } from './arrival.tsx';
import type { Own } from './own.ts';
import { Responses } from './responses.tsx';
import { Sample } from './sample.tsx';
import { Target } from './target.tsx';
import { useCall } from './use-call.ts';

function Column({ data, first }: { data: ColumnData; first: DevStatus | undefined }): JSX.Element {
  const { document, operation } = data;
  const followed = useStatus(first);
  const { status } = followed;
  const [wanted, chooseServer] = useState<string>();
  const [wantedAlternative, chooseAlternative] = useState<number>();
  const [own, setOwn] = useState<Own>();
  const [asks, ask] = useState(false);
  const chosen = useServer(document, operation, status, wanted);
  const [credentials, chooseCredential] = useCredentials(document, status);
  const known = useMemo(() => knownCredentials(document, status), [document, status]);
  const alternative = wantedAlternative ?? firstAlternative(document, operation, credentials);
  const used = usedCredentials(schemesOf(document, operation, alternative), credentials);
  const call = useCall(data, own);
  const { server } = chosen;
  const send = (confirmed?: string): void => {
    if (server === undefined) return;
    ask(server.isRemote && confirmed === undefined);
    if (!server.isRemote || confirmed !== undefined) void call.send(server, used, confirmed);
  };
  return (
    <div class="column">
      <Target
        data={data}
        chosen={chosen}
        followed={followed}
        isWaiting={call.isWaiting}
        alternative={alternative}
        known={known}
        credentials={credentials}
        own={own}
        onOwn={setOwn}
        onAlternative={chooseAlternative}
        onChange={chooseCredential}
        onServer={chooseServer}
        onSend={() => send()}
      />
      <Sample data={data} url={server?.url} alternative={alternative} own={own} />
      <Responses data={data} call={call} onRetry={server === undefined ? undefined : () => send()} />
      {data.callbacks.map((callback) => (
        <Arrival key={callback.id} data={callback} />
      ))}
      {asks && server !== undefined && (
        <ConfirmAddress url={server.url} used={Object.keys(used)} onCancel={() => ask(false)} onConfirm={send} />
      )}
    </div>
  );
}

function Received({ data }: { data: ArrivalData }): JSX.Element {
  return (
    <div class="column">
      <Arrival data={data} />
    </div>
  );
}

class OctavoColumn extends HTMLElement {
  readonly #tree = this.attachShadow({ mode: 'open' });
  readonly #root = document.createElement('div');

  connectedCallback(): void {
    if (this.#tree.firstChild === null) {
      const styles = document.createElement('link');
      styles.rel = 'stylesheet';
      styles.href = `${siteRoot()}assets/column.css`;
      this.#root.className = 'root';
      this.#tree.append(styles, this.#root);
    }
    void this.#load();
  }

  disconnectedCallback(): void {
    render(null, this.#root);
  }

  async #load(): Promise<void> {
    try {
      const [response, first] = await Promise.all([fetch(`operations/${this.dataset.operation}.json`), fetchStatus()]);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const data = (await response.json()) as ColumnData | ArrivalData;
      render(data.kind === 'operation' ? <Column data={data} first={first} /> : <Received data={data} />, this.#root);
    } catch (error) {
      render(
        <p class="notice bad" role="alert">
          The samples could not be loaded: {error instanceof Error ? error.message : String(error)}.{' '}
          <Button onClick={() => this.#load()}>Try again</Button>
        </p>,
        this.#root,
      );
    }
  }
}

customElements.define('octavo-column', OctavoColumn);
