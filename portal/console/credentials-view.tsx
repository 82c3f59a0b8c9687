// The credentials of a request: those that the live service gives out, or the user's own. What the reader chooses holds for the tab.
import type { JSX } from 'preact';
import type { ConsoleDocument, ConsoleOperation, ConsoleScheme } from '../../generator/docs/console/data.ts';
import { Field } from '../shared/components.tsx';
import type { LiveClient, LiveCredential } from '../shared/site.ts';
import { type Secured, schemesOf } from './request/credentials.ts';
import type { Credentials } from './request/exchange.ts';
import type { ServerChoice } from './request/servers.ts';
import { SignInView } from './sign-in/sign-in-view.tsx';

export interface CredentialsViewProps {
  readonly document: Secured & Pick<ConsoleDocument, 'servers'>;
  readonly operation: Pick<ConsoleOperation, 'security'>;
  readonly alternative: number;
  readonly known: readonly LiveCredential[];
  readonly credentials: Credentials;
  /** Where requests go: a sign-in at the same service goes there too. */
  readonly server: ServerChoice | undefined;
  readonly clients: readonly LiveClient[];
  readonly onAlternative: (index: number) => void;
  readonly onChange: (scheme: string, value: Credentials[string]) => void;
}

export function CredentialsView(props: CredentialsViewProps): JSX.Element | null {
  const { document, operation, alternative, onAlternative } = props;
  const { security } = operation;
  if (security.length === 0) return null;
  const schemes = schemesOf(document, operation, alternative);
  return (
    <section class="part" aria-label="Credentials">
      <div class="part-head">
        <h2>Credentials</h2>
        <select
          class="input"
          aria-label="Which credentials to send"
          value={String(alternative)}
          onChange={({ currentTarget }) => onAlternative(Number(currentTarget.value))}
        >
          {security.map((required, index) => (
            <option key={String(index)} value={String(index)}>
              {required.length === 0 ? 'none' : required.map(({ scheme }) => scheme).join(' and ')}
            </option>
          ))}
          {!security.some((required) => required.length === 0) && <option value="-1">none, to see what is refused</option>}
        </select>
      </div>
      {schemes.map((scheme) => (
        <SchemeView key={scheme.name} {...props} scheme={scheme} />
      ))}
    </section>
  );
}

function SchemeView(props: CredentialsViewProps & { scheme: ConsoleScheme }): JSX.Element {
  const { scheme, known, credentials, onChange } = props;
  const { name, fields, sent, takes, signIn } = scheme;
  const value = credentials[name];
  const offered = known.filter((one) => one.scheme === name);
  const chosen = offered.findIndex((one) => JSON.stringify(one.value) === JSON.stringify(value));
  const record = typeof value === 'object' ? value : {};
  if (!takes)
    return (
      <p class="hint">
        The console cannot send {name}: {plain(sent)}.
      </p>
    );
  return (
    <div class="scheme">
      {offered.length > 0 && (
        <select
          class="input"
          aria-label={`Credential for ${name}`}
          value={String(chosen)}
          onChange={({ currentTarget }) => onChange(name, offered[Number(currentTarget.value)]?.value ?? (fields === undefined ? '' : {}))}
        >
          {offered.map(({ note }, index) => (
            <option key={String(index)} value={String(index)}>
              {note ?? `credential ${index + 1}`}
            </option>
          ))}
          <option value="-1">another</option>
        </select>
      )}
      {(fields ?? ['']).map((field) => (
        <Field key={field} label={field === '' ? name : `${name}, ${field}`} hint={plain(sent)}>
          {(control) => (
            <input
              {...control}
              class="input code"
              autoComplete="off"
              spellcheck={false}
              value={field === '' ? (typeof value === 'string' ? value : '') : (record[field] ?? '')}
              onInput={({ currentTarget }) =>
                onChange(name, field === '' ? currentTarget.value : { ...record, [field]: currentTarget.value })
              }
            />
          )}
        </Field>
      ))}
      {signIn !== undefined && (
        <SignInView
          scheme={scheme}
          signIn={signIn}
          ground={{ servers: props.document.servers, server: props.server }}
          clients={props.clients.filter((client) => client.scheme === name)}
          needed={(props.operation.security[props.alternative] ?? []).flatMap((one) => (one.scheme === name ? one.scopes : []))}
          onToken={(token) => onChange(name, token)}
        />
      )}
    </div>
  );
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
