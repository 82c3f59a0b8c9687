// The console: tries every operation of the documents, against live services and mocks.
import './console.css';
import { type JSX, render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Badge, Method } from '../shared/components.tsx';
import { type DevStatus, fetchSite, fetchStatus, type SiteData } from '../shared/site.ts';
import { useHash, useHeadingFocus } from '../shared/use-hash.ts';
import { type Loaded, loadDocument } from './contract.ts';
import { OperationView } from './operation-view.tsx';
import { initialCredentials, knownCredentials } from './request/credentials.ts';
import type { Credentials } from './request/exchange.ts';
import { hashOf, parseRoute, type Route } from './route.ts';
import { Sidebar } from './sidebar.tsx';
import { SocketView } from './socket/socket-view.tsx';
import { WebhookView } from './webhook-view.tsx';

interface Shown {
  readonly site: SiteData;
  readonly status: DevStatus | undefined;
}

function Console({ site, status }: Shown): JSX.Element {
  const hash = useHash(() => window.scrollTo(0, 0));
  const route = useMemo(() => parseRoute(hash), [hash]);
  useHeadingFocus(hash);
  return (
    <div class="console">
      <Sidebar site={site} route={route} />
      <div class="console-main" id="content">
        {route === undefined ? <Welcome site={site} status={status} /> : <RouteView key={keyOf(route)} route={route} status={status} />}
      </div>
    </div>
  );
}

/** A page is made anew for another operation, and for another request of a link. */
function keyOf({ service, kind, id, request = '', path = {} }: Route): string {
  return [service, kind, id, request, JSON.stringify(path)].join('\n');
}

function Welcome({ site, status }: Shown): JSX.Element {
  return (
    <div class="welcome">
      <h1>Console</h1>
      <p class="lead">
        Choose an operation. Its form is filled with the example of the document, and with credentials that work where a live service gives
        them out. Generated validators check what you send and what comes back.
      </p>
      <ul class="starts">
        {site.services.map(({ id, title, summary, groups }) => {
          const operations = groups.flatMap((group) => group.operations);
          const first = operations.find(({ kind, method }) => kind === 'operation' && method === 'GET') ?? operations[0];
          const isLive = status?.live?.services.some((service) => service.id === id) === true;
          return (
            <li key={id} class="card">
              <h2>
                {title} {isLive && <Badge tone="good">live</Badge>}
              </h2>
              <p>{summary}</p>
              {first !== undefined && (
                <a href={hashOf({ service: id, kind: first.kind, id: first.id })}>
                  <Method name={first.kind === 'operation' ? first.method : 'hook'} /> {first.summary}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Credentials by service; they live as long as the page. */
const given = new Map<string, Credentials>();

function RouteView({ route, status }: { route: Route; status: DevStatus | undefined }): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, fail] = useState<string>();
  const [credentials, setCredentials] = useState<Credentials>({});
  useEffect(() => {
    loadDocument(route.service).then(
      (next) => {
        setCredentials(given.get(route.service) ?? initialCredentials(next.document, status));
        setLoaded(next);
      },
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    );
  }, [route.service]);
  if (failure !== undefined) return <p class="notice bad">{failure}</p>;
  if (loaded === undefined) return <p class="hint">Loading the document…</p>;
  const socket = route.kind === 'socket' ? loaded.document.sockets.find(({ key }) => key === route.id) : undefined;
  if (socket !== undefined) return <SocketView loaded={loaded} socket={socket} status={status} credentials={credentials} />;
  const operation = loaded.document.operations.find(({ kind, id }) => kind === route.kind && id === route.id);
  if (operation === undefined)
    return (
      <p class="notice bad">
        The document {route.service} has no {route.kind} {route.id}. Choose one of the list.
      </p>
    );
  if (operation.kind !== 'operation')
    return <WebhookView loaded={loaded} operation={operation} known={knownCredentials(loaded.document, status)} />;
  const change = (scheme: string, value: Credentials[string]): void => {
    const next = { ...credentials, [scheme]: value };
    given.set(route.service, next);
    setCredentials(next);
  };
  return (
    <OperationView
      loaded={loaded}
      operation={operation}
      status={status}
      known={knownCredentials(loaded.document, status)}
      credentials={credentials}
      onCredential={change}
      linked={route.request}
      logged={route.logged}
      path={route.path}
    />
  );
}

async function start(root: Element): Promise<void> {
  try {
    const [site, status] = await Promise.all([fetchSite(), fetchStatus()]);
    render(<Console site={site} status={status} />, root);
  } catch (error) {
    render(
      <p class="notice bad">The console cannot read the data of the site: {error instanceof Error ? error.message : String(error)}</p>,
      root,
    );
  }
}

const root = document.querySelector('#app');
if (root !== null) {
  // What the page says to browsers without scripts.
  root.replaceChildren();
  void start(root);
}
