// The check of a delivery's signature: whether it is right, how it is made, and a receiver that verifies it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliverySignature, SignatureCheck } from '../../services/generated/control/index.ts';
import { Button, CodeBlock, CopyButton, Tabs } from '../shared/components.tsx';
import { toast } from '../shared/toast.ts';
import { bodyOf, messageOf } from './control.ts';
import { Shown, timeText } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';
import { verifySnippets } from './verify-snippet.ts';
import type { ViewProps } from './view-props.ts';

const LOOKS: Readonly<Record<SignatureCheck['result'], readonly [sign: string, look: string]>> = {
  matches: ['✓', 'good'],
  'payload-changed': ['✗', 'bad'],
  'secret-changed': ['✗', 'bad'],
  differs: ['✗', 'bad'],
  unsigned: ['–', 'warn'],
  'not-sent': ['–', ''],
  unknown: ['?', 'warn'],
};

interface SignaturePanelProps extends Pick<ViewProps, 'control'> {
  readonly id: string;
  /** Absent: the last attempt that sent something. */
  readonly attempt: number | undefined;
  /** Changes when the delivery does, so that it is checked again. */
  readonly seen: string;
}

export function SignaturePanel({ control, id, attempt, seen }: SignaturePanelProps): JSX.Element {
  const query = attempt === undefined ? {} : { query: { attempt } };
  const loaded = useLoaded(async () => bodyOf(await control.checkSignature({ path: { id }, ...query }), 200), [id, attempt, seen]);
  return (
    <section aria-label="Signature">
      <div class="row">
        <h2>Signature{attempt !== undefined && ` of attempt ${attempt}`}</h2>
        <Button onClick={loaded.reload}>Check again</Button>
      </div>
      <Shown of={loaded}>
        {({ result, finding, request, signature }) => (
          <>
            <p class={`notice ${LOOKS[result][1]}`} role="status">
              <b>{LOOKS[result][0]}</b> {finding}
            </p>
            {signature !== undefined && (
              <>
                <Steps signature={signature} control={control} id={id} />
                <details class="fold">
                  <summary>Verify it in your receiver</summary>
                  <Snippets signature={signature} />
                </details>
              </>
            )}
            {request?.body !== undefined && request.body !== signature?.content && (
              <>
                <h2>Body that is sent</h2>
                <CodeBlock code={request.body} label="Body that is sent" />
              </>
            )}
          </>
        )}
      </Shown>
    </section>
  );
}

/** How the signature is made, step by step. */
function Steps({ signature, control, id }: Pick<SignaturePanelProps, 'control' | 'id'> & { signature: DeliverySignature }): JSX.Element {
  const { algorithm, encoding, header, key, key_header, formula, content, time, received, expected } = signature;
  return (
    <dl class="facts signature-steps">
      <dt>Signed text</dt>
      <dd>
        <code>{formula}</code>
        {time !== undefined && <span class="hint"> at {timeText(time)} in wall time</span>}
        <CodeBlock code={content} label="Signed text" />
      </dd>
      <dt>Algorithm</dt>
      <dd>
        {algorithm}, written in {encoding === 'hex' ? 'hexadecimal' : 'base64'}
      </dd>
      <dt>Secret</dt>
      <dd>
        <Secret name={signature.secret} control={control} id={id} />
      </dd>
      {key !== undefined && (
        <>
          <dt>Key</dt>
          <dd>
            <code>{key}</code>
            {key_header !== undefined && (
              <>
                {' '}
                in the header <code>{key_header}</code>
              </>
            )}
          </dd>
        </>
      )}
      <dt>{received === expected ? 'Result' : 'Expected'}</dt>
      <dd>
        <code>
          {header}: {expected}
        </code>
      </dd>
      {received !== expected && (
        <>
          <dt>Received</dt>
          <dd>
            <code>{received === undefined ? 'nothing' : `${header}: ${received}`}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

/** The secret by its name; itself only on demand. */
function Secret({ name, control, id }: Pick<SignaturePanelProps, 'control' | 'id'> & { name: string }): JSX.Element {
  const [secrets, setSecrets] = useState<readonly string[]>();
  const reveal = async (): Promise<void> => {
    try {
      setSecrets(bodyOf(await control.revealSecret({ path: { id } }), 200).secrets);
    } catch (error) {
      toast(messageOf(error));
    }
  };
  return (
    <div class="row">
      <span>{name}</span>
      {secrets === undefined ? (
        <Button onClick={reveal}>Show the secret</Button>
      ) : (
        <>
          {secrets.map((secret) => (
            <span key={secret} class="row">
              <code>{secret}</code> <CopyButton text={secret} />
            </span>
          ))}
          <Button onClick={() => setSecrets(undefined)}>Hide</Button>
        </>
      )}
    </div>
  );
}

function Snippets({ signature }: { signature: DeliverySignature }): JSX.Element {
  const [current, select] = useState('runtime');
  const snippets = verifySnippets(signature);
  const shown = snippets.find(({ id }) => id === current) ?? snippets[0];
  return (
    <>
      <Tabs label="How to verify it" tabs={snippets} current={shown?.id ?? ''} onSelect={select} />
      <div role="tabpanel" id={`${shown?.id}-panel`}>
        <CodeBlock code={shown?.code ?? ''} label={`Receiver with ${shown?.label}`} />
      </div>
      <p class="hint">
        Put the secret into the environment variable <code>WEBHOOK_SECRET</code>.
      </p>
    </>
  );
}
