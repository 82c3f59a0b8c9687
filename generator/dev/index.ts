// `octavo dev` without its output: watches documents and updates the generated files, the documentation, and the mocks at a port of their own, and
// runs the implementation that `serve` names.
import { findPeer } from '../base/peer.ts';
import type { Project } from '../config/config.ts';
import type { DocsDocument } from '../docs/index.ts';
import type { LiveState } from '../live/index.ts';
import type { LiveFailure } from '../live/protocol.ts';
import { mockPath, mockUrl } from '../mock/addresses.ts';
import { type Listening, listen } from '../mock/http.ts';
import { mockListener } from '../mock/index.ts';
import type { PreparedDocument } from '../mock/prepare.ts';
import type { GenerateReport } from '../run/generate.ts';
import { createReadings } from '../run/readings.ts';
import type { ServedControl } from '../serve.ts';
import { type WatchChange, watch } from '../watch/index.ts';
import { type BrokenDocument, brokenText, noteBroken } from './broken.ts';
import { createFollower, type FollowEvents, type ReadShown, readShown } from './follow.ts';
import { createDevFront } from './front.ts';
import { createDevLive, type ServedNews } from './live.ts';
import { type DevMocks, type DevMocksOptions, type MockEvents, type MockKind, startDevMocks } from './mocks.ts';
import { createSite } from './site.ts';

export interface DevOptions extends DevMocksOptions {
  readonly port: number;
  /** Mocks answer with what documents contain, scripts too, so their origin must not be that of the documentation. */
  readonly mockPort: number;
  /** The port of the first service of the implementation; 0 for free ports. */
  readonly livePort: number;
  readonly host: string;
  /** References are plain lists even where Redocly is installed. */
  readonly isPlain?: boolean;
  /** Stops everything. */
  readonly signal: AbortSignal;
  readonly reload: () => Promise<Project>;
  readonly on: DevEvents;
}

/** Events that the caller may report. */
export interface DevEvents extends MockEvents, FollowEvents {
  /** The server, the mocks and the first generation are ready. */
  ready(dev: DevState): void;
  /** After each generation, including the first; the output is written. */
  changed(change: WatchChange): Promise<void> | void;
  /** After `changed`, when the mocks of these documents are up to date. */
  mocked(ids: readonly string[]): void;
  documented(ids: readonly string[], milliseconds: number): void;
  /** The implementation was started; the first time, only if that took longer than the rest. */
  served(news: ServedNews): void;
  /** The implementation has failed. `isRunning`: its previous version still answers. */
  serveFailed(failure: LiveFailure, isRunning: boolean): void;
}

export interface DevState {
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  readonly mocks: readonly {
    readonly id: string;
    readonly url: string;
    readonly operations: number;
    /** Which mock answers. */
    readonly by: MockKind;
    readonly beyondPrism: readonly { readonly operation: string; readonly reason: string }[];
  }[];
  /** The implementation; absent where the configuration names none. */
  readonly live?: LiveState;
  /** The address of the control API: that of the implementation, or of mocks that remember. */
  readonly control?: string;
  /** Whether the documentation is up to date; otherwise it is being built. */
  readonly documented: boolean;
  /** Optional packages that are not installed, and what each would add. */
  readonly missing: readonly MissingPeer[];
}

interface MissingPeer {
  readonly name: string;
  /** `a mock of each document` */
  readonly adds: string;
}

const PRISM: MissingPeer = { name: '@stoplight/prism-cli', adds: 'a mock of each document' };
const REDOCLY: MissingPeer = { name: '@redocly/cli', adds: 'reference pages with a menu and schemas that unfold, and lint' };

/** Milliseconds that the start of everything else waits for the implementation. */
const liveWait = 10_000;

/** Runs until the signal is aborted. Throws an `OctavoError` (exit 3) if a port is in use. Without Prism there are no mocks. */
export async function runDev(project: Project, options: DevOptions): Promise<void> {
  // Prism takes longest to start, in a process of its own, so it is started first.
  const mocks = startDevMocks(project, options);
  try {
    await runBeside(mocks, project, options);
  } finally {
    await mocks?.stop();
  }
}

