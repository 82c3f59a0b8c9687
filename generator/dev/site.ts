// Keeps the docs of `octavo dev` in step with the documents: builds only what is stale, one build at a time, and leaves the last good pages where one fails.
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Project } from '../config.ts';
import { clientModuleOf } from '../docs/client-module.ts';
import type { DocsDocument } from '../docs/index.ts';
import { readStatementFile, type Statement } from '../docs/statements.ts';
import { jsonText } from '../exact.ts';
import { bundle } from '../load/bundle.ts';
import { formatProblem } from '../load/frame.ts';
import { Problems } from '../problem.ts';

export interface SiteOptions {
  readonly project: Project;
  readonly signal: AbortSignal;
  /** Ids of the references that were built anew. */
  readonly onBuilt: (ids: readonly string[], milliseconds: number) => void;
  readonly onError: (error: unknown) => void;
}

export interface Site {
  readonly folder: string;
  /** Whether every page is that of the documents that were last given. */
  fresh(): boolean;
  /** Gives all documents that there are now; resolves when the pages are theirs, or a build failed. */
  update(documents: readonly DocsDocument[]): Promise<void>;
}

/** No document's id: a file's name without its ending holds no slash. */
const STATEMENTS = '/statements';

/** Same keys, same pages: kept beside the pages. */
type Keys = Readonly<Record<string, string>>;

export function createSite(options: SiteOptions): Site {
  const { project, signal } = options;
  const folder = path.join(project.root, '.octavo', 'site');
  const keyFile = path.join(project.root, '.octavo', 'site.json');
  let keys = readKeys(keyFile);
  let wanted: readonly DocsDocument[] | undefined;
  let fresh = false;
  let running: Promise<void> | undefined;

  async function build(documents: readonly DocsDocument[]): Promise<void> {
    const began = performance.now();
    const tool = toolKey();
    const next: Record<string, string> = {};
    for (const { description, service, held } of documents) {
      next[service.id] = hash('sha256', `${tool}\0${service.name}\0${JSON.stringify(held)}\0${jsonText(bundle(description))}`);
    }
    const stale = Object.keys(next).filter((id) => keys[id] !== next[id]);
    const gone = Object.keys(keys).filter((id) => id !== STATEMENTS && !Object.hasOwn(next, id));
    const statements = statementsOf(project);
    const listed = hash('sha256', JSON.stringify(statements ?? null));
    if (stale.length + gone.length === 0 && keys[STATEMENTS] === listed) return;
    // Redocly and the page templates are not needed where nothing is stale.
    const { buildDocs } = await import('../docs/index.ts');
    const { root, runtime } = project;
    const clientModule = clientModuleOf(project);
    await buildDocs({
      documents,
      out: folder,
      root,
      clientModule,
      runtime,
      only: new Set(stale),
      signal,
      ...(statements === undefined ? {} : { statements }),
    });
    keys = { ...next, [STATEMENTS]: listed };
    mkdirSync(path.dirname(keyFile), { recursive: true });
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

/** Read anew with every build, as the file may have changed. Throws what is wrong with it. */
function statementsOf(project: Project): readonly Statement[] | undefined {
  if (project.statements === undefined) return undefined;
  const problems = new Problems();
  const statements = readStatementFile(project.statements, project.root, project.limits, problems);
  if (statements === undefined) throw new Error(problems.list.map((problem) => formatProblem(problem, { color: false })).join('\n'));
  return statements;
}

function readKeys(file: string): Keys {
  try {
    // Written above alone; what else may stand there fails the comparison.
    return JSON.parse(readFileSync(file, 'utf8')) as Keys;
  } catch {
    return {};
  }
}

/** Changes with the rooms that make pages. */
function toolKey(): string {
  const generator = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
  const stamps: string[] = [];
  for (const room of ['docs', 'model', 'load']) {
    const files = readdirSync(path.join(generator, room), { recursive: true, encoding: 'utf8' });
    for (const file of files.sort()) {
      const { size, mtimeMs } = statSync(path.join(generator, room, file));
      stamps.push(`${file}:${size}:${mtimeMs}`);
    }
  }
  return hash('sha256', stamps.join('\n'));
}
