// Gets a token by OAuth, beside the field for one: the flow, the client and the scopes, and what the reader has to do meanwhile.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { ConsoleFlow, ConsoleScheme, ConsoleSignIn } from '../../../generator/docs/console/data.ts';
import { Button, Field } from '../../shared/components.tsx';
import { isDev, type LiveClient } from '../../shared/site.ts';
import { siteRoot } from '../../shared/site-root.ts';
import { ConfirmAddress } from '../confirm-address.tsx';
import { type Ground, placeAt, placedFlow, tokenPlace } from './places.ts';
import { type SignInState, useSignIn } from './use-sign-in.ts';

export interface SignInViewProps {
  readonly scheme: ConsoleScheme;
  readonly signIn: ConsoleSignIn;
  readonly ground: Ground;
  /** Applications that the live service knows. */
  readonly clients: readonly LiveClient[];
  /** The scopes that the operation needs. */
  readonly needed: readonly string[];
  readonly onToken: (token: string) => void;
}

const FLOWS: Readonly<Record<ConsoleFlow['flow'], { readonly label: string; readonly action: string }>> = {
  authorizationCode: { label: 'In a window, with your account (authorization code)', action: 'Sign in' },
  deviceAuthorization: { label: 'With a code, on another device (device)', action: 'Get a code' },
  clientCredentials: { label: 'As the application itself (client credentials)', action: 'Get a token' },
};

