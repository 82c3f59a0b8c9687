// Generates the documents of a project: those that have changed go through the stages of `pipeline.ts`, and output of documents that are gone is
// removed.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Project, ProjectDocument } from '../config/config.ts';
import type { KeptTexts } from '../emit/files/kept.ts';
import type { SchemaWorker } from '../raw/schema.ts';
import { listFolder, manifestName, parseManifest, refuseFolder } from '../write/folder.ts';
import { scratchFolder } from './cache.ts';
import type { DocumentReport } from './generate-document.ts';
import { read, stages } from './pipeline.ts';
import type { ReadDocument } from './readings.ts';

export interface GenerateOptions {
  /** Write nothing; compare the files on disk with those that would be written. Ignores the cache. Default false. */
  readonly check?: boolean;
  /** Skip documents that have not changed since the last run. Default true. */
  readonly cache?: boolean;
  /** A running thread for `schema.ts`, which is left running. Default: a thread of this run's own. */
  readonly worker?: SchemaWorker;
  /** Reads the documents. Default: each is read anew. */
  readonly read?: ReadDocument;
  /** What is kept of the texts of each document for the next run. Default: nothing. */
  readonly keptTexts?: WeakMap<ProjectDocument, KeptTexts>;
  /** Write types, validators, client and server before `schema.ts` and the examples are made. Default false. */
  readonly ahead?: boolean;
  /** Called once after all documents have been read and before anything is written; `false` ends the run with a report that has no documents. */
  readonly confirm?: () => Promise<boolean>;
  /** Aborting it ends the run before the next document is written. */
  readonly signal?: AbortSignal;
  /** Called with what is done next; `long` when it will take more than a second without a pause. */
  readonly onProgress?: (what: string, long: boolean) => void;
}

export interface GenerateReport {
  /** In the order of the configuration. */
  readonly documents: readonly DocumentReport[];
  /** Output folders of documents that are gone from project and disk: removed, or under `check` still to be removed. */
  readonly stale: readonly string[];
  /** Whether a document failed or, under `check`, anything differs: exit 1. */
  readonly failed: boolean;
}

/** Problems of documents are in the report. Throws an `OctavoError` where an output folder cannot be written. */
export async function generate(project: Project, options: GenerateOptions = {}): Promise<GenerateReport> {
  const { check = false, cache = true } = options;
  refuseFolder(project.out, project.root);
  const unchanged = cache && !check ? recallDocuments(project) : [];
  const changed = project.documents.filter((document) => !unchanged.some((report) => report.document === document));
  const stale = project.complete ? staleFolders(project) : [];
  if (changed.length === 0 && stale.length === 0) return summarize(project, unchanged, [], check);

  // Starting the thread takes longest, so it begins before any other code is loaded.
  const worker = changed.length > 0 && project.schema ? (options.worker ?? (await startWorker())) : undefined;
  try {
    const work = async (): Promise<GenerateReport> => {
      const generated = await generateDocuments(project, changed, worker, options);
      if (!check && stale.length > 0) {
        const { removeOutput } = await import('../write/index.ts');
        for (const folder of stale) removeOutput(folder, project.root);
      }
      return summarize(project, [...unchanged, ...generated], stale, check);
    };
    if (check) return await work();
    const { withLock } = await import('../write/lock.ts');
    return await withLock(path.join(scratchFolder(project), 'locks', `${lockName(project.out)}.lock`), work);
  } finally {
    if (worker !== undefined && worker !== options.worker) void worker.close();
  }
}

/** Stage 1 for all documents: the reports of those that have not changed. */
function recallDocuments(project: Project): readonly DocumentReport[] {
  return project.documents.flatMap((document): DocumentReport[] => {
    const found = stages.recall(project, document);
    if (found === undefined) return [];
    return [{ ...found, document, status: 'unchanged', sources: found.sources.map((source) => source.path) }];
  });
}

/** Takes every document through stages 1 to 5, then every document through 6 and 7; none of them when `confirm` says no. */
async function generateDocuments(
  project: Project,
  documents: readonly ProjectDocument[],
  worker: SchemaWorker | undefined,
  options: GenerateOptions,
): Promise<readonly DocumentReport[]> {
  if (documents.length === 0) return [];
  const { finishDocument, prepareDocument } = await import('./generate-document.ts');
  const { check = false, ahead = false, keptTexts, signal, onProgress, confirm } = options;
  const run = { project, worker, read: options.read ?? read, check, ahead, keptTexts, signal, onProgress };
  const prepared: Awaited<ReturnType<typeof prepareDocument>>[] = [];
  for (const document of documents) prepared.push(await prepareDocument(run, document));
  if (confirm !== undefined && !(await confirm())) return [];
  const reports: DocumentReport[] = [];
  for (const each of prepared) reports.push('status' in each ? each : await finishDocument(run, each));
  return reports;
}

async function startWorker(): Promise<SchemaWorker> {
  const { startSchemaWorker } = await import('../raw/schema.ts');
  return startSchemaWorker();
}

function lockName(folder: string): string {
  return folder.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(-100);
}

function summarize(project: Project, reports: readonly DocumentReport[], stale: readonly string[], check: boolean): GenerateReport {
  const documents = project.documents.flatMap((document) => reports.filter((report) => report.document === document));
  const failed = documents.some(({ status }) => status === 'failed' || status === 'different');
  return { documents, stale, failed: failed || (check && stale.length > 0) };
}

/** Output folders whose manifest names a document that neither the project nor the disk has any more. */
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
