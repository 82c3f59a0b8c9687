// Runs what `octavo dev` runs, on free ports, in a folder of its own, so that it shares neither ports nor data with other runs.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../generator/base/error.ts';
import type { Project } from '../../generator/config/config.ts';
import type { DevEvents, DevState } from '../../generator/dev/index.ts';
import { root } from './documents.ts';
import { byEffort } from './effort.ts';
import { shareSchemaThread } from './schema-thread.ts';

export interface DevPortal {
  /** The address of the portal, without a slash at the end. */
  readonly url: string;
  /** The live address of a document. */
  live(id: string): Promise<string>;
  close(): Promise<unknown>;
}

/**
 * A new folder whose project is the one of this repository: its documents, statements and services. A quick run builds the references of the
 * documents that `ids` names (default: all), since building one takes seconds; a deep run builds all.
 */
export function repositoryProject(name: string, ids?: readonly string[]): string {
  const folder = emptyProject(name);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const inputs = byEffort({ quick: ids, deep: undefined })?.map((id) => `specs/${id}.yaml`);
  const chosen = inputs === undefined ? '' : `.filter(({ input }) => ${JSON.stringify(inputs)}.includes(input))`;
  const config = `import { resolve } from 'node:path';
import config from '../../../octavo.config.ts';

const root = resolve(import.meta.dirname, '../../..');
export default {
  ...config,
  documents: config.documents${chosen}.map((document) => ({ ...document, input: resolve(root, document.input) })),
  statements: resolve(root, config.statements),
  serve: resolve(root, config.serve),
  schema: false,
};
`;
  writeFileSync(path.join(folder, 'octavo.config.ts'), config);
  return folder;
}

/** A new folder with one of the examples, without what was generated in it. */
export function exampleProject(name: string, example: string): string {
  const folder = emptyProject(name);
  const made = ['node_modules', 'api', '.octavo'];
  cpSync(path.join(root, 'examples', example), folder, { recursive: true, filter: (file) => !made.includes(path.basename(file)) });
  return folder;
}

function emptyProject(name: string): string {
  const folder = path.join(root, '.octavo/tmp', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

const ignore = (): void => {};

/** What the command prints, and the tests of pages do not read. */
const SILENT = {
  changed: ignore,
  mocked: ignore,
  served: ignore,
  withoutPrism: ignore,
  refusedRequest: ignore,
  octavo: ignore,
  unjudged: ignore,
  unanswered: ignore,
  fault: ignore,
  slow: ignore,
  loaded: ignore,
} satisfies Partial<DevEvents>;

interface DevWishes {
  /** Whether the references are those of Redocly, which take a second each. Default: plain lists. */
  readonly hasReferences?: boolean;
  /** Whether the mocks are those that remember, which start no Prism. */
  readonly living?: boolean;
}

/**
 * Resolves when the portal, the mocks and the live services answer, and all pages are built. It runs in this process, which has loaded most of it for
 * other tests; those of the command itself (`test/dev`) start a process. Redocly lints nothing.
 */
export async function startDev(folder: string, { hasReferences = false, living = false }: DevWishes = {}): Promise<DevPortal> {
  shareSchemaThread();
  // Loaded only now, so that it uses that thread.
  const { loadProject } = await import('../../generator/config/config.ts');
  const { runDev } = await import('../../generator/dev/index.ts');
  const stopping = new AbortController();
  const reload = (): Promise<Project> => loadProject({ cwd: folder });
  const project = await reload();
  let running = Promise.resolve();
  const { url } = await new Promise<DevState>((resolve, reject) => {
    let state: DevState | undefined;
    let isBuilt = false;
    const settle = (): void => {
      if (state !== undefined && isBuilt) resolve(state);
    };
    const refuse = (what: string, why: unknown): void => reject(new Error(`${what}: ${messageOf(why)}`));
    const on: DevEvents = {
      ...SILENT,
      ready: (now) => {
        state = now;
        settle();
      },
      documented: () => {
        isBuilt = true;
        settle();
      },
      failed: refuse,
      refused: refuse,
      serveFailed: ({ message }) => refuse('serve', message),
    };
    const places = { host: '127.0.0.1', port: 0, mockPort: 0, livePort: 0 };
    running = runDev(project, { ...places, isPlain: !hasReferences, living, behaviour: {}, signal: stopping.signal, reload, on });
    running.catch(reject);
  });
  return {
    url,
    live: (id) => liveUrl(url, id),
    close: () => {
      stopping.abort();
      return running;
    },
  };
}

/** The base address of a live service, as soon as it runs. */
async function liveUrl(portal: string, id: string): Promise<string> {
  for (;;) {
    const { live } = (await (await fetch(`${portal}/-/status`)).json()) as DevState;
    const url = live?.services.find((service) => service.id === id)?.url;
    if (url !== undefined) return url;
    if (live?.error !== undefined) throw new Error(live.error);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
