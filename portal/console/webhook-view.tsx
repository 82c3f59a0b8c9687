// The page of a webhook or a callback: its payload from the document's example, checked, signed, and sent to an address of the user's.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ConsoleOperation } from '../../generator/docs/console/data.ts';
import { Badge, Button, CodeBlock, Dialog, Field, Method } from '../shared/components.tsx';
import { isDev, type LiveCredential } from '../shared/site.ts';
import type { Loaded } from './contract.ts';
import { DocsView } from './docs-view.tsx';
import { RequestForm } from './form/request-form.tsx';
import { useForm } from './form/use-form.ts';
import { exampleInput } from './request/input.ts';
import { isLoopback, send } from './request/send.ts';
import { deliver, signatureOf } from './request/webhook.ts';

type Outcome = Awaited<ReturnType<typeof deliver>> | { readonly error: string };

/** The address and the secret of the last delivery; the secret is not kept anywhere else. */
const kept = { url: 'http://127.0.0.1:3000/webhooks', secret: '', key: '' };

function fillSecret(known: readonly LiveCredential[]): void {
  const pair = known.map(({ value }) => value).find((value) => typeof value === 'object' && value.secret !== undefined);
  if (kept.secret !== '' || typeof pair !== 'object') return;
  kept.secret = pair.secret ?? '';
  kept.key = pair.key ?? '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface WebhookViewProps {
  readonly loaded: Loaded;
  readonly operation: ConsoleOperation;
  /** The credentials that the live service gives out: one with a secret may be what it signs with. */
  readonly known: readonly LiveCredential[];
}

export function WebhookView({ loaded, operation, known }: WebhookViewProps): JSX.Element {
  const { document, contract } = loaded;
  useState(() => fillSecret(known));
  const [first] = useState(() => exampleInput(operation, document));
  const { input, issues, form, chooseType } = useForm(loaded, operation, first);
  const [outcome, setOutcome] = useState<Outcome | 'sending'>();
  const [asks, ask] = useState<string>();
  const deliverNow = async (confirmed?: string): Promise<void> => {
    if (!URL.canParse(kept.url)) {
      setOutcome({ error: `${kept.url} is not a URL.` });
      return;
    }
    if (!isLoopback(kept.url) && confirmed === undefined) {
      ask(new URL(kept.url).origin);
      return;
    }
    ask(undefined);
    setOutcome('sending');
    const options = { signal: AbortSignal.timeout(20_000), byServer: isDev, ...(confirmed === undefined ? {} : { confirmed }) };
    try {
      setOutcome(await deliver(contract, operation, input, kept, (request) => send(request, options)));
    } catch (error) {
      setOutcome({ error: options.signal.aborted ? 'The receiver did not answer within 20 seconds.' : messageOf(error) });
    }
  };
  return (
    <article class="operation-view" aria-labelledby="operation-title">
      <header class="operation-head">
        <h1 id="operation-title">{operation.summary}</h1>
        <p class="address">
          <Method name={operation.method} /> <code>{operation.id}</code> <Badge tone="accent">{operation.kind}</Badge>{' '}
          {operation.expression !== undefined && <code>{operation.expression}</code>}
        </p>
      </header>
      <div class="columns">
        <div class="request">
          <Receiver operation={operation} onSend={() => deliverNow()} issues={issues.map(({ message }) => message)} />
          <div aria-live="polite">{outcome !== undefined && <Delivery outcome={outcome} />}</div>
          <RequestForm operation={operation} input={input} form={form} onType={chooseType} />
        </div>
        <div class="side">
          <DocsView document={document} operation={operation} />
        </div>
      </div>
      {asks !== undefined && (
        <Dialog title="Send it outside this machine?" onClose={() => ask(undefined)}>
          <p>
            The payload goes to <code>{asks}</code>, signed with your secret.
          </p>
          <div class="row">
            <Button look="primary" onClick={() => deliverNow(asks)}>
              Send it
            </Button>
            <Button onClick={() => ask(undefined)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </article>
  );
}

function Receiver({
  operation,
  onSend,
  issues,
}: {
  operation: ConsoleOperation;
  onSend: () => Promise<void>;
  issues: readonly string[];
}): JSX.Element {
  const { signature } = operation;
  const isSigned = signatureOf(operation) !== undefined;
  const hasKey = signature?.scheme === 'hmac-hex' && signature.keyHeader !== undefined;
  const [, redraw] = useState(0);
  const input = (name: keyof typeof kept, label: string, hint: string): JSX.Element => (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          class="input code"
          autoComplete="off"
          spellcheck={false}
          value={kept[name]}
          onInput={({ currentTarget }) => {
            kept[name] = currentTarget.value;
            redraw((count) => count + 1);
          }}
        />
      )}
    </Field>
  );
  return (
    <section class="part" aria-label="Receiver">
      <h2>Receiver</h2>
      {input('url', 'Address', 'Your receiver, such as one that listens on this machine.')}
      {isSigned && input('secret', 'Secret', `The payload is signed with it (${signature?.scheme}).`)}
      {hasKey && input('key', 'Key', `Names the secret, in the header ${signature.keyHeader}.`)}
      <div class="row">
        <Button look="primary" onClick={onSend} disabled={isSigned && kept.secret === ''}>
          Send the payload
        </Button>
        {issues.length === 0 ? <Badge tone="good">✓ the payload is valid</Badge> : <Badge tone="bad">✗ {issues[0]}</Badge>}
      </div>
    </section>
  );
}

function Delivery({ outcome }: { outcome: Outcome | 'sending' }): JSX.Element {
  if (outcome === 'sending') return <p class="hint">Sending…</p>;
  if ('error' in outcome) return <p class="notice bad">{outcome.error}</p>;
  const { answer, text, request, verdict } = outcome;
  const isTaken = answer.status >= 200 && answer.status < 300;
  const sent = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <div class="answer">
      <p>
        <Badge tone={isTaken ? 'good' : 'bad'}>
          {answer.status} {answer.statusText}
        </Badge>{' '}
        <span class="fact">{answer.milliseconds} ms</span> {verdict.kind === 'invalid' && <span class="hint">{verdict.message}</span>}
      </p>
      {text !== '' && <CodeBlock label="The receiver's response" code={text} />}
      <CodeBlock label="The headers that were sent" code={sent} />
    </div>
  );
}