/** State that the parts of a run share. */
interface Session {
  /** The ids of the documents in the order of the configuration; they are read at the same time, and become ready in any order. */
  order: readonly string[];
  /** By document id. */
  readonly inputs: Map<string, DocsDocument>;
  /** The documents with errors, by id: their last version without errors is shown, where there was one. */
  readonly broken: Map<string, BrokenDocument>;
  ready: boolean;
  /** The origins of the portal and of the mocks; the second is empty where there are no mocks. */
  url: string;
  mockOrigin: string;
  /** The control API of mocks that remember. */
  mockControl: ServedControl | undefined;
}

async function runBeside(mocks: DevMocks | undefined, project: Project, options: DevOptions): Promise<void> {
  const { signal, host } = options;
  const session: Session = {
    order: project.documents.map(({ id }) => id),
    inputs: new Map(),
    broken: new Map(),
    ready: false,
    url: '',
    mockOrigin: '',
    mockControl: undefined,
  };
  const parts = createParts(session, mocks, project, options);
  parts.live.load(project);
  const ports: Listening[] = [];
  const open = async (...where: Parameters<typeof listen>): Promise<string> => {
    const listening = await listen(...where);
    ports.push(listening);
    return listening.url;
  };
  // Its processes may take as long to end as the rest of the command has.
  signal.addEventListener('abort', () => void Promise.all([parts.live.stop(), mocks?.stop()]), { once: true });
  try {
    session.url = await open(parts.front.handle, options.port, host);
    if (mocks !== undefined) {
      const listener = mockListener(mocks, () => session.mockOrigin);
      session.mockOrigin = await open(listener, options.mockPort, host, '--mock-port');
      session.mockControl = await mocks.openControl(
        () => session.mockOrigin,
        () => session.url,
      );
    }
    await followChanges(session, parts, mocks, project, options);
  } finally {
    await Promise.all([...ports.map((listening) => listening.close()), parts.live.stop()]);
  }
}

type Parts = ReturnType<typeof createParts>;

function createParts(session: Session, mocks: DevMocks | undefined, project: Project, options: DevOptions) {
  const { signal, on, host, livePort, isPlain = false } = options;
  let docsFault: string | undefined;
  const inOrder = <T>(known: ReadonlyMap<string, T>): T[] => session.order.flatMap((id) => known.get(id) ?? []);
  const updateSite = (): Promise<void> => site.update(inOrder(session.inputs));
  const live = createDevLive({
    root: project.root,
    host,
    livePort,
    otherPorts: () => [session.url, session.mockOrigin].filter((url) => url !== '').map((url) => Number(new URL(url).port)),
    portal: () => session.url,
    documents: session.inputs,
    // Until everything is ready, its place is among the others that are printed then.
    onServed: (news) => session.ready && on.served(news),
    onFailed: on.serveFailed,
    onMoved: () => session.ready && updateSite(),
  });
  const site = createSite({
    project,
    signal,
    isPlain,
    ...(mocks === undefined ? {} : { mockUrl: ({ id }, server) => mockUrl(session.mockOrigin, id, server) }),
    liveUrl: ({ id }) => live.urlOf(id),
    onPages: () => front.reload(),
    onBuilt: (ids, milliseconds) => {
      front.reload();
      on.documented(ids, milliseconds);
    },
    onError: (error) => {
      docsFault = error instanceof Error ? error.message : String(error);
      on.failed('docs', error);
    },
  });
  // The pages have one sandbox: that of the implementation, where it has one.
  const control = (): ServedControl | undefined => live.control() ?? session.mockControl;
  const state = (): DevState => {
    const { url, mockOrigin } = session;
    const running = live.state();
    const shown = mocks === undefined ? [] : mocksOf(inOrder(mocks.documents), mockOrigin, mocks.kind);
    const missing = [
      ...(mocks?.kind !== 'living' && findPeer(project.root, PRISM.name, 'prism') === undefined ? [PRISM] : []),
      ...(findPeer(project.root, REDOCLY.name, 'redocly') === undefined ? [REDOCLY] : []),
    ];
    const steered = control()?.url;
    return {
      url,
      mocks: shown,
      ...(running === undefined ? {} : { live: running }),
      ...(steered === undefined ? {} : { control: steered }),
      documented: site.fresh(),
      missing,
    };
  };
  const front = createDevFront({
    site: site.folder,
    mocks: () =>
      mocks === undefined
        ? `There are no mocks: ${PRISM.name} is not installed, or does not run here.`
        : `The mocks are at ${session.mockOrigin}/mock/<document>.`,
    status: () => ({
      ready: session.ready,
      ...state(),
      ...(session.broken.size === 0 ? {} : { broken: [...session.broken.values()] }),
      ...(mocks?.prism() === undefined ? {} : { prism: mocks.prism() }),
    }),
    control,
    waiting: () => docsFault ?? brokenText(session.broken) ?? 'Building the documentation. This page reloads when it is ready.',
  });
  return { live, front, state, updateSite, siteFolder: site.folder };
}

