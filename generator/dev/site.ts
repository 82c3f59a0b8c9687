// Keeps the documentation of `octavo dev` up to date: builds only stale pages, one build at a time, and keeps the previous pages if a build fails.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonText } from '../base/exact.ts';
import { findPeer } from '../base/peer.ts';
import { Problems } from '../base/problem.ts';
import type { Project } from '../config/config.ts';
import { clientModuleOf } from '../docs/client-module.ts';
import type { DocsDocument } from '../docs/index.ts';
import { portalFolder } from '../docs/portal-files.ts';
import { readStatementFile, type Statement } from '../docs/statements.ts';
import type { Theme } from '../docs/theme/theme.ts';
import { bundle } from '../load/bundle.ts';
import { formatProblem } from '../load/frame.ts';
import { createChangelogReader } from '../run/changelog.ts';
import { themeOf } from './theme.ts';

export interface SiteOptions {
  readonly project: Project;
  readonly signal: AbortSignal;
  /** References are plain lists even where Redocly is installed. */
  readonly isPlain: boolean;
  /** The address that answers for a server of a service in the mock; absent where there is no mock. */
  readonly mockUrl?: (service: { readonly id: string }, server: string) => string;
  /** The base address of the implementation of a service; `undefined` where none runs. */
  readonly liveUrl: (service: { readonly id: string }) => string | undefined;
  /** Called when a build has written all pages but those that take long. */
  readonly onPages: () => void;
  /** Called after a build, with the ids of the documents whose pages were built. */
  readonly onBuilt: (ids: readonly string[], milliseconds: number) => void;
  readonly onError: (error: unknown) => void;
}

export interface Site {
  readonly folder: string;
  /** Whether the pages are those of the last documents given. */
  fresh(): boolean;
  /** Takes all current documents, in the order of the portal; resolves when their pages are built, or a build has failed. */
  update(documents: readonly DocsDocument[]): Promise<void>;
}

/**
 * The key of what the portal shows besides the documents: their order, the addresses of running services, and the statements. Ids of documents
 * contain no slash.
 */
const PORTAL = '/portal';

/** A hash by document id: while it is the same, so is the page. Stored beside the pages. */
type Keys = Readonly<Record<string, string>>;

export function createSite(options: SiteOptions): Site {
  const { project, signal, isPlain, mockUrl, liveUrl } = options;
  const folder = path.join(project.root, '.octavo', 'site');
  const keyFile = path.join(project.root, '.octavo', 'site.json');
  const changelogs = createChangelogReader();
  let keys = readKeys(keyFile);
  let wanted: readonly DocsDocument[] | undefined;
  let fresh = false;
  let running: Promise<void> | undefined;

  async function build(documents: readonly DocsDocument[]): Promise<void> {
    const began = performance.now();
    // Without Redocly the pages are plain; they are built again when it is installed.
    const redocly = isPlain ? undefined : findPeer(project.root, '@redocly/cli', 'redocly');
    const tool = `${toolKey()}${redocly?.version ?? ''}`;
    const next: Record<string, string> = {};
    for (const { description, service, held } of documents) {
      next[service.id] = hash(
        'sha256',
        `${tool}\0${service.name}\0${JSON.stringify(held)}\0${mockUrl?.(service, '') ?? ''}\0${jsonText(bundle(description))}`,
      );
    }
    const stale = Object.keys(next).filter((id) => keys[id] !== next[id]);
    const gone = Object.keys(keys).filter((id) => id !== PORTAL && !Object.hasOwn(next, id));
    const statements = statementsOf(project);
    const theme = await shownTheme(project);
    const shown = documents.map(({ service, versionOf }) => [service.id, liveUrl(service) ?? '', versionOf ?? '']);
    const portal = hash(
      'sha256',
      JSON.stringify([tool, await portalFolder(), shown, statements ?? null, theme ?? null, await changelogs.tags(project)]),
    );
    if (stale.length + gone.length === 0 && keys[PORTAL] === portal) return;
    // Redocly and the templates are loaded only if a page is stale.
    const { buildDocs } = await import('../docs/index.ts');
    const { root, runtime } = project;
    const clientModule = clientModuleOf(project);
    await buildDocs({
      documents,
      out: folder,
      root,
      clientModule,
      runtime,
      ...(mockUrl === undefined ? {} : { mockUrl }),
      liveUrl,
      isDev: true,
      isPlain,
      changelog: await changelogs.read(project),
      onPages: options.onPages,
      only: new Set(stale),
      signal,
      ...(statements === undefined ? {} : { statements }),
      ...(theme === undefined ? {} : { theme }),
    });
    keys = { ...next, [PORTAL]: portal };
    mkdirSync(path.dirname(keyFile), { recursive: true, mode: 0o700 });
    writeFileSync(keyFile, JSON.stringify(keys));
    options.onBuilt(stale, performance.now() - began);
  }

  async function run(): Promise<void> {
    while (wanted !== undefined && !signal.aborted) {
      const documents = wanted;
      wanted = undefined;
      try {
        await build(documents);
        fresh = wanted === undefined;
      } catch (error) {
        if (!signal.aborted) options.onError(error);
      }
    }
  }

  return {
    folder,
    fresh: () => fresh,
    update: (documents) => {
      wanted = documents;
      fresh = false;
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** Reads the file of statements again for every build. Throws an error that shows its problems. */
function statementsOf(project: Project): readonly Statement[] | undefined {
  if (project.statements === undefined) return undefined;
  const problems = new Problems();
  const statements = readStatementFile(project.statements, project.root, project.limits, problems);
  refuse(problems);
  return statements;
}

/** Reads the logo again for every build. Throws an error that shows its problems. */
async function shownTheme(project: Project): Promise<Theme | undefined> {
  const problems = new Problems();
  const theme = await themeOf(project, problems);
  refuse(problems);
  return theme;
}

function refuse({ failed, list }: Problems): void {
  if (failed) throw new Error(list.map((problem) => formatProblem(problem, { color: false })).join('\n'));
}

function readKeys(file: string): Keys {
  try {
    // Any other content makes the pages stale.
    return JSON.parse(readFileSync(file, 'utf8')) as Keys;
  } catch {
    return {};
  }
}

/** Changes with the source files that build pages. */
function toolKey(): string {
  const generator = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
  const stamps: string[] = [];
  // The package has its modules joined in one folder.
  for (const room of existsSync(path.join(generator, 'chunks')) ? ['chunks'] : ['dev', 'docs', 'emit', 'model', 'load']) {
    const files = readdirSync(path.join(generator, room), { recursive: true, encoding: 'utf8' });
    for (const file of files.sort()) {
      const { size, mtimeMs } = statSync(path.join(generator, room, file));
      stamps.push(`${file}:${size}:${mtimeMs}`);
    }
  }
  return hash('sha256', stamps.join('\n'));
}
