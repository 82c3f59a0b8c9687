// Takes one document through every command, in this process: generate, diff, docs, and `octavo conform` with the generated mock, Prism's mock and
// the living mock.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../../../generator/base/problem.ts';
import { loadProject } from '../../../generator/config/config.ts';
import { textOf } from '../../../generator/conform/checks/text.ts';
import type { ConformReport } from '../../../generator/conform/contract/report.ts';
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { conformService } from '../../../generator/conform/index.ts';
import { compareServices } from '../../../generator/diff/index.ts';
import { buildDocs } from '../../../generator/docs/index.ts';
import type { Description } from '../../../generator/load/description.ts';
import { startMock } from '../../../generator/mock/index.ts';
import { startLivingMock } from '../../../generator/mock/living/index.ts';
import { defaultLoadLimit } from '../../../generator/mock/supervisor.ts';
import type { SecurityScheme, Service } from '../../../generator/model/service.ts';
import { generate } from '../../../generator/run/generate.ts';
import { read } from '../../../generator/run/pipeline.ts';
import { root } from '../documents.ts';

export const stageNames = ['generate', 'diff', 'docs', 'mock', 'prism', 'living'] as const;
export type StageName = (typeof stageNames)[number];

export interface StageResult {
  /** What does not hold, one line each; empty where the stage passed. */
  readonly faults: readonly string[];
  readonly milliseconds: number;
  /** What the run tried and reached, where the stage says it. */
  readonly reached?: Reached;
}

export interface Reached {
  /** Operations with state. */
  readonly living: number;
  /** Operations that answered with success, and all that a client can bring to it. */
  readonly succeeded: number;
  readonly operations: number;
}

interface Judged {
  readonly faults: readonly string[];
  readonly reached: Reached;
}

export interface WholeResult {
  readonly id: string;
  readonly operations: number;
  /** `code: message`, by severity. */
  readonly problems: readonly string[];
  readonly stages: Partial<Record<StageName, StageResult>>;
}

export interface Order {
  readonly id: string;
  /** Absolute path of the document. */
  readonly file: string;
  /** Absolute path of the folder for what is written: `code/` and `site/`. */
  readonly out: string;
  readonly stages: readonly StageName[];
  /** How long requests are sent to the living mock. */
  readonly seconds: number;
}

/** Runs the stages of an order; none of them throws. */
export async function runStages({ id, file, out, stages, seconds }: Order): Promise<WholeResult> {
  const results: Partial<Record<StageName, StageResult>> = {};
  let operations = 0;
  let problems: readonly string[] = [];
  const measured = async (name: StageName, work: () => Promise<readonly string[] | Judged>): Promise<void> => {
    if (!stages.includes(name)) return;
    const start = performance.now();
    let judged: readonly string[] | Judged;
    try {
      judged = await work();
    } catch (error) {
      judged = [error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 5).join(' | ') : String(error)];
    }
    const { faults, ...others } = 'faults' in judged ? judged : { faults: judged };
    results[name] = { ...others, faults, milliseconds: Math.round(performance.now() - start) };
  };
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const loaded = await loadProject({ cwd: dirname(file) }, { files: [file], importExtension: '.ts', partial: true });
  const documents = loaded.documents.map((document) => ({ ...document, id, folder: join(out, 'code') }));
  const project = { ...loaded, documents, out: join(out, 'all'), examples: true };
  const [document] = documents;
  if (document === undefined) throw new Error('there is no document');
  await measured('generate', async () => {
    const [report] = (await generate(project, { cache: false })).documents;
    operations = report?.operations ?? 0;
    problems = (report?.problems ?? []).map(lineOf);
    return report?.status === 'failed' ? problems.filter((line) => line.startsWith('error')) : [];
  });
  const first = await read(project, document);
  const { description, service } = first;
  if (description === undefined || service === undefined) return { id, operations, problems, stages: results };
  await measured('diff', async () => {
    const second = await read(project, document);
    if (second.service === undefined) return ['the second reading has no service'];
    return compareServices(service, second.service).map(({ code, operation, message }) => `${code} ${operation}: ${message}`);
  });
  await measured('docs', async () => {
    await buildDocs({
      documents: [{ description, service }],
      out: join(out, 'site'),
      root,
      clientModule: () => './code',
      runtime: '@octavo/runtime',
      isPlain: true,
    });
    return [];
  });
  await measured('mock', async () => {
    const examples = (await import(join(out, 'code/examples.ts'))) as Record<string, unknown>;
    const mock = examples[`mock${service.name}Server`] as (() => Handler) | undefined;
    return mock === undefined ? [] : findingsOf(service, mock(), 40, { 'refuses-credential': false });
  });
  await measured('prism', async () => {
    const refused: string[] = [];
    const running = await startMock([description], {
      root,
      patience: defaultLoadLimit,
      onRefused: (_, message) => refused.push(`refused: ${message}`),
    });
    try {
      return refused.length > 0 ? refused : await findingsOf(service, running.urlOf(description.id), 3, { 'refuses-credential': false });
    } finally {
      await running.stop();
    }
  });
  await measured('living', () => judgeLiving(description, service, seconds));
  return { id, operations, problems, stages: results };
}

