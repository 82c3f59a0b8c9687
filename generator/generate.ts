// The pipeline over a project's documents: load, model, emit and write, with openapi-typescript in a thread beside it and unchanged documents skipped.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { recall, remember, scratchFolder } from './cache.ts';
import type { Project, ProjectDocument } from './config.ts';
import { exitCodes, OctavoError } from './error.ts';
import type { Service } from './model/service.ts';
import type { Problem } from './problem.ts';
import type { SchemaWorker } from './raw/schema.ts';
import { listFolder, manifestName, parseManifest, refusePlaces } from './write/folder.ts';
import type { WriteReport } from './write/index.ts';

export interface GenerateOptions {
  /** Write nothing; compare what is on disk with what would be written. Ignores the cache. */
  readonly check?: boolean;
  /** Default true: skip documents that are as the last run saw them. */
  readonly cache?: boolean;
  /** A warm thread to use, and to leave running. */
  readonly worker?: SchemaWorker;
  /** Write types, validators, client and server as soon as they are there; `schema.ts` and the examples follow. */
  readonly ahead?: boolean;
  /** Asked once all documents have been read and before anything is written: `false` gives up, and the report has no documents. */
  readonly confirm?: () => Promise<boolean>;
  readonly signal?: AbortSignal;
  /** Called with what is done next; `long` when it will surely take more than a second without a pause. */
  readonly onProgress?: (what: string, long: boolean) => void;
}

/** Characters of source text from which one stage takes about a second. */
const longText = 3_000_000;

export interface DocumentReport {
  readonly document: ProjectDocument;
  /**
   * - `failed`: it has errors (or, under `strict`, something unsupported); nothing of it was written.
   * - `written`, `unchanged`: on disk; `unchanged` if not one file had to be touched.
   * - `different`: `check` found that disk and document disagree.
   */
  readonly status: 'failed' | 'written' | 'unchanged' | 'different';
  readonly problems: readonly Problem[];
  /** Absolute paths or URLs of everything that was read, the entry first. */
  readonly sources: readonly string[];
  readonly operations: number;
  readonly schemas: number;
  /** Absent where nothing was compared: failed, or recalled from the cache. */
  readonly files?: WriteReport;
  /** Absent where it failed or was recalled from the cache. */
  readonly service?: Service;
}

export interface GenerateReport {
  readonly documents: readonly DocumentReport[];
  /** Output folders of documents that are gone from project and disk; removed, or under `check` to be removed. */
  readonly stale: readonly string[];
  /** Whether anything failed or differs: exit 1. */
  readonly failed: boolean;
}

/** Generates every document of the project. Faults in documents are in the report; a place that cannot be written throws an `OctavoError`. */
export async function generate(project: Project, options: GenerateOptions = {}): Promise<GenerateReport> {
  refusePlaces(project.out, project.root);
  const useCache = options.cache !== false && options.check !== true;
  const recalled = new Map<ProjectDocument, DocumentReport>();
  for (const document of useCache ? project.documents : []) {
    const found = recall(project, document);
    if (found === undefined) continue;
    const { problems, operations, schemas, sources } = found;
    recalled.set(document, { document, status: 'unchanged', problems, operations, schemas, sources: sources.map((source) => source.path) });
  }
  const todo = project.documents.filter((document) => !recalled.has(document));
  const stale = project.complete ? staleFolders(project) : [];
  if (todo.length === 0 && stale.length === 0) return summarize(project, [...recalled.values()], [], options);

  // The thread takes longest to get ready, so it is started before anything else is even loaded.
  const worker = todo.length > 0 && project.schema ? (options.worker ?? (await startWorker())) : undefined;
  try {
    const work = async (): Promise<GenerateReport> => {
      const fresh = await generateDocuments(project, todo, worker, options);
      if (options.check !== true && stale.length > 0) {
        const { removeOutput } = await import('./write/index.ts');
        for (const folder of stale) removeOutput(folder, project.root);
      }
      return summarize(project, [...recalled.values(), ...fresh], stale, options);
    };
    if (options.check === true) return await work();
    const { withLock } = await import('./write/lock.ts');
    return await withLock(path.join(scratchFolder(project), 'locks', `${lockName(project.out)}.lock`), work);
  } finally {
    if (worker !== undefined && worker !== options.worker) void worker.close();
  }
}

