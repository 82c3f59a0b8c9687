// The page of an operation: its form, and beside it the documentation, the response, the request as code and the history.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConsoleOperation } from '../../generator/docs/console/data.ts';
import { BasisNote } from '../shared/basis-note.tsx';
import { Badge, Button, Method, Tabs } from '../shared/components.tsx';
import { copyText } from '../shared/copy.ts';
import type { DevStatus, LiveCredential } from '../shared/site.ts';
import { isDev } from '../shared/site.ts';
import { toast } from '../shared/toast.ts';
import { AnswerView } from './answer/answer-view.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import type { Loaded } from './contract.ts';
import { CredentialsView } from './credentials-view.tsx';
import { DocsView } from './docs-view.tsx';
import { RequestForm } from './form/request-form.tsx';
import { Verdict } from './form/verdict.tsx';
import { HistoryView } from './history-view.tsx';
import { encodeRequestLink } from './link.ts';
import { type OperationState, useOperation } from './operation-state.ts';
import { knownClients, schemesOf } from './request/credentials.ts';
import type { Credentials } from './request/exchange.ts';
import { failureOf, placeOf } from './request/servers.ts';
import { hashOf } from './route.ts';
import { CodeView } from './samples/code-view.tsx';
import { ServerSelect } from './server-select.tsx';

export interface OperationViewProps {
  readonly loaded: Loaded;
  readonly operation: ConsoleOperation;
  readonly status: DevStatus | undefined;
  readonly known: readonly LiveCredential[];
  readonly credentials: Credentials;
  readonly onCredential: (scheme: string, value: Credentials[string]) => void;
  /** The request of a link. */
  readonly linked?: string | undefined;
  /** A request of the sandbox's log that a link gives. */
  readonly logged?: string | undefined;
  /** Values of path parameters that a link gives. */
  readonly path?: Readonly<Record<string, string>> | undefined;
}

type Side = 'docs' | 'answer' | 'code' | 'history';

export function OperationView(props: OperationViewProps): JSX.Element {
  const { loaded, operation, status, credentials, linked, logged, path } = props;
  const state = useOperation(loaded, operation, status, credentials, { request: linked, logged, path });
  const [side, show] = useState<Side>('docs');
  const [asks, ask] = useState(false);
  const { server } = state;
  const beside = useRef<HTMLDivElement>(null);

  const send = (confirmed?: string): void => {
    if (server === undefined) return;
    if (server.isRemote && confirmed === undefined) {
      ask(true);
      return;
    }
    ask(false);
    show('answer');
    state.send(confirmed);
    // In one column, the response is below the form.
    if (window.matchMedia('(max-width: 1100px)').matches) beside.current?.scrollIntoView();
  };
  // The listener changes together with the page: one of `useEffect` comes after the next paint, and until then sends the input of the stroke before.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      send();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return (
    <article class="operation-view" aria-labelledby="operation-title">
      <Header operation={operation} />
      <SendBar state={state} onSend={() => send()} service={loaded.document.id} operation={operation} failure={failureOf(status)} />
      <div class="columns">
        <div class="request">
          <CredentialsView
            document={loaded.document}
            operation={operation}
            alternative={state.alternative}
            known={props.known}
            credentials={credentials}
            server={server}
            clients={knownClients(loaded.document, status)}
            onAlternative={state.chooseAlternative}
            onChange={props.onCredential}
          />
          <RequestForm operation={operation} input={state.input} form={state.form} onType={state.chooseType} />
        </div>
        <div class="side" ref={beside}>
          <Sides {...props} state={state} side={side} onSide={show} />
        </div>
      </div>
      {asks && server !== undefined && (
        <ConfirmAddress url={server.url} used={Object.keys(state.used)} onCancel={() => ask(false)} onConfirm={send} />
      )}
    </article>
  );
}

function Header({ operation }: { operation: ConsoleOperation }): JSX.Element {
  const { method, path, id, summary, deprecated, kind, basis } = operation;
  return (
    <header class="operation-head">
      <h1 id="operation-title">{summary}</h1>
      <p class="address">
        <Method name={method} /> <code>{kind === 'operation' ? path : id}</code>{' '}
        {kind !== 'operation' && <Badge tone="accent">{kind}</Badge>} {deprecated && <Badge tone="warn">deprecated</Badge>}{' '}
        {basis !== undefined && <BasisNote basis={basis} />}
      </p>
    </header>
  );
}

