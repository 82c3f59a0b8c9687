// Runs the stages for one document, in two halves: all documents are prepared before the first one is finished.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { exitCodes, OctavoError } from '../base/error.ts';
import { missingPackage } from '../base/missing-package.ts';
import type { Problem } from '../base/problem.ts';
import { stage } from '../base/stage.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import { createKeptTexts, type KeptTexts } from '../emit/files/kept.ts';
import { fileNameOf } from '../emit/files/table.ts';
import type { Emitted } from '../emit/index.ts';
import { generatedBy } from '../emit/text/escape.ts';
import type { Description } from '../load/description.ts';
import type { Service } from '../model/service.ts';
import type { SchemaWorker, TypesRequest } from '../raw/schema.ts';
import type { WriteReport } from '../write/index.ts';
import { formatProblems } from './format-problems.ts';
import { packageProblems } from './needed-packages.ts';
import { stages } from './pipeline.ts';
import type { ReadDocument } from './readings.ts';

export interface DocumentReport {
  readonly document: ProjectDocument;
  /**
   * - `failed`: it has errors (or, under `strict`, something unsupported); none of its files was written. Or openapi-typescript failed: the other
   *   files were written then, and the old `schema.ts` stays.
   * - `written`, `unchanged`: its files are on disk; `unchanged` if not one had to be touched.
   * - `different`: `check` found other files on disk than the document gives.
   */
  readonly status: 'failed' | 'written' | 'unchanged' | 'different';
  readonly problems: readonly Problem[];
  /** Absolute paths or URLs of everything that was read, the entry first. */
  readonly sources: readonly string[];
  readonly operations: number;
  readonly schemas: number;
  /** Absent where nothing was compared: the document failed, or was unchanged in the cache. */
  readonly files?: WriteReport;
  /** Absent where the document failed or was unchanged in the cache. */
  readonly service?: Service;
}

export interface Run {
  readonly project: Project;
  /** The thread that makes `schema.ts`; absent where the project has no `schema.ts`. */
  readonly worker: SchemaWorker | undefined;
  readonly read: ReadDocument;
  readonly check: boolean;
  /** The option `ahead` of `GenerateOptions`. */
  readonly ahead: boolean;
  readonly keptTexts: WeakMap<ProjectDocument, KeptTexts> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((what: string, long: boolean) => void) | undefined;
}

/** A document with its texts, before anything is written. */
interface Prepared {
  readonly report: Omit<DocumentReport, 'status'>;
  readonly description: Description;
  readonly service: Service;
  /** Absent where `schema.ts` is asked for later, or not at all. */
  readonly types: TypesRequest | undefined;
  readonly emitted: Emitted;
  /** The texts of the files of plugins, by path. */
  readonly plugged: ReadonlyMap<string, string>;
  /** Files other than `schema.ts` and the examples are written first. */
  readonly isAhead: boolean;
}

/** Characters of source text from which one stage takes about a second. */
const longText = 3_000_000;

/** Stages 2 to 5: load, model, types, emit. A document that fails is reported at once. */
export async function prepareDocument(run: Run, document: ProjectDocument): Promise<Prepared | DocumentReport> {
  const { project, worker, read, onProgress } = run;
  onProgress?.(`Reading ${document.id}`, (statSync(document.file, { throwIfNoEntry: false })?.size ?? 0) > longText);
  const { description, service, problems: found, sources } = await read(project, document);
  const problems =
    description === undefined || service === undefined
      ? found
      : [
          ...found,
          ...(await stages.patterns(project, service)),
          ...packageProblems(service, document.folder),
          ...formatProblems(service, document, { source: description.entry, pointer: '' }),
        ];
  const report = {
    document,
    problems,
    sources,
    operations: service?.operations.length ?? 0,
    schemas: service?.schemas.length ?? 0,
  };
  if (description === undefined || service === undefined) return { ...report, status: 'failed' };
  const length = description.sources.reduce((sum, source) => sum + source.text.length, 0);
  onProgress?.(`Generating ${document.id}, ${report.operations} operations`, length > longText);
  // Without a `schema.ts` in the folder, files that are written ahead would not compile.
  const isAhead = run.ahead && !run.check && !project.strict && existsSync(path.join(document.folder, fileNameOf('schema')));
  // Files that are written ahead should not share the processor with the thread.
  const types = worker === undefined || isAhead ? undefined : await stages.types(worker, description, service);
  const emitted = await stages.emit(project, document, service, { schema: worker !== undefined, kept: keptFor(run, document) });
  const plugged = await stages.plugins(project, emitted, { service, description }, (what) => onProgress?.(what, length > longText));
  return { report, description, service, types, emitted, plugged, isAhead };
}

