// `octavo dev` without its output: watches documents and updates the generated files, the documentation, and the mocks at a port of their own, and runs
// the implementation that `serve` names.
import type { Project } from '../config.ts';
import type { DocsDocument } from '../docs/index.ts';
import type { LiveState } from '../live/index.ts';
import type { LiveFailure } from '../live/protocol.ts';
import { mockPath, mockUrl } from '../mock/front.ts';
import { type Listening, listen } from '../mock/http.ts';
import { type Mocks, mockListener, startMocks } from '../mock/index.ts';
import type { PreparedDocument } from '../mock/prepare.ts';
import type { MockFault } from '../mock/supervisor.ts';
import { read } from '../pipeline.ts';
import { type WatchChange, watch } from '../watch/index.ts';
import { createDevFront } from './front.ts';
import { createDevLive, type ServedNews } from './live.ts';
import { createSite } from './site.ts';

export interface DevOptions {
  readonly port: number;
  /** Mocks answer with what documents contain, scripts too, so their origin must not be that of the documentation. */
  readonly mockPort: number;
  /** The port of the first service of the implementation; 0 for free ports. */
  readonly livePort: number;
  readonly host: string;
  /** Stops everything. */
  readonly signal: AbortSignal;
  readonly reload: () => Promise<Project>;
  readonly on: DevEvents;
}

/** Events that the caller may report. */
interface DevEvents {
  /** The server, the mocks and the first generation are ready. */
  ready(dev: DevState): void;
  /** After each generation, including the first; the output is written. */
  changed(change: WatchChange): Promise<void> | void;
  /** After `changed`, when the mocks of these documents are up to date. */
  mocked(ids: readonly string[]): void;
  /** Prism rejected this document; its previous mock stays. */
  refused(id: string, message: string): void;
  documented(ids: readonly string[], milliseconds: number): void;
  /** The implementation was started; the first time, only if that took longer than the rest. */
  served(news: ServedNews): void;
  /** The implementation has failed. `isRunning`: its previous version still answers. */
  serveFailed(failure: LiveFailure, isRunning: boolean): void;
  fault(fault: MockFault): void;
  /** Prism takes long to load this document. */
  slow(id: string): void;
  failed(what: string, error: unknown): void;
}

export interface DevState {
  /** `http://127.0.0.1:4000` */
  readonly url: string;
  readonly mocks: readonly {
    readonly id: string;
    readonly url: string;
    readonly operations: number;
    readonly unsupported: readonly string[];
  }[];
  /** The implementation; absent where the configuration names none. */
  readonly live?: LiveState;
  /** Whether the documentation is up to date; otherwise it is being built. */
  readonly documented: boolean;
}

/** Milliseconds that the start of everything else waits for the implementation. */
const liveWait = 10_000;

/** Runs until the signal is aborted. Throws an `OctavoError` (exit 3) if a port is in use or Prism is missing. */
export async function runDev(project: Project, options: DevOptions): Promise<void> {
  // Prism takes longest to start, in a process of its own, so it is started first.
  const mocks = startMocks({ root: project.root, onFault: options.on.fault, onSlow: options.on.slow });
  try {
    await runBeside(mocks, project, options);
  } finally {
    await mocks.stop();
  }
}