/** Where the request goes, how it looks now, and the button that sends it. */
function SendBar({
  state,
  onSend,
  service,
  operation,
  failure,
}: {
  state: OperationState;
  onSend: () => void;
  /** Why no live service runs. */
  failure: string | undefined;
  service: string;
  operation: ConsoleOperation;
}): JSX.Element {
  const { servers, server, isLiveGone, prepared, unwritten, issues, input } = state;
  const link = async (): Promise<void> => {
    const request = encodeRequestLink({ input, ...(server === undefined ? {} : { server: server.id }) });
    const hash = hashOf({ service, kind: operation.kind, id: operation.id, ...(request === undefined ? {} : { request }) });
    toast(
      (await copyText(new URL(hash, window.location.href).href))
        ? 'The link is copied. It holds no credentials.'
        : 'The link could not be copied.',
    );
  };
  return (
    <div class="send-bar">
      <ServerSelect chosen={state} onChoose={state.chooseServer} />
      <button
        type="button"
        class="button primary"
        onClick={onSend}
        disabled={server === undefined || unwritten !== undefined}
        aria-disabled={state.isWaiting || undefined}
      >
        Send
      </button>
      <Button onClick={link}>Copy link</Button>
      <Button look="quiet" onClick={state.reset}>
        Reset
      </Button>
      <p class="url" data-testid="url">
        {isLiveGone ? (
          <span class="fault">No server is chosen.</span>
        ) : unwritten === undefined ? (
          <code>{prepared === undefined ? '…' : masked(prepared.url, state)}</code>
        ) : (
          <span class="fault">{unwritten}</span>
        )}
      </p>
      <div role="status">
        {isLiveGone && (
          <p class="notice warn live-gone">
            The live service does not run{failure === undefined ? '' : `: ${failure}`} Choose another server to go on, or wait: this page
            goes back to it when it runs again.
          </p>
        )}
        {!isLiveGone && failure !== undefined && server !== undefined && server.id !== 'live' && (
          <p class="notice warn live-gone">
            No live service runs: {failure} Requests go to {placeOf(server)}.
          </p>
        )}
      </div>
      <p class="request-verdict" aria-live="polite">
        <Verdict issues={issues} />
      </p>
      {!isDev && (
        <p class="hint">
          This page sends with your browser, so the service must allow it (CORS). <code>octavo dev</code> sends without that, and knows
          mocks and live services.
        </p>
      )}
      {servers.length === 0 && <p class="notice warn">The document names no server, and no mock runs. Start octavo dev to have one.</p>}
    </div>
  );
}

/** The URL without the secrets in it. */
function masked(url: string, { used }: OperationState): string {
  const secrets = Object.values(used).flatMap((value) => (typeof value === 'string' ? [value] : Object.values(value)));
  return secrets.filter((secret) => secret.length > 2).reduce((text, secret) => text.replaceAll(encodeURIComponent(secret), '•••'), url);
}

const SIDES: readonly { readonly id: Side; readonly label: string }[] = [
  { id: 'docs', label: 'Documentation' },
  { id: 'answer', label: 'Response' },
  { id: 'code', label: 'Code' },
  { id: 'history', label: 'History' },
];

function Sides({
  loaded,
  operation,
  state,
  side,
  onSide,
}: OperationViewProps & { state: OperationState; side: Side; onSide: (side: Side) => void }): JSX.Element {
  const { document } = loaded;
  const schemes = useMemo(() => schemesOf(document, operation, state.alternative), [document, operation, state.alternative]);
  return (
    <>
      <Tabs label="Beside the form" tabs={SIDES} current={side} onSelect={(id) => onSide(id as Side)} />
      <div id={`${side}-panel`} role="tabpanel" class="side-panel" aria-label={SIDES.find(({ id }) => id === side)?.label}>
        {side === 'docs' && <DocsView document={document} operation={operation} />}
        {side === 'answer' &&
          (state.run === undefined ? (
            <p class="hint">
              Nothing is sent yet. Choose <b>Send</b> above, or press <kbd>Ctrl</kbd> <kbd>Enter</kbd>.
            </p>
          ) : (
            <AnswerView run={state.run} onStop={state.stop} />
          ))}
        {side === 'code' && (
          <CodeView
            loaded={loaded}
            operation={operation}
            input={state.input}
            baseUrl={state.server?.url ?? ''}
            schemes={schemes}
            credentials={state.used}
          />
        )}
        {side === 'history' && <HistoryView service={document.id} operation={operation.id} />}
      </div>
    </>
  );
}
