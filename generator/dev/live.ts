// The implementation that `serve` names, as `octavo dev` sees it: where it listens, and what the portal and the status say of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from '../config/config.ts';
import type { DocsDocument } from '../docs/index.ts';
import { Live, type LiveState } from '../live/index.ts';
import type { LiveFailure } from '../live/protocol.ts';
import type { ServedControl, ServedService } from '../serve.ts';

export interface DevLiveOptions {
  readonly root: string;
  readonly host: string;
  readonly livePort: number;
  /** The ports of the portal and the mocks. */
  readonly otherPorts: () => readonly number[];
  /** The origin of the portal. */
  readonly portal: () => string;
  /** By document id. */
  readonly documents: ReadonlyMap<string, Pick<DocsDocument, 'service'>>;
  /** Called after each start. */
  readonly onServed: (news: ServedNews) => void;
  readonly onFailed: (failure: LiveFailure, isRunning: boolean) => void;
  /** Called when services have come, gone or moved. */
  readonly onMoved: () => void;
}

export interface ServedNews {
  readonly services: readonly ServedService[];
  /** The base address of the control API, where there is one. */
  readonly control?: string;
  readonly milliseconds: number;
  /** Whether addresses or credentials differ from those of the last version. */
  readonly changed: boolean;
}

export interface DevLive {
  /** Loads what the project names, which takes as long as to generate the code of all documents, before it is known where it is to listen. */
  load(project: Project): void;
  /** Runs what the project names, in the order of these documents. `hasWritten`: whether files were generated since `load`. */
  run(project: Project, ids: readonly string[], hasWritten: boolean): void;
  /** Resolves when the services answer or have failed to, after `limit` milliseconds at most. */
  settled(limit: number): Promise<void>;
  /** The base address of a document's service; `undefined` while it does not run. */
  urlOf(id: string): string | undefined;
  /** The state of the implementation, with the documentation and the name of each service; `undefined` where nothing is to run. */
  state(): LiveState | undefined;
  /** Absent while the implementation does not run, or has none. */
  control(): ServedControl | undefined;
  stop(): Promise<void>;
}

export function createDevLive(options: DevLiveOptions): DevLive {
  const { root, host, livePort, otherPorts, portal, documents } = options;
  let shown = '';
  let addresses = '';
  const moved = (): void => {
    const next = JSON.stringify(live.state?.services.map(({ id, url }) => [id, url]) ?? []);
    if (next === addresses) return;
    addresses = next;
    options.onMoved();
  };
  const live = new Live({
    cwd: root,
    on: {
      served: (services, milliseconds) => {
        const control = live.control?.url;
        const text = JSON.stringify([services, control]);
        options.onServed({
          services: services.map(complete),
          ...(control === undefined ? {} : { control }),
          milliseconds,
          changed: text !== shown,
        });
        shown = text;
        moved();
      },
      failed: (failure, isRunning) => {
        if (!isRunning) shown = '';
        options.onFailed(failure, isRunning);
        moved();
      },
    },
  });

  function complete(service: ServedService): ServedService {
    const document = documents.get(service.id);
    if (document === undefined) return service;
    return { name: document.service.title, docs: `${portal()}/${service.id}/`, ...service };
  }

  return {
    load: ({ serve }) => {
      if (serve !== undefined) live.load(serve);
    },
    run: ({ serve }, ids, hasWritten) => {
      live.run(
        serve === undefined
          ? undefined
          : { module: serve, host, portal: portal(), firstPort: livePort, otherPorts: otherPorts(), documents: ids },
        hasWritten,
      );
      moved();
    },
    settled: async (limit) => {
      await Promise.race([live.settled(), sleep(limit, undefined, { ref: false })]);
    },
    urlOf: (id) => live.state?.services.find((service) => service.id === id)?.url,
    state: () => {
      const { state } = live;
      return state === undefined ? undefined : { ...state, services: state.services.map(complete) };
    },
    control: () => live.control,
    stop: () => live.stop(),
  };
}
