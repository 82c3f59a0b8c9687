// `octavo dev` without its output: watches documents and updates the generated files, the documentation, and the mocks at a port of their own.
import type { Project } from '../config.ts';
import type { DocsDocument } from '../docs/index.ts';
import { mockPath, mockUrl } from '../mock/front.ts';
import { type Listening, listen } from '../mock/http.ts';
import { type Mocks, mockListener, startMocks } from '../mock/index.ts';
import type { PreparedDocument } from '../mock/prepare.ts';
import type { MockFault } from '../mock/supervisor.ts';
import { read } from '../pipeline.ts';
import { type WatchChange, watch } from '../watch/index.ts';
import { createDevFront } from './front.ts';
import { createSite } from './site.ts';

export interface DevOptions {
  readonly port: number;
  /** Mocks answer with what documents contain, scripts too, so their origin must not be that of the documentation. */
  readonly mockPort: number;
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
  /** Whether the documentation is up to date; otherwise it is being built. */
  readonly documented: boolean;
}

/** Runs until the signal is aborted. Throws an `OctavoError` (exit 3) if the port is in use or Prism is missing. */
export async function runDev(project: Project, options: DevOptions): Promise<void> {
  const { signal, on } = options;
  // Prism takes longest to start, in a process of its own, so it is started first.
  const mocks = startMocks({ root: project.root, onFault: on.fault, onSlow: on.slow });
  try {
    const site = createSite({
      project,
      signal,
      mockUrl: ({ id }, server) => mockUrl(mockOrigin, id, server),
      onBuilt: (ids, milliseconds) => {
        front.reload();
        on.documented(ids, milliseconds);
      },
      onError: (error) => {
        docsFault = error instanceof Error ? error.message : String(error);
        on.failed('docs', error);
      },
    });
    let docsFault: string | undefined;
    let url = '';
    let mockOrigin = '';
    // The documents in the order of the configuration; they are read at the same time, and become ready in any order.
    let order = project.documents.map(({ id }) => id);
    const inOrder = <T>(known: ReadonlyMap<string, T>): T[] => order.flatMap((id) => known.get(id) ?? []);
    const state = (): DevState => ({ url, mocks: mocksOf(inOrder(mocks.documents), mockOrigin), documented: site.fresh() });
    const front = createDevFront({
      site: site.folder,
      mocks: () => `${mockOrigin}/mock`,
      status: () => ({ ready, ...state(), prism: { pid: mocks.supervisor.pid, restarts: mocks.supervisor.restarts } }),
      waiting: () => docsFault ?? 'Building the documentation. This page reloads when it is ready.',
    });
    let ready = false;
    const listening = await listen(front.handle, options.port, options.host);
    url = listening.url;
    let mocking: Listening | undefined;
    try {
      mocking = await listen(
        mockListener(mocks, () => mockOrigin),
        options.mockPort,
        options.host,
        '--mock-port',
      );
      mockOrigin = mocking.url;
      const inputs = new Map<string, DocsDocument>();
      const follow = createFollower(mocks, inputs, on);
      const started = follow(project, project.documents);
      // If Prism cannot be loaded, the run ends, whatever the documents contain.
      await Promise.race([started, mocks.supervisor.ready()]);
      await watch(project, {
        signal,
        reload: options.reload,
        onError: (error) => on.failed('generate', error),
        onChange: async (change) => {
          await on.changed(change);
          if (change.first) order = change.report.documents.map(({ document }) => document.id);
          if (change.first && !ready) {
            await Promise.all([started, mocks.supervisor.ready()]);
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
      await Promise.all([listening.close(), mocking?.close()]);
    }
  } finally {
    await mocks.stop();
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