/** Every document is read and sent to the thread before the first one waits for it. */
async function generateDocuments(
  project: Project,
  documents: readonly ProjectDocument[],
  worker: SchemaWorker | undefined,
  options: GenerateOptions,
): Promise<readonly DocumentReport[]> {
  if (documents.length === 0) return [];
  const [{ read }, { render }] = await Promise.all([import('./pipeline.ts'), import('./render.ts')]);
  const finish: (() => Promise<DocumentReport>)[] = [];
  for (const document of documents) {
    options.onProgress?.(`Reading ${document.id}`, (statSync(document.file, { throwIfNoEntry: false })?.size ?? 0) > longText);
    const { description, service, problems } = await read(project, document);
    const sources = description?.sources ?? [];
    const report = {
      document,
      sources: sources.length === 0 ? [document.file] : sources.map((source) => source.path),
      operations: service?.operations.length ?? 0,
      schemas: service?.schemas.length ?? 0,
    };
    if (description === undefined || service === undefined) {
      finish.push(async () => ({ ...report, status: 'failed', problems }));
      continue;
    }
    const length = sources.reduce((sum, source) => sum + source.text.length, 0);
    options.onProgress?.(`Generating ${document.id}, ${report.operations} operations`, length > longText);
    const check = options.check === true;
    // Where the folder has no `schema.ts` yet, what is written ahead would not compile.
    const isAhead = options.ahead === true && !check && !project.strict && existsSync(path.join(document.folder, 'schema.ts'));
    // The thread would take its time from what is written ahead.
    const rendering = render(project, description, service, worker, document, { typesLast: isAhead });
    finish.push(async () => {
      const { writeFiles } = await import('./write/index.ts');
      const place = { check, root: project.root, document: document.file };
      const ahead = isAhead ? await writeFiles(document.folder, rendering.own, { ...place, more: true }) : undefined;
      const rendered = await rendering.finish();
      const all = [...problems, ...rendered.problems];
      if (project.strict && rendered.problems.length > 0) return { ...report, status: 'failed', problems: all };
      if (options.signal?.aborted === true)
        throw new OctavoError('interrupted', exitCodes.interrupted, 'Interrupted; nothing more was written.');
      const files = joined(ahead, await writeFiles(document.folder, rendered.files, place));
      const touched = files.written.length + files.removed.length > 0;
      if (!check) remember(project, document, { sources, problems: all, operations: report.operations, schemas: report.schemas });
      const status = touched ? (check ? 'different' : 'written') : 'unchanged';
      return { ...report, status, problems: all, files, service };
    });
  }
  if (options.confirm !== undefined && !(await options.confirm())) return [];
  const reports: DocumentReport[] = [];
  for (const step of finish) reports.push(await step());
  return reports;
}

/** The report of two writings of one folder as one. */
function joined(first: WriteReport | undefined, second: WriteReport): WriteReport {
  if (first === undefined) return second;
  const written = [...new Set([...first.written, ...second.written])].filter((name) => !second.removed.includes(name)).sort();
  const removed = [...new Set([...first.removed, ...second.removed])].sort();
  return { ...second, written, removed, unchanged: second.unchanged.filter((name) => !written.includes(name)) };
}

async function startWorker(): Promise<SchemaWorker> {
  const { startSchemaWorker } = await import('./raw/schema.ts');
  return startSchemaWorker();
}

function lockName(folder: string): string {
  return folder.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(-100);
}

function summarize(
  project: Project,
  reports: readonly DocumentReport[],
  stale: readonly string[],
  options: GenerateOptions,
): GenerateReport {
  // In the order of the configuration, whichever came from the cache.
  const documents = project.documents.flatMap((document) => reports.filter((report) => report.document === document));
  const failed = documents.some((report) => report.status === 'failed' || report.status === 'different');
  return { documents, stale, failed: failed || (options.check === true && stale.length > 0) };
}

/** Folders whose manifest names a document that neither the project nor the disk has any more. */
function staleFolders(project: Project): string[] {
  const known = new Set(project.documents.map((document) => document.folder));
  const stale: string[] = [];
  for (const name of listFolder(project.out)) {
    const folder = path.join(project.out, name);
    if (known.has(folder) || !existsSync(path.join(folder, manifestName))) continue;
    const document = parseManifest(readFileSync(path.join(folder, manifestName), 'utf8'))?.document;
    if (document !== undefined && !existsSync(path.resolve(folder, document))) stale.push(folder);
  }
  return stale;
}