async function runBeside(mocks: Mocks, project: Project, options: DevOptions): Promise<void> {
  const { signal, on, host } = options;
  const inputs = new Map<string, DocsDocument>();
  // The documents in the order of the configuration; they are read at the same time, and become ready in any order.
  let order = project.documents.map(({ id }) => id);
  const inOrder = <T>(known: ReadonlyMap<string, T>): T[] => order.flatMap((id) => known.get(id) ?? []);
  let ready = false;
  let url = '';
  let mockOrigin = '';
  let docsFault: string | undefined;
  const live = createDevLive({
    root: project.root,
    host,
    livePort: options.livePort,
    portal: () => url,
    documents: inputs,
    // Until everything is ready, its place is among the others that are printed then.
    onServed: (news) => ready && on.served(news),
    onFailed: on.serveFailed,
    onMoved: () => ready && site.update(inOrder(inputs)),
  });
  const site = createSite({
    project,
    signal,
    mockUrl: ({ id }, server) => mockUrl(mockOrigin, id, server),
    liveUrl: ({ id }) => live.urlOf(id),
    onBuilt: (ids, milliseconds) => {
      front.reload();
      on.documented(ids, milliseconds);
    },
    onError: (error) => {
      docsFault = error instanceof Error ? error.message : String(error);
      on.failed('docs', error);
    },
  });
  const state = (): DevState => {
    const running = live.state();
    const shown = mocksOf(inOrder(mocks.documents), mockOrigin);
    return { url, mocks: shown, ...(running === undefined ? {} : { live: running }), documented: site.fresh() };
  };
  const front = createDevFront({
    site: site.folder,
    mocks: () => `${mockOrigin}/mock`,
    status: () => ({ ready, ...state(), prism: { pid: mocks.supervisor.pid, restarts: mocks.supervisor.restarts } }),
    waiting: () => docsFault ?? 'Building the documentation. This page reloads when it is ready.',
  });
  const ports: Listening[] = [];
  try {
    ports.push(await listen(front.handle, options.port, host));
    url = ports[0]?.url ?? '';
    const mocking = await listen(
      mockListener(mocks, () => mockOrigin),
      options.mockPort,
      host,
      '--mock-port',
    );
    ports.push(mocking);
    mockOrigin = mocking.url;
    const follow = createFollower(mocks, inputs, on);
    const started = follow(project, project.documents);
    // If Prism cannot be loaded, the run ends, whatever the documents contain.
    await Promise.race([started, mocks.supervisor.ready()]);
    let current = project;
    // It may take as long to end as the rest of the command has.
    signal.addEventListener('abort', () => void live.stop(), { once: true });
    await watch(project, {
      signal,
      reload: async () => {
        current = await options.reload();
        return current;
      },
      onError: (error) => on.failed('generate', error),
      onChange: async (change) => {
        await on.changed(change);
        if (change.first) {
          order = change.report.documents.map(({ document }) => document.id);
          live.run(current, order);
        }
        if (change.first && !ready) {
          await Promise.all([started, mocks.supervisor.ready(), live.settled(liveWait)]);
          void site.update(inOrder(inputs));
          // If no page is stale, the update is done within this turn of the event loop.
          await new Promise((resolve) => setImmediate(resolve));
          ready = true;
          on.ready(state());
          return;
        }
        const sound = change.report.documents.filter(({ status }) => status !== 'failed').map(({ document }) => document);
        if (change.first) forgetOthers(order, inputs, mocks);
        if (sound.length === 0) return;
        on.mocked(await follow(project, sound));
        void site.update(inOrder(inputs));
      },
    });
  } finally {
    await Promise.all([...ports.map((listening) => listening.close()), live.stop()]);
  }
}

/** Removes the documents that the configuration no longer names. */
function forgetOthers(ids: readonly string[], inputs: Map<string, DocsDocument>, mocks: Pick<Mocks, 'remove'>): void {
  for (const id of [...inputs.keys()].filter((known) => !ids.includes(known))) {
    inputs.delete(id);
    mocks.remove(id);
  }
}

type Follow = (project: Project, documents: Project['documents']) => Promise<readonly string[]>;

/** Reads documents again and updates the mocks and the inputs of the documentation; a document that fails keeps its previous version. */
function createFollower(mocks: Mocks, inputs: Map<string, DocsDocument>, on: DevEvents): Follow {
  return async (project, documents) => {
    const taken = await Promise.all(
      documents.map(async (document) => {
        const { description, service } = await read(project, document);
        if (description === undefined || service === undefined) return undefined;
        inputs.set(document.id, { description, service, held: document.held });
        const outcome = await mocks.set(description);
        if (outcome.kind === 'loaded') return document.id;
        on.refused(document.id, outcome.message);
        return undefined;
      }),
    );
    return taken.filter((id) => id !== undefined);
  };
}

function mocksOf(documents: readonly PreparedDocument[], url: string): DevState['mocks'] {
  return documents.map((document) => ({
    id: document.id,
    url: `${url}${mockPath(document)}`,
    operations: document.operations.length,
    unsupported: document.unsupported,
  }));
}