/** Generates, and brings everything up to date on each save, until the signal is aborted. */
async function followChanges(
  session: Session,
  parts: Parts,
  mocks: DevMocks | undefined,
  project: Project,
  options: DevOptions,
): Promise<void> {
  const { on, signal } = options;
  const { live, front, state, updateSite } = parts;
  // The mocks, the pages and the generated code are made of the same reading.
  const readings = createReadings();
  const readBefore: ReadShown = (project, document) => readShown(project, document, parts.siteFolder);
  const follow = createFollower(mocks, session.inputs, options, { read: readings, readBefore });
  const started = follow(project, project.documents);
  // If Prism cannot be loaded, the run ends, whatever the documents contain.
  await Promise.race([started, mocks?.ready() ?? started]);
  let current = project;
  await watch(project, {
    signal,
    read: readings,
    reload: async () => {
      current = await options.reload();
      return current;
    },
    onError: (error) => {
      // A failure to write at the start is for the user to mend; later, the next save may succeed.
      if (!session.ready) throw error;
      on.failed('generate', error);
    },
    onChange: async (change) => {
      await on.changed(change);
      if (noteBroken(session.broken, change.report.documents)) front.changed();
      if (change.first) {
        session.order = change.report.documents.map(({ document }) => document.id);
        live.run(current, session.order, hasWritten(change.report));
      }
      if (change.first && !session.ready) {
        await Promise.all([started, mocks?.ready(), live.settled(liveWait)]);
        // Pages of an earlier run stay where all documents have errors.
        if (session.inputs.size > 0 || session.broken.size === 0) void updateSite();
        // If no page is stale, the update is done within this turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        session.ready = true;
        on.ready(state());
        return;
      }
      const sound = change.report.documents.filter(({ status }) => status !== 'failed').map(({ document }) => document);
      if (change.first) forgetOthers(session.order, session, mocks);
      if (sound.length === 0) return;
      on.mocked(await follow(current, sound));
      void updateSite();
    },
  });
}

/** Whether the generated files are others than before. */
function hasWritten({ documents, stale }: GenerateReport): boolean {
  return stale.length > 0 || documents.some(({ status }) => status === 'written');
}

/** Removes the documents that the configuration no longer names. */
function forgetOthers(ids: readonly string[], { inputs, broken }: Session, mocks: Pick<DevMocks, 'remove'> | undefined): void {
  for (const id of [...broken.keys()].filter((known) => !ids.includes(known))) broken.delete(id);
  for (const id of [...inputs.keys()].filter((known) => !ids.includes(known))) {
    inputs.delete(id);
    mocks?.remove(id);
  }
}

function mocksOf(documents: readonly PreparedDocument[], url: string, by: MockKind): DevState['mocks'] {
  return documents.map((document) => ({
    id: document.id,
    url: `${url}${mockPath(document)}`,
    operations: document.operations.length,
    by,
    beyondPrism: (by === 'living' ? [] : document.beyondPrism).map(({ operation, reason }) => ({ operation, reason })),
  }));
}