function keptFor({ keptTexts }: Run, document: ProjectDocument): KeptTexts | undefined {
  const kept = keptTexts?.get(document) ?? createKeptTexts();
  keptTexts?.set(document, kept);
  return keptTexts && kept;
}

/** Stages 6 and 7: write, remember. */
export async function finishDocument(run: Run, prepared: Prepared): Promise<DocumentReport> {
  const { project, check, signal } = run;
  const { description, service, emitted, isAhead } = prepared;
  const { document, ...report } = prepared.report;
  // Output of a text that is not in a file never counts as that of a file that is gone.
  const origin = document.given === undefined ? { document: document.file } : {};
  const writing = { check, root: project.root, ...origin };
  const ahead = isAhead ? await stages.write(document, emitted.own, { ...writing, partial: true }) : undefined;
  const { texts, problem } = await completeTexts(run, prepared);
  const problems = problem === undefined ? report.problems : [...report.problems, problem];
  if ((project.strict || check) && problem !== undefined) return { ...report, document, status: 'failed', problems };
  if (signal?.aborted === true) throw new OctavoError('interrupted', exitCodes.interrupted, 'Interrupted; nothing more was written.');
  const files = joined(ahead, await stages.write(document, texts, { ...writing, partial: problem !== undefined }));
  // It is not remembered, so that the next run tries again: the reason may be the machine, not the document.
  if (problem !== undefined) return { ...report, document, status: 'failed', problems, files };
  const { operations, schemas } = report;
  if (!check) stages.remember(project, document, { sources: description.sources, problems, operations, schemas });
  const touched = files.written.length + files.removed.length > 0;
  return { ...report, document, status: touched ? (check ? 'different' : 'written') : 'unchanged', problems, files, service };
}

interface Texts {
  readonly texts: ReadonlyMap<string, string>;
  readonly problem?: Problem;
}

/**
 * The texts of all files. Throws an `OctavoError` where openapi-typescript is not installed. Where it fails otherwise, without `schema.ts`, and
 * without what it types unless an older one is there.
 */
async function completeTexts(run: Run, prepared: Prepared): Promise<Texts> {
  const { worker } = run;
  const { description, service, emitted, plugged } = prepared;
  const types = prepared.types ?? (worker === undefined ? undefined : await stages.types(worker, description, service));
  // Examples are made while the thread works.
  const bundled = prepared.report.document.bundle ? await stages.bundle(description) : [];
  const texts = new Map([...emitted.own, ...bundled, ...(await stage(() => emitted.examples())), ...plugged]);
  const outcome = await types?.outcome;
  if (outcome === undefined) return { texts };
  if ('text' in outcome) return { texts: texts.set(fileNameOf('schema'), generatedBy(service.id) + outcome.text) };
  const missing = missingPackage(outcome.failure);
  if (missing !== undefined) throw missing;
  const problem = typesFailed(description, outcome.failure);
  if (existsSync(path.join(prepared.report.document.folder, fileNameOf('schema')))) return { texts, problem };
  const without = await stages.emit(run.project, prepared.report.document, service, { schema: false });
  return { texts: new Map([...without.own, ...bundled, ...without.examples(), ...plugged]), problem };
}

function typesFailed(description: Description, reason: string): Problem {
  return {
    code: 'raw-types-failed',
    severity: 'error',
    message: `openapi-typescript cannot make schema.ts of this document: ${reason}.`,
    fix: 'Run `octavo generate` again if the machine was the reason; otherwise, generate with `--no-schema`, without schema.ts and raw-client.ts.',
    location: { source: description.entry, pointer: '' },
  };
}

/** The reports of two writings of one folder as one report. */
function joined(first: WriteReport | undefined, second: WriteReport): WriteReport {
  if (first === undefined) return second;
  const written = [...new Set([...first.written, ...second.written])].filter((name) => !second.removed.includes(name)).sort();
  const removed = [...new Set([...first.removed, ...second.removed])].sort();
  return { ...second, written, removed, unchanged: second.unchanged.filter((name) => !written.includes(name)) };
}
