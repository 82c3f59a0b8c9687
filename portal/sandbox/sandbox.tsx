// The sandbox: shows and steers what runs behind the control API.
import './sandbox.css';
import { type JSX, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchSite, fetchStatus } from '../shared/site.ts';
import { useHash, useHeadingFocus } from '../shared/use-hash.ts';
import { bodyOf, controlAt, messageOf } from './control.ts';
import type { ViewProps } from './view-props.ts';
import { ActionsView } from './views/actions.tsx';
import { ClockView } from './views/clock.tsx';
import { ConnectionsView } from './views/connections.tsx';
import { RowsView } from './views/data.tsx';
import { DeliveriesView } from './views/deliveries.tsx';
import { FaultsView } from './views/faults.tsx';
import { KeysView } from './views/keys.tsx';
import { RequestsView } from './views/requests.tsx';
import { SnapshotsView } from './views/snapshots.tsx';
import { StatesView } from './views/states.tsx';

const VIEWS: readonly (readonly [id: string, label: string, view: (props: ViewProps) => JSX.Element])[] = [
  ['requests', 'Requests', RequestsView],
  ['deliveries', 'Deliveries', DeliveriesView],
  ['clock', 'Clock', ClockView],
  ['states', 'States', StatesView],
  ['actions', 'Actions', ActionsView],
  ['faults', 'Faults', FaultsView],
  ['keys', 'Keys and tokens', KeysView],
  ['data', 'Data', RowsView],
  ['connections', 'Connections', ConnectionsView],
  ['snapshots', 'Snapshots', SnapshotsView],
];

type Start = { readonly kind: 'starting' } | { readonly kind: 'missing'; readonly why: string } | ({ readonly kind: 'ready' } & ViewProps);

async function start(): Promise<Start> {
  const [site, status] = await Promise.all([fetchSite(), fetchStatus()]);
  const url = status?.live?.control;
  if (url === undefined) return { kind: 'missing', why: 'The services that run here give no control API.' };
  const control = controlAt(url);
  const { services } = bodyOf(await control.getSandbox(), 200);
  return { kind: 'ready', control, names: services.map(({ name }) => name), services: site.services };
}

const viewOf = (hash: string): string => /^#\/([a-z]+)/.exec(hash)?.[1] ?? 'requests';

function Sandbox(): JSX.Element {
  const [state, setState] = useState<Start>({ kind: 'starting' });
  const current = viewOf(useHash());
  useHeadingFocus(current);
  useEffect(() => {
    start().then(setState, (error: unknown) => setState({ kind: 'missing', why: messageOf(error) }));
  }, []);
  if (state.kind === 'starting') return <p class="hint">Looking for the sandbox…</p>;
  if (state.kind === 'missing') return <Missing why={state.why} />;
  const View = VIEWS.find(([id]) => id === current)?.[2] ?? RequestsView;
  return (
    <div class="sandbox">
      <Views current={current} />
      <div class="view" id="content">
        <View key={current} control={state.control} names={state.names} services={state.services} />
      </div>
    </div>
  );
}

function Views({ current }: { current: string }): JSX.Element {
  const shown = useRef<HTMLAnchorElement>(null);
  // In a narrow window the list is a line that scrolls.
  useEffect(() => shown.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [current]);
  return (
    <nav class="views" aria-label="Views of the sandbox">
      {VIEWS.map(([id, label]) => (
        <a key={id} href={`#/${id}`} {...(id === current ? { ref: shown, 'aria-current': 'page' as const } : {})}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function Missing({ why }: { why: string }): JSX.Element {
  return (
    <>
      <h1>Sandbox</h1>
      <p class="notice warn">{why}</p>
      <p>
        These views show requests, deliveries, the clock and the data of services that run beside the portal. They need{' '}
        <code>octavo dev</code>, a module named by <code>serve</code> in the configuration, and the address of its control API in what the
        module returns:
      </p>
      <pre>
        <code>{'return { services, control: { url, cookie: { name, value } }, close };'}</code>
      </pre>
    </>
  );
}

const root = document.querySelector('#app');
if (root !== null) {
  root.replaceChildren();
  render(<Sandbox />, root);
}
