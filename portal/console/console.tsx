// The console: tries every operation of the documents, against live services and mocks.
import './console.css';
import { type JSX, render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Badge, Button, Method } from '../shared/components.tsx';
import { type DevStatus, fetchSite, fetchStatus, isDev, type SiteData, type SiteOperation, type SiteService } from '../shared/site.ts';
import { useHash, useHeadingFocus } from '../shared/use-hash.ts';
import { useStatus } from '../shared/use-status.ts';
import { useTitle } from '../shared/use-title.ts';
import { type Loaded, loadDocument } from './contract.ts';
import { OperationView } from './operation-view.tsx';
import { knownCredentials } from './request/credentials.ts';
import { useCredentials } from './request/use-credentials.ts';
import { hashOf, parseRoute, type Route } from './route.ts';
import { Sidebar } from './sidebar.tsx';
import { SocketView } from './socket/socket-view.tsx';
import { WebhookView } from './webhook-view.tsx';

interface Shown {
  readonly site: SiteData;
  readonly status: DevStatus | undefined;
}

function Console({ site, first }: { site: SiteData; first: DevStatus | undefined }): JSX.Element {
  const { status, answers } = useStatus(first);
  const hash = useHash(() => window.scrollTo(0, 0));
  const route = useMemo(() => parseRoute(hash) ?? firstRoute(site, hash), [site, hash]);
  useTitle(titleOf(site, route));
  useHeadingFocus(hash);
  return (
    <div class="console">
      <Sidebar site={site} route={route} />
      <div class="console-main" id="content">
        <div role="status">
          {isDev && !answers && (
            <p class="notice warn dev-gone">
              octavo dev does not answer. Start it again: this page goes on by itself, with what you have written.
            </p>
          )}
        </div>
        {route === undefined ? <Welcome site={site} status={status} /> : <RouteView key={keyOf(route)} route={route} status={status} />}
      </div>
    </div>
  );
}

/** `#/h-email` names a document alone: its first operation, as the links of the home page have it. The only document of a site needs no name. */
function firstRoute({ services }: SiteData, hash: string): Route | undefined {
  const isOnly = services.length === 1 && /^#?\/?$/.test(hash);
  const service = isOnly ? services[0] : services.find(({ id }) => `#/${encodeURIComponent(id)}` === hash.replace(/\/$/, ''));
  if (service === undefined) return undefined;
  const first = firstOperation(service);
  if (first !== undefined) return { service: service.id, kind: first.kind, id: first.id };
  const [socket] = service.sockets;
  return socket === undefined ? undefined : { service: service.id, kind: 'socket', id: socket.key };
}

/** One that only reads, where there is one. */
function firstOperation({ groups }: SiteService): SiteOperation | undefined {
  const operations = groups.flatMap((group) => group.operations);
  return operations.find(({ kind, method }) => kind === 'operation' && method === 'GET') ?? operations[0];
}

/** The parts of the title of the tab, for the view that is shown. */
function titleOf(site: SiteData, route: Route | undefined): readonly string[] {
  const service = site.services.find(({ id }) => id === route?.service);
  if (route === undefined || service === undefined) return ['Console'];
  const shown =
    route.kind === 'socket'
      ? service.sockets.find(({ key }) => key === route.id)
      : service.groups.flatMap((group) => group.operations).find(({ kind, id }) => kind === route.kind && id === route.id);
  return [...(shown === undefined ? [] : [shown.summary]), service.title, 'Console'];
}

/** A page is made anew for another operation, and for another request of a link. */
function keyOf({ service, kind, id, request = '', logged = '', path = {} }: Route): string {
  return [service, kind, id, request, logged, JSON.stringify(path)].join('\n');
}

function Welcome({ site, status }: Shown): JSX.Element {
  return (
    <div class="welcome">
      <h1>Console</h1>
      <p class="lead">
        Choose an operation, and send it. Its form already holds the example of the document and, where a live service gives them out,
        credentials that work. Generated validators check what you send and what comes back.
      </p>
      <ul class="starts">
        {site.services.map((service) => {
          const { id, title, summary } = service;
          const first = firstOperation(service);
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

function RouteView({ route, status }: { route: Route; status: DevStatus | undefined }): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, fail] = useState<string>();
  const [credentials, chooseCredential] = useCredentials(loaded?.document, status);
  const load = (): Promise<void> =>
    loadDocument(route.service).then(
      (next) => {
        setLoaded(next);
        fail(undefined);
      },
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    );
  useEffect(() => void load(), [route.service]);
  if (failure !== undefined)
    return (
      <div class="notice bad" role="alert">
        <p>The document could not be loaded: {failure}</p>
        <Button onClick={load}>Try again</Button>
      </div>
    );
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
  return (
    <OperationView
      loaded={loaded}
      operation={operation}
      status={status}
      known={knownCredentials(loaded.document, status)}
      credentials={credentials}
      onCredential={chooseCredential}
      linked={route.request}
      logged={route.logged}
      path={route.path}
    />
  );
}

async function start(root: Element): Promise<void> {
  try {
    const [site, first] = await Promise.all([fetchSite(), fetchStatus()]);
    render(<Console site={site} first={first} />, root);
  } catch (error) {
    render(
      <p class="notice bad">The console cannot read the data of the site: {error instanceof Error ? error.message : String(error)}</p>,
      root,
    );
  }
}

const root = document.querySelector('#app');
if (root !== null) {
  // Removes the text for browsers without scripts.
  root.replaceChildren();
  void start(root);
}
