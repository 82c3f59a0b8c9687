// The home page: filters the services, and shows what `octavo dev` knows of them: addresses, states, credentials, and a quick start that uses them.
import { type ClientFacts, clientConfig } from '../../generator/docs/card/client-config.ts';
import { copyButton } from '../shared/copy-button.ts';
import { element } from '../shared/element.ts';
import { type DevStatus, fetchStatus, isDev, type LiveCredential, type LiveService } from '../shared/site.ts';
import { startFilter } from './filter.ts';

type State = 'up' | 'starting' | 'down';

for (const block of document.querySelectorAll<HTMLElement>('.code-block')) {
  block.prepend(copyButton(() => block.querySelector('code')?.textContent ?? ''));
}
for (const address of document.querySelectorAll<HTMLElement>('.places [data-place] dd')) {
  address.append(copyButton(() => address.querySelector('code')?.textContent ?? ''));
}
startFilter();

/** Milliseconds between looks at the status. */
const PAUSE = 4000;

async function follow(): Promise<void> {
  const status = document.hidden ? undefined : await fetchStatus();
  if (!document.hidden) showStatus(status);
  setTimeout(() => void follow(), PAUSE);
}

/** `undefined`: the dev server does not answer. */
function showStatus(status: DevStatus | undefined): void {
  for (const card of document.querySelectorAll<HTMLElement>('.service')) {
    const mock = status?.mocks.find(({ id }) => id === card.id);
    const word = mock === undefined ? 'stopped' : mock.by === 'living' ? 'ready, and remembers' : 'ready';
    showPlace(card, 'mock', mock?.url, mock === undefined ? 'down' : 'up', word);
    const live = status?.live?.services.find(({ id }) => id === card.id);
    const isStarting = status?.live?.state === 'starting';
    if (live !== undefined) showPlace(card, 'live', live.url, 'up', 'running');
    else if (!isRowHidden(card))
      showPlace(card, 'live', undefined, isStarting ? 'starting' : 'down', isStarting ? 'starting' : 'not running');
    showCredentials(card, live);
    showClient(card, live);
  }
  showRunning(status);
  for (const link of document.querySelectorAll<HTMLElement>('[data-needs="control"]')) link.hidden = status?.control === undefined;
  const quick = document.querySelector<HTMLElement>('#quick-start');
  if (quick !== null)
    showQuickStart(
      quick,
      status?.live?.services.find(({ id }) => id === quick.dataset.service),
    );
}

/** One line for all: how many services and mocks answer. */
function showRunning(status: DevStatus | undefined): void {
  const line = document.querySelector<HTMLElement>('#running');
  if (line === null) return;
  const live = status?.live?.services.length ?? 0;
  const mocks = status?.mocks.length ?? 0;
  const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]);
  const parts = [...counted(live, 'live service'), ...counted(mocks, 'mock')];
  const isUp = status !== undefined && status.live?.state !== 'failed' && (live > 0 || mocks > 0);
  const text =
    status === undefined
      ? 'octavo dev does not answer. Start it again, and this page goes on by itself.'
      : status.live?.state === 'failed'
        ? `The services do not run: ${status.live.error ?? 'the terminal says why.'}`
        : isUp
          ? `${parts.join(' and ')} ${live + mocks === 1 ? 'runs' : 'run'} here.`
          : 'No service and no mock runs here yet.';
  if (line.dataset.shown === text) return;
  line.dataset.shown = text;
  line.hidden = false;
  line.replaceChildren(element('span', { class: `light ${isUp ? 'up' : 'down'}` }), ` ${text}`);
}

function isRowHidden(card: HTMLElement): boolean {
  return card.querySelector<HTMLElement>('[data-place="live"]')?.hidden !== false;
}

/** Changes only what differs, so that a reader's selection stays. */
function showPlace(card: HTMLElement, kind: string, url: string | undefined, state: State, word: string): void {
  const row = card.querySelector<HTMLElement>(`[data-place="${kind}"]`);
  if (row === null) return;
  row.hidden = false;
  const light = row.querySelector('.light');
  if (light !== null) light.className = `light ${state}`;
  setText(row.querySelector('.state'), word);
  if (url === undefined) return;
  setText(row.querySelector('code'), url);
  row.querySelector('dd a')?.setAttribute('href', url);
}

