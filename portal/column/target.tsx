// Where a request goes, with which credential, and the button that sends it. It says when the address changes, and what to do where nothing answers.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ColumnData } from '../../generator/docs/console/data.ts';
import { CredentialsView } from '../console/credentials-view.tsx';
import { knownClients } from '../console/request/credentials.ts';
import { failureOf, placeOf } from '../console/request/servers.ts';
import type { ChosenServer } from '../console/request/use-server.ts';
import { hashOf } from '../console/route.ts';
import { ServerSelect } from '../console/server-select.tsx';
import { Button, Method } from '../shared/components.tsx';
import { isDev } from '../shared/site.ts';
import { siteRoot } from '../shared/site-root.ts';
import { type FollowedStatus, lookAtStatus } from '../shared/use-status.ts';
import type { Own } from './own.ts';
import { Values } from './values.tsx';

type CredentialsProps = Parameters<typeof CredentialsView>[0];

export interface TargetProps extends Pick<CredentialsProps, 'alternative' | 'known' | 'credentials' | 'onAlternative' | 'onChange'> {
  readonly data: ColumnData;
  readonly chosen: ChosenServer;
  readonly followed: FollowedStatus;
  readonly isWaiting: boolean;
  readonly own: Own | undefined;
  readonly onOwn: (own: Own | undefined) => void;
  readonly onServer: (id: string) => void;
  readonly onSend: () => void;
}

export function Target(props: TargetProps): JSX.Element {
  const { data, chosen, isWaiting, own, onOwn, onServer, onSend } = props;
  const { document, operation } = data;
  const { servers, server, isLiveGone } = chosen;
  const request = own?.link === undefined ? {} : { request: own.link };
  const consolePage = `${siteRoot()}console.html${hashOf({ service: document.id, kind: 'operation', id: operation.id, ...request })}`;
  return (
    <section class="panel" aria-label={`Send ${operation.id}`}>
      <header>
        <Method name={operation.method} />
        <code class="address">{operation.path}</code>
      </header>
      <div class="content">
        {(servers.length > 0 || isLiveGone) && (
          <div class="target">
            <ServerSelect chosen={chosen} onChoose={onServer} />
            <button
              type="button"
              class="button primary"
              onClick={onSend}
              disabled={server === undefined}
              aria-disabled={isWaiting || undefined}
            >
              Send
            </button>
          </div>
        )}
        <div class="notices" role="status">
          <Notices {...props} />
        </div>
        <p class="calls">
          {server !== undefined && (
            <>
              Calls <code>{server.url}</code> with {own === undefined ? 'the example' : 'your values'}.{' '}
            </>
          )}
          <a href={consolePage}>Open in the console</a>
        </p>
        {operation.takesValues && <Values data={data} own={own} onOwn={onOwn} onSend={onSend} />}
        {operation.security.length > 0 && <Credential {...props} />}
      </div>
    </section>
  );
}

function Credential(props: TargetProps): JSX.Element {
  const { data, alternative, known, credentials } = props;
  const schemes = data.operation.security[alternative] ?? [];
  const said = schemes.map(({ scheme }) => {
    const value = credentials[scheme];
    const note = known.find((one) => one.scheme === scheme && JSON.stringify(one.value) === JSON.stringify(value))?.note;
    return value === undefined || value === '' ? `${scheme} is missing` : note === undefined ? scheme : `${scheme}, ${note}`;
  });
  return (
    <details class="who">
      <summary>Credential: {said.length === 0 ? 'none' : said.join('; ')}</summary>
      <CredentialsView
        {...props}
        server={props.chosen.server}
        clients={knownClients(data.document, props.followed.status)}
        document={data.document}
        operation={data.operation}
      />
      <p class="calls">It holds for the whole site while this tab is open.</p>
    </details>
  );
}

function Notices({ chosen: { servers, server, isLiveGone }, followed: { status, answers } }: TargetProps): JSX.Element | null {
  const failure = failureOf(status);
  const moved = useMoved(server?.url);
  const retry = <Button onClick={lookAtStatus}>Try again</Button>;
  if (isDev && !answers) return <p class="notice warn">octavo dev does not answer. Start it again: this page goes on by itself. {retry}</p>;
  if (isLiveGone)
    return (
      <p class="notice warn">
        The live service does not run{failure === undefined ? '.' : `: ${failure}`} Nothing goes to the mock in its place unless you choose
        it. This page goes back when the service runs again. {retry}
      </p>
    );
  if (moved !== undefined)
    return (
      <p class="notice">
        The address has changed: requests go to <code>{moved}</code> now.
      </p>
    );
  if (isDev && failure !== undefined && server !== undefined)
    return (
      <p class="notice warn">
        No live service runs: {failure} Requests go to {placeOf(server)}. {retry}
      </p>
    );
  if (!isDev)
    return (
      <p class="calls">
        {servers.length === 0 ? 'The document names no server. ' : 'Your browser sends, so the service must allow this site (CORS). '}
        <code>octavo dev</code> in the folder of the project starts a mock and the live services, and sends without CORS.
      </p>
    );
  if (servers.length > 0) return null;
  return (
    <p class="notice warn">The document names no server, and no mock runs. Start octavo dev with a mock, or add servers to the document.</p>
  );
}

/** The new address after the page has moved by itself; a choice of the reader that has the same address is no move. */
function useMoved(url: string | undefined): string | undefined {
  const last = useRef(url);
  const [moved, say] = useState<string>();
  useEffect(() => {
    if (url === undefined) return;
    if (last.current !== undefined && last.current !== url) say(url);
    last.current = url;
  }, [url]);
  return moved;
}