const lineOf = ({ severity, code, message, fix }: Problem): string =>
  `${severity} ${code}: ${message}${fix === undefined ? '' : ` → ${fix}`}`;

/** Mocks accept every credential, and signatures that are made with `secret`. */
function credentialOf({ kind }: SecurityScheme): unknown {
  if (kind === 'basic') return { username: 'anyone', password: 'anything' };
  return kind === 'signature' ? { key: 'anyone', secret: 'secret' } : 'anything';
}

async function findingsOf(
  service: Service,
  target: string | Handler,
  most: number,
  checks: Record<string, boolean>,
): Promise<readonly string[]> {
  if (service.operations.length === 0) return [];
  const report = await conformService(service, {
    ...commonOptions(service, target),
    checks,
    random: 1,
    most,
    sequences: false,
    maxTime: 120_000,
  });
  return linesOf(report);
}

/** What `octavo conform --sequences` finds in a mock that remembers, in so many seconds. A mock takes any credential, and counts and limits nothing. */
async function judgeLiving(description: Description, service: Service, seconds: number): Promise<Judged> {
  const mock = await startLivingMock([description]);
  const living = [...mock.explained.values()].flat().filter(({ does }) => does !== undefined).length;
  const operations = service.operations.length;
  try {
    if (operations === 0) return { faults: [], reached: { living, succeeded: 0, operations } };
    const failed = new Map<string, string>();
    const report = await conformService(service, {
      ...commonOptions(service, mock.urlOf(description.id)),
      checks: { 'refuses-credential': false, 'counts-of-others': false, 'rate-limit': false },
      sequences: true,
      maxTime: seconds * 1000,
      onExchange: ({ case: { operation }, response }) => {
        if (response !== undefined && response.status >= 500)
          failed.set(`${operation.id} ${response.status}`, textOf(response).slice(0, 200));
      },
    });
    const faults = [...[...failed].map(([of, body]) => `5xx ${of}: ${body}`), ...linesOf(report)];
    return { faults, reached: { living, succeeded: report.reached?.succeeded ?? 0, operations } };
  } finally {
    await mock.stop();
  }
}

function commonOptions(service: Service, target: string | Handler) {
  const given = Object.fromEntries(service.securitySchemes.map((scheme) => [scheme.name, credentialOf(scheme)]));
  return { target, allowWrites: true, credentials: { given } };
}

function linesOf(report: ConformReport): string[] {
  return [
    ...report.findings.map(
      ({ check, operation, message, exchanges }) => `${check} ${operation.id}: ${message} [${exchanges.at(-1)?.case.says ?? ''}]`,
    ),
    ...report.operations.flatMap(({ operation, skipped }) => (skipped === undefined ? [] : `skipped ${operation.id}: ${skipped}`)),
    ...report.operations.flatMap(({ operation, unreached }) =>
      unreached === undefined ? [] : `without success ${operation.id}: ${unreached.reason}`,
    ),
  ];
}