function setText(target: Element | null, text: string): void {
  if (target !== null && target.textContent !== text) target.textContent = text;
}

function showCredentials(card: HTMLElement, live: LiveService | undefined): void {
  const place = card.querySelector<HTMLElement>('.credentials');
  if (place === null) return;
  const credentials = live?.credentials ?? [];
  const key = JSON.stringify(credentials);
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.hidden = credentials.length === 0;
  const summary = element('summary', {}, [`Credentials that work `, element('small', {}, [String(credentials.length)])]);
  place.replaceChildren(element('details', {}, [summary, element('ul', { class: 'plain' }, credentials.map(credentialRow))]));
}

function credentialRow({ scheme, value, note }: LiveCredential): HTMLElement {
  const parts: readonly (readonly [string, string])[] = typeof value === 'string' ? [['', value]] : Object.entries(value);
  const values = parts.map(([name, text]) =>
    element('span', { class: 'credential' }, [
      ...(name === '' ? [] : [`${name} `]),
      element('code', {}, [text]),
      copyButton(() => text, `Copy ${name === '' ? scheme : name}`),
    ]),
  );
  return element('li', {}, [
    element('strong', {}, [scheme]),
    ...(note === undefined ? [] : [' ', element('small', {}, [note])]),
    ...values,
  ]);
}

/** The code of the page is for the mock; while the service runs, it is for the service, with the first credential that works there. */
function showClient(card: HTMLElement, live: LiveService | undefined): void {
  const place = card.querySelector<HTMLElement>('.client');
  const code = place?.querySelector<HTMLElement>('code');
  const hint = place?.querySelector<HTMLElement>('.hint');
  if (place == null || code == null || hint == null) return;
  code.dataset.written ??= code.textContent ?? '';
  const facts = JSON.parse(place.dataset.client ?? '{}') as ClientFacts;
  const credential = live?.credentials?.find(({ scheme }) => Object.hasOwn(facts.schemes, scheme));
  const names = facts.schemes[credential?.scheme ?? ''] ?? [];
  const used = credential && { scheme: credential.scheme, values: partsOf(credential.value, names.length) };
  setText(code, live === undefined ? code.dataset.written : clientConfig(facts, live.url, used));
  hint.hidden = credential?.note === undefined;
  setText(hint, `The credential: ${credential?.note}.`);
}

/** Sends the quick start to the live service, with a credential that works there, while one runs. */
function showQuickStart(quick: HTMLElement, live: LiveService | undefined): void {
  const { base, schemes = '[]' } = quick.dataset;
  if (live === undefined || base === undefined) return;
  const exports: string[] = [];
  for (const { scheme, variables } of JSON.parse(schemes) as readonly {
    readonly scheme: string;
    readonly variables: readonly string[];
  }[]) {
    const credential = live.credentials?.find((one) => one.scheme === scheme);
    if (credential === undefined) return;
    const parts = partsOf(credential.value, variables.length);
    exports.push(...variables.map((variable, index) => `export ${variable}=${shellWord(parts[index] ?? '')}`));
  }
  const url = live.url.replace(/\/$/, '');
  for (const code of quick.querySelectorAll<HTMLElement>('pre code')) {
    if (code.dataset.base === url) continue;
    const text = (code.textContent ?? '').replaceAll(code.dataset.base ?? base, url);
    const isShell = text.includes('curl ');
    const lines = text.split('\n').filter((line) => !isShell || !line.startsWith('export '));
    code.textContent = [...(isShell ? exports : []), ...lines].join('\n');
    code.dataset.base = url;
  }
  setText(quick.querySelector('.target'), 'the service that runs here');
}

/** The parts of a credential in the order of its variables; a name and a password may be given as one text. */
function partsOf(value: LiveCredential['value'], count: number): readonly string[] {
  if (typeof value !== 'string') return Object.values(value);
  const at = value.indexOf(':');
  return count < 2 || at === -1 ? [value] : [value.slice(0, at), value.slice(at + 1)];
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

if (isDev) void follow();
