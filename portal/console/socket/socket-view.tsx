// The page of a socket: connects, sends messages that are made in a form, and shows what comes, checked by the generated validators.
import type { JSX } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { ConsoleSocket } from '../../../generator/docs/console/data.ts';
import { Badge, Button, Dialog, Field } from '../../shared/components.tsx';
import type { DevStatus } from '../../shared/site.ts';
import type { Loaded } from '../contract.ts';
import { laidOut } from '../editor/json-editor.tsx';
import { Markdown } from '../markdown.tsx';
import type { Credentials } from '../request/exchange.ts';
import { isLoopback } from '../request/send.ts';
import { baseUrlOf } from '../request/servers.ts';
import { addressOf, knownVariables, variablesOf } from './address.ts';
import { createConnection, type Judge, type SocketConnection, type SocketMessage } from './connection.ts';
import { MessageForm } from './message-form.tsx';

export interface SocketViewProps {
  readonly loaded: Loaded;
  readonly socket: ConsoleSocket;
  readonly status: DevStatus | undefined;
  readonly credentials: Credentials;
}

/** Open connections by document and socket. */
const connections = new Map<string, SocketConnection>();

function connectionOf({ document, contract }: Loaded, socket: ConsoleSocket): SocketConnection {
  const name = `${document.id}/${socket.key}`;
  const judge: Judge = (message, value) => (message === undefined ? [] : contract.faultsOf(message.validator, value));
  const known = connections.get(name) ?? createConnection(socket, judge);
  connections.set(name, known);
  return known;
}

export function SocketView({ loaded, socket, status, credentials }: SocketViewProps): JSX.Element {
  const { document } = loaded;
  const connection = connectionOf(loaded, socket);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Before the next paint, so that no message comes between the drawing and the subscription.
  useLayoutEffect(() => connection.subscribe(() => redraw(undefined)), [connection]);
  const { phase, messages } = connection.state();
  const { summary = socket.key, description, sends } = socket;
  return (
    <article class="operation-view" aria-labelledby="operation-title">
      <header class="operation-head">
        <h1 id="operation-title">{summary}</h1>
        <p class="address">
          <span class="method">WS</span> <code>{socket.path}</code> <Badge tone="accent">socket</Badge>
        </p>
        {description !== undefined && <Markdown text={description} />}
      </header>
      <div class="columns">
        <div class="request">
          <Address
            socket={socket}
            baseUrl={baseUrlOf(document, status)}
            known={knownVariables(socket, credentials)}
            phase={phase}
            onOpen={connection.open}
            onClose={connection.close}
          />
          {sends !== undefined && <MessageForm {...{ loaded, socket, credentials, connection }} message={sends} />}
        </div>
        <div class="side">
          <Messages messages={messages} onClear={connection.clear} />
        </div>
      </div>
    </article>
  );
}

interface AddressProps {
  readonly socket: ConsoleSocket;
  readonly baseUrl: string;
  readonly known: Readonly<Record<string, string>>;
  readonly phase: 'closed' | 'opening' | 'open';
  readonly onOpen: (url: string) => void;
  readonly onClose: () => void;
}

function Address({ socket, baseUrl, known, phase, onOpen, onClose }: AddressProps): JSX.Element {
  const [given, give] = useState<Readonly<Record<string, string>>>({});
  const [base, setBase] = useState<string>();
  const [asks, ask] = useState(false);
  const values = { ...known, ...given };
  const url = addressOf(base ?? baseUrl, socket, values);
  const isRemote = !isLoopback(url.replace(/^ws/, 'http'));
  const isReady = URL.canParse(url) && variablesOf(socket).every((name) => (values[name] ?? '') !== '');
  return (
    <section class="part" aria-label="Connection">
      <h2>Connection</h2>
      <Field label="Server">
        {(control) => (
          <input {...control} class="input code" value={base ?? baseUrl} onInput={({ currentTarget }) => setBase(currentTarget.value)} />
        )}
      </Field>
      {variablesOf(socket).map((name) => (
        <Field key={name} label={name} hint="This is a part of the address.">
          {(control) => (
            <input
              {...control}
              class="input code"
              value={values[name] ?? ''}
              onInput={({ currentTarget }) => give({ ...given, [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
      <p class="url">
        <code>{url}</code>
      </p>
      <div class="row" aria-live="polite">
        {phase === 'closed' ? (
          <Button look="primary" disabled={!isReady} onClick={() => (isRemote ? ask(true) : onOpen(url))}>
            Connect
          </Button>
        ) : (
          <Button onClick={onClose}>Disconnect</Button>
        )}
        <Badge tone={phase === 'open' ? 'good' : 'neutral'}>{phase}</Badge>
        <span class="hint">The connection stays open while you use other operations.</span>
      </div>
      {asks && (
        <Dialog title="Connect outside this machine?" onClose={() => ask(false)}>
          <p>
            The connection goes to <code>{new URL(url).host}</code>.
          </p>
          <div class="row">
            <Button
              look="primary"
              onClick={() => {
                ask(false);
                onOpen(url);
              }}
            >
              Connect
            </Button>
            <Button onClick={() => ask(false)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Messages({ messages, onClear }: { messages: readonly SocketMessage[]; onClear: () => void }): JSX.Element {
  return (
    <section class="part" aria-label="Messages">
      <div class="part-head">
        <h2>Messages</h2>
        {messages.length > 0 && (
          <button type="button" class="button small" onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      {messages.length === 0 && <p class="hint">What you send and receive appears here, the newest first.</p>}
      <ol class="socket-messages" aria-live="polite">
        {messages.toReversed().map(({ direction, at, text, faults }, index) => (
          <li key={String(messages.length - index)} class={direction}>
            <p>
              <Badge tone={direction === 'sent' ? 'accent' : direction === 'received' ? 'good' : 'neutral'}>{direction}</Badge>{' '}
              <time class="fact">{new Date(at).toLocaleTimeString()}</time> {faults.length > 0 && <Badge tone="bad">✗ {faults[0]}</Badge>}
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reached by keyboard. */}
            <pre tabIndex={0}>{direction === 'note' ? text : laidOutText(text)}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** JSON with the JSON in its `data`, where that is text: many protocols nest it so. */
function laidOutText(text: string): string {
  try {
    const value = JSON.parse(text) as { readonly data?: unknown };
    return laidOut(typeof value.data === 'string' ? { ...value, data: nested(value.data) } : value);
  } catch {
    return text;
  }
}

function nested(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