export function SignInView(props: SignInViewProps): JSX.Element | null {
  const { scheme, signIn, ground } = props;
  const [chosen, choose] = useState(0);
  const flow = signIn.flows[chosen] ?? signIn.flows[0];
  if (flow === undefined) return null;
  if (!isDev)
    return (
      <p class="hint">
        <code>octavo dev</code> also signs in by OAuth; a static page does not, since it could keep no secret. Paste a token here.
      </p>
    );
  return (
    <details class="sign-in">
      <summary>Get a token for {scheme.name}</summary>
      <div class="sign-in-parts">
        {signIn.flows.length > 1 && (
          <Field label="How">
            {(control) => (
              <select
                {...control}
                class="input"
                value={String(chosen)}
                onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
              >
                {signIn.flows.map((one, index) => (
                  <option key={one.flow} value={String(index)}>
                    {FLOWS[one.flow].label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <FlowForm key={`${flow.flow} ${ground.server?.url}`} {...props} flow={flow} />
      </div>
    </details>
  );
}

function FlowForm({ scheme, signIn, flow, ground, clients, needed, onToken }: SignInViewProps & { flow: ConsoleFlow }): JSX.Element {
  const [clientId, setClient] = useState(clients[0]?.clientId ?? '');
  const [clientSecret, setSecret] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(() => firstScopes(signIn, flow, needed));
  const { state, asks, begin, confirm, cancel } = useSignIn(onToken);
  const place = tokenPlace(signIn, flow, ground);
  const isConfidential = flow.flow === 'clientCredentials';
  const redirectUri = new URL(`${siteRoot()}signed-in.html`, document.baseURI).href;
  const { openIdConnectUrl } = signIn;
  const wanted = {
    name: scheme.name,
    ...(openIdConnectUrl === undefined ? {} : { openIdConnectUrl: placeAt(openIdConnectUrl, ground) }),
    flow: placedFlow(flow, ground),
    clientId,
    clientSecret,
    scopes,
    redirectUri,
  };
  return (
    <>
      <ClientFields {...{ clients, clientId, setClient, clientSecret, setSecret, isConfidential }} />
      <Scopes flow={flow} scopes={scopes} onChange={setScopes} />
      <p class="hint">
        The client goes to <code>{place ?? 'an address that the document does not name'}</code>
        {flow.flow === 'authorizationCode' && (
          <>
            , which must know the redirect <code>{redirectUri}</code>
          </>
        )}
        . The token stays in this tab.
      </p>
      <div class="row">
        <Button
          look="primary"
          disabled={clientId === '' || (isConfidential && clientSecret === '') || state.phase === 'waiting'}
          onClick={() => begin(wanted, place)}
        >
          {FLOWS[flow.flow].action}
        </Button>
        {state.phase === 'waiting' && <Button onClick={cancel}>Cancel</Button>}
      </div>
      <div role="status">
        <Told state={state} />
      </div>
      {asks !== undefined && <ConfirmAddress url={asks} used={[`the client ${clientId}`]} onCancel={cancel} onConfirm={confirm} />}
    </>
  );
}

interface ClientFieldsProps extends Pick<SignInViewProps, 'clients'> {
  readonly clientId: string;
  readonly setClient: (id: string) => void;
  readonly clientSecret: string;
  readonly setSecret: (secret: string) => void;
  readonly isConfidential: boolean;
}

function ClientFields({ clients, clientId, setClient, clientSecret, setSecret, isConfidential }: ClientFieldsProps): JSX.Element {
  const list = useId();
  return (
    <>
      <Field label="Client id" {...(clients.length === 0 ? {} : { hint: `The live service knows ${clients.map(nameOf).join('; ')}.` })}>
        {(control) => (
          <input
            {...control}
            class="input code"
            list={list}
            autoComplete="off"
            spellcheck={false}
            value={clientId}
            onInput={({ currentTarget }) => setClient(currentTarget.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {clients.map((client) => (
          <option key={client.clientId} value={client.clientId}>
            {nameOf(client)}
          </option>
        ))}
      </datalist>
      <Field label="Client secret" {...(isConfidential ? {} : { hint: 'Leave it empty for an application that has none.' })}>
        {(control) => (
          <input
            {...control}
            class="input code"
            type="password"
            autoComplete="off"
            value={clientSecret}
            onInput={({ currentTarget }) => setSecret(currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}

function nameOf({ clientId, note }: LiveClient): string {
  return note ?? clientId;
}

/** What the operation needs, where the flow gives it; else all of it. A provider of OpenID Connect gives no list, and always knows `openid`. */
function firstScopes({ openIdConnectUrl }: ConsoleSignIn, flow: ConsoleFlow, needed: readonly string[]): readonly string[] {
  if (openIdConnectUrl !== undefined) return needed.length > 0 ? needed : ['openid'];
  const given = flow.scopes.map(({ scope }) => scope);
  const wanted = given.filter((scope) => needed.includes(scope));
  return wanted.length > 0 ? wanted : given;
}

function Scopes({
  flow,
  scopes,
  onChange,
}: {
  flow: ConsoleFlow;
  scopes: readonly string[];
  onChange: (scopes: readonly string[]) => void;
}): JSX.Element {
  if (flow.scopes.length === 0)
    return (
      <Field label="Scopes" hint="Several are separated by spaces.">
        {(control) => (
          <input
            {...control}
            class="input code"
            value={scopes.join(' ')}
            onChange={({ currentTarget }) => onChange(currentTarget.value.split(/\s+/).filter(Boolean))}
          />
        )}
      </Field>
    );
  return (
    <fieldset class="scopes">
      <legend>Scopes</legend>
      {flow.scopes.map(({ scope, meaning }) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
          <span>
            <code>{scope}</code> {meaning}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Told({ state }: { state: SignInState }): JSX.Element | null {
  if (state.phase === 'idle') return null;
  if (state.phase === 'failed') return <p class="notice bad">{state.message}</p>;
  if (state.phase === 'done') {
    const { expiresAt, scopes } = state;
    const until = expiresAt === undefined ? '' : `, until ${new Date(expiresAt).toLocaleTimeString()}`;
    return (
      <p class="notice good">
        The token is in the field{until}. {scopes.length > 0 && `It allows ${scopes.join(', ')}.`}
      </p>
    );
  }
  const { progress } = state;
  if (progress?.userCode !== undefined)
    return (
      <p class="notice">
        Open{' '}
        <a href={progress.address} target="_blank" rel="noreferrer noopener">
          {progress.address}
        </a>{' '}
        and enter the code <b>{progress.userCode}</b>. This page waits for your decision.
      </p>
    );
  return (
    <p class="notice">
      {progress === undefined ? 'Asking for the token…' : 'Sign in in the window that has opened. This page waits for it.'}
    </p>
  );
}
