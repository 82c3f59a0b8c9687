// A form for a message of a socket: begun with an example, signed with the known credential where the document says how, and sent.
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ConsoleMessage, ConsoleSocket } from '../../../generator/docs/console/data.ts';
import { Badge, Button } from '../../shared/components.tsx';
import type { Loaded } from '../contract.ts';
import { edited } from '../form/edit.ts';
import { FieldView } from '../form/field-view.tsx';
import { initialValue } from '../form/initial.ts';
import type { Credentials } from '../request/exchange.ts';
import type { SocketConnection } from './connection.ts';
import { canSign, type Signable, sign, signableOf, withMember } from './sign-message.ts';

interface MessageFormProps {
  readonly loaded: Loaded;
  readonly socket: ConsoleSocket;
  readonly message: ConsoleMessage;
  readonly credentials: Credentials;
  readonly connection: SocketConnection;
}

/** A form for one message. Faults of the message are shown, and it can be sent with them. */
export function MessageForm({ loaded, socket, message, credentials, connection }: MessageFormProps): JSX.Element {
  const { schemas } = loaded.document;
  const { phase, kept } = connection.state();
  const [value, setValue] = useState<unknown>(() => initialValue(message.schema, schemas));
  const [byHand, setByHand] = useState(false);
  const signable = signableOf(socket, kept, credentials, value);
  const shown = useSigned(value, byHand ? undefined : signable);
  const faults = useMemo(() => loaded.contract.faultsOf(message.validator, shown), [loaded, message, shown]);
  const form = useMemo(
    () => ({
      schemas,
      faults: new Map<string, string>(),
      change: (place: readonly (string | number)[], next: unknown) => setValue((before: unknown) => edited(before, place, next)),
    }),
    [schemas],
  );
  const send = async (given: unknown, signing: Signable | undefined): Promise<void> => {
    if (signing?.kind !== 'ready') connection.send(given);
    else if (canSign()) connection.send(await sign(signing, given));
  };
  const begin = (example: unknown): void => {
    setValue(example);
    setByHand(false);
    const signing = signableOf(socket, kept, credentials, example);
    if (phase === 'open' && signing?.kind !== 'missing') void send(example, signing);
  };
  /** The signed message stays in the field, to be changed. */
  const writeByHand = (isByHand: boolean): void => {
    if (isByHand) setValue(shown);
    setByHand(isByHand);
  };
  return (
    <section class="part" aria-label="Message">
      <h2>Message</h2>
      {socket.examples.length > 0 && (
        <>
          <fieldset class="row socket-examples">
            <legend class="visually-hidden">Examples</legend>
            {socket.examples.map(({ key, summary = key, value: example }) => (
              <Button key={key} onClick={() => begin(example)}>
                {summary}
              </Button>
            ))}
          </fieldset>
          <p class="hint">An example fills the form, and is sent at once while the connection is open.</p>
        </>
      )}
      <FieldView form={form} schema={message.schema} place={[]} name="message" required isRoot value={shown} />
      {signable !== undefined && <SigningNote signable={signable} byHand={byHand} onByHand={writeByHand} />}
      <div class="row">
        <Button look="primary" disabled={phase !== 'open'} onClick={() => void send(value, byHand ? undefined : signable)}>
          Send the message
        </Button>
        {faults.length === 0 ? <Badge tone="good">✓ valid</Badge> : <Badge tone="bad">✗ {faults[0]}</Badge>}
      </div>
    </section>
  );
}

/** The value with its signature; with the last one until the next is computed, so that its field does not come and go. */
function useSigned(value: unknown, signable: Signable | undefined): unknown {
  const [signed, setSigned] = useState<unknown>();
  const ready = signable?.kind === 'ready' && canSign() ? signable : undefined;
  useEffect(() => {
    let isCurrent = true;
    if (ready === undefined) setSigned(undefined);
    else void sign(ready, value).then((made) => isCurrent && setSigned(made));
    return () => {
      isCurrent = false;
    };
  }, [value, ready?.text]);
  return ready === undefined || signed === undefined ? value : withMember(value, ready.signing.at, signed);
}

function SigningNote({
  signable,
  byHand,
  onByHand,
}: {
  signable: Signable;
  byHand: boolean;
  onByHand: (byHand: boolean) => void;
}): JSX.Element {
  const { at } = signable.signing;
  return (
    <div class="notice signing" role="status">
      <span>
        {byHand ? (
          <>
            <code>{at}</code> is what you write.
          </>
        ) : signable.kind === 'missing' ? (
          <>
            <code>{at}</code> is signed here as soon as {signable.names.map((name) => name.replace(/^\//, '')).join(' and ')} is known:
            connect, and choose a credential at an operation.
          </>
        ) : canSign() ? (
          <>
            ✓ <code>{at}</code> is signed here, with the key <code>{signable.values.key}</code>: HMAC-SHA256 of <code>{signable.text}</code>
          </>
        ) : (
          'Browsers compute signatures only on pages of this machine or by HTTPS.'
        )}
      </span>
      <label class="row">
        <input type="checkbox" checked={byHand} onChange={({ currentTarget }) => onByHand(currentTarget.checked)} /> Write it by hand
      </label>
    </div>
  );
}
