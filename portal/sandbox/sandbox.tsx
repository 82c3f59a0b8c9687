// The sandbox: shows and steers what runs behind the control API.
import './sandbox.css';
import './messages/messages.css';
import { type JSX, render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CodeBlock } from '../shared/components.tsx';
import { type DevStatus, fetchSite, fetchStatus, type SiteData } from '../shared/site.ts';
import { useHash, useHeadingFocus } from '../shared/use-hash.ts';
import { type FollowedStatus, useStatus } from '../shared/use-status.ts';
import { useTitle } from '../shared/use-title.ts';
import { bodyOf, controlAt, messageOf } from './control.ts';
import { useLoaded } from './use-loaded.ts';
import type { ViewProps } from './view-props.ts';
import { ActionsView } from './views/actions.tsx';
import { ClockView } from './views/clock.tsx';
import { ConnectionsView } from './views/connections.tsx';
import { RowsView } from './views/data.tsx';
import { DeliveriesView } from './views/deliveries.tsx';
import { FaultsView } from './views/faults.tsx';
import { KeysView } from './views/keys.tsx';
import { MessagesView } from './views/messages.tsx';
import { RequestsView } from './views/requests.tsx';
import { SnapshotsView } from './views/snapshots.tsx';
import { StatesView } from './views/states.tsx';

const VIEWS: readonly (readonly [id: string, label: string, view: (props: ViewProps) => JSX.Element])[] = [
  ['requests', 'Requests', RequestsView],
  ['deliveries', 'Deliveries', DeliveriesView],
  ['messages', 'Messages', MessagesView],
  ['clock', 'Clock', ClockView],
  ['states', 'States', StatesView],
  ['actions', 'Actions', ActionsView],
  ['faults', 'Faults', FaultsView],
  ['keys', 'Keys and tokens', KeysView],
  ['data', 'Data', RowsView],
  ['connections', 'Connections', ConnectionsView],
  ['snapshots', 'Snapshots', SnapshotsView],
];

const viewOf = (hash: string): string => /^#\/([a-z]+)/.exec(hash)?.[1] ?? 'requests';

function Sandbox({ site, first }: { site: SiteData; first: DevStatus | undefined }): JSX.Element {
  const followed = useStatus(first);
  const current = viewOf(useHash());
  useTitle([...VIEWS.flatMap(([id, label]) => (id === current ? [label] : [])), 'Sandbox']);
  useHeadingFocus(current);
  // A sandbox that starts again has no address for a moment; the views stay, and go on with the next one.
  const known = useRef<string | undefined>(undefined);
  known.current = followed.status?.control ?? known.current;
  const url = known.current;
  const control = useMemo(() => (url === undefined ? undefined : controlAt(url)), [url]);
  const [names, setNames] = useState<readonly string[]>();
  const { error } = useLoaded(
    control === undefined || names !== undefined
      ? undefined
      : async () => setNames(bodyOf(await control.getSandbox(), 200).services.map(({ name }) => name)),
    [control],
    3_000,
  );
  if (control === undefined) return <Missing followed={followed} />;
  if (names === undefined)
    return (
      <>
        <h1>Sandbox</h1>
        <p class={error === undefined ? 'hint' : 'notice warn'} role="status">
          {error === undefined ? 'Looking for the sandbox…' : `${error} This page asks it again every few seconds.`}
        </p>
      </>
    );
  const View = VIEWS.find(([id]) => id === current)?.[2] ?? RequestsView;
  return (
    <div class="sandbox">
      <Views current={current} />
      <div id="content">
        <Interruption followed={followed} />
        <div class="view">
          <View key={`${current} ${url}`} control={control} names={names} services={site.services} />
        </div>
      </div>
    </div>
  );
}

/** Why what is shown may be old. */
function Interruption({ followed: { status, answers } }: { followed: FollowedStatus }): JSX.Element {
  const why = !answers
    ? 'octavo dev does not answer.'
    : status?.control !== undefined
      ? undefined
      : status?.live?.state === 'starting'
        ? 'The services are starting again.'
        : 'The services do not run any more; the output of octavo dev says why.';
  return (
    <div role="status">
      {why !== undefined && <p class="notice warn interruption">{why} This page goes on by itself when they are back.</p>}
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

function Missing({ followed: { status, answers } }: { followed: FollowedStatus }): JSX.Element {
  const isStarting = status?.live?.state === 'starting';
  return (
    <>
      <h1>Sandbox</h1>
      <p class="notice warn" role="status">
        {!answers
          ? 'octavo dev does not answer.'
          : isStarting
            ? 'The services are starting. The sandbox opens here as soon as they answer.'
            : status?.live === undefined
              ? 'No service and no mock that remembers runs here.'
              : 'The services that run here give no control API.'}
      </p>
      <p>
        The sandbox shows requests, the clock and the data of what runs beside the portal. <code>octavo dev --living</code> runs mocks that
        have one. Services of your own need a module that <code>serve</code> in the configuration names, and the address of their control
        API in what the module returns:
      </p>
      <CodeBlock code="return { services, control: { url, cookie: { name, value } }, close };" />
    </>
  );
}

const root = document.querySelector('#app');
if (root !== null) {
  // Removes the text for browsers without scripts.
  root.replaceChildren();
  Promise.all([fetchSite(), fetchStatus()]).then(
    ([site, first]) => render(<Sandbox site={site} first={first} />, root),
    (error: unknown) => render(<p class="notice bad">The sandbox cannot read the data of the site: {messageOf(error)}</p>, root),
  );
}
