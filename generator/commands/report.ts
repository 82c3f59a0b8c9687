// Reports what a generation found and did: as messages, and as members of the JSON document.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { blameFor } from '../base/faults.ts';
import type { Problem } from '../base/problem.ts';
import { count, displayPath } from '../base/words.ts';
import type { GenerateReport } from '../run/generate.ts';
import type { DocumentReport } from '../run/generate-document.ts';
import { isPackageProblem } from '../run/needed-packages.ts';
import type { WatchChange } from '../watch/index.ts';
import { manifestName } from '../write/folder.ts';
import type { Context } from './command.ts';
import { renameOffer } from './diffing/renames.ts';
import { describeLosses, type Losses, lossesOf, totals } from './losses.ts';

/** Most lines to print for one document without `--verbose`: its problems, and the summary after them. */
const LINES = 40;

const PARTIAL =
  'Is it not your document? `--partial` takes what is sound of it, as `partial: true` beside its `input` in the configuration does.';

/**
 * Prints problems on stderr, the worst last, next to the prompt: each as a code frame, or grouped where they are many. Returns them as plain data.
 * `reserved`: how many lines follow for the same document.
 */
export async function reportProblems(problems: readonly Problem[], context: Context, reserved = 0): Promise<object[]> {
  if (problems.length === 0) return [];
  const { problemToJson } = await import('../load/frame.ts');
  const { worstLast } = await import('./problem-groups.ts');
  const sorted = worstLast(problems);
  if (!context.json) await printProblems(sorted, context, LINES - reserved);
  if (sorted.some(({ severity, code }) => severity === 'error' && blameFor(code) === 'author')) context.message(PARTIAL);
  return sorted.map((problem) => problemToJson(problem));
}

/** `lines`: how many lines of the usual width of a terminal the problems may take without `--verbose`. */
async function printProblems(sorted: readonly Problem[], context: Context, lines: number): Promise<void> {
  const [{ formatProblem, summarizeProblem }, { briefly, groupsOf, linesOfText, select }] = await Promise.all([
    import('../load/frame.ts'),
    import('./problem-groups.ts'),
  ]);
  const frameOf = (problem: Problem): string => formatProblem(problem, { color: context.color });
  const plainLines = (problem: Problem): number => linesOfText(formatProblem(problem, { color: false }));
  const isFew = sorted.length <= lines && sorted.reduce((sum, problem) => sum + plainLines(problem), 0) <= lines;
  if (isFew || context.verbose) {
    for (const problem of sorted) context.message(frameOf(problem));
    return;
  }
  const { groups, hiddenGroups, hiddenProblems } = select(groupsOf(sorted), lines - 1, {
    summary: (problem) => linesOfText(summarizeProblem(problem, { color: false })),
    frame: (problem) => plainLines(briefly(problem)),
  });
  if (hiddenGroups > 0) context.message(`… and ${count(hiddenProblems, 'problem')} of ${count(hiddenGroups, 'other kind')}`);
  for (const { problems: alike, hasFrame } of groups) {
    const [first] = alike;
    context.message(hasFrame ? frameOf(briefly(first)) : summarizeProblem(first, { color: context.color }));
    if (alike.length > 1) context.message(`  … and ${alike.length - 1} more like it`);
  }
  context.message('`--verbose` prints every problem; `--json` lists them as data.');
}

/** Prints problems, with `--check` the differences on stdout, a line for each document, and a summary. */
export async function reportGeneration(report: GenerateReport, options: { check: boolean }, context: Context): Promise<void> {
  const documents: object[] = [];
  for (const document of report.documents) documents.push(await reportDocument(document, options.check, context));
  for (const folder of report.stale) {
    context.message(
      `${displayPath(folder)}: its document no longer exists; ${options.check ? '`octavo generate` will remove the folder' : 'removed the folder'}.`,
    );
  }
  context.message(summaryLine(report, options.check));
  context.result({ documents, stale: report.stale.map(displayPath) });
}

async function reportDocument(report: DocumentReport, check: boolean, context: Context): Promise<object> {
  const losses = lossesOf(report.problems);
  const summary = summaryOf(report, losses);
  const problems = await reportProblems(report.problems, context, summary.length + 1);
  if (check) for (const { diff } of report.files?.differences ?? []) context.data(diff.trimEnd());
  for (const line of [documentLine(report, losses, check), ...summary]) context.message(line);
  return {
    id: report.document.id,
    input: displayPath(report.document.file),
    folder: displayPath(report.document.folder),
    status: report.status,
    operations: report.operations,
    schemas: report.schemas,
    leftOut: losses.leftOut,
    dropped: losses.dropped,
    written: check ? [] : (report.files?.written ?? []),
    removed: check ? [] : (report.files?.removed ?? []),
    ...(check ? { differences: (report.files?.differences ?? []).map(({ file, diff }) => ({ file: displayPath(file), diff })) } : {}),
    problems,
  };
}

/**
 * Lines under the line of the document: what is left out, and packages that are missing, each with its fix. Where it has errors, nothing is
 * generated, so nothing is left out.
 */
function summaryOf({ problems }: DocumentReport, losses: Losses): string[] {
  if (problems.some(({ severity }) => severity === 'error')) return [];
  const packages = problems.filter(isPackageProblem).map(({ message, fix }) => `  ${message} ${fix}`);
  return [...describeLosses(losses), ...packages];
}

function documentLine(report: DocumentReport, losses: Losses, check: boolean): string {
  const id = report.document.id;
  if (report.status === 'failed') {
    const errors = report.problems.filter((problem) => problem.severity === 'error').length;
    const lost = totals([...losses.leftOut, ...losses.dropped]);
    const why = errors > 0 ? count(errors, 'error') : `${lost} would be left out, which \`--strict\` does not allow`;
    const files = report.files === undefined ? 'nothing' : count(report.files.written.length, 'file');
    const kept = report.files === undefined && existsSync(path.join(report.document.folder, manifestName));
    return `${id}: ${why}; ${files} written${kept ? `; ${displayPath(report.document.folder)} keeps the last good output` : ''}.`;
  }
  const made = `${count(report.operations, 'operation')}, ${count(report.schemas, 'schema')} → ${displayPath(report.document.folder)}`;
  if (report.status === 'unchanged') return `${id}: ${made}: ${check ? 'up to date' : 'unchanged'}`;
  const files = report.files;
  const touched = [
    ...(files === undefined || files.written.length === 0
      ? []
      : [`${count(files.written.length, 'file')} ${check ? (files.written.length === 1 ? 'differs' : 'differ') : 'written'}`]),
    ...(files === undefined || files.removed.length === 0
      ? []
      : [`${count(files.removed.length, 'stale file')}${check ? '' : ' removed'}`]),
  ];
  return `${id}: ${made}: ${touched.join(', ')}`;
}

function summaryLine(report: GenerateReport, check: boolean): string {
  const by = (status: DocumentReport['status']): number => report.documents.filter((document) => document.status === status).length;
  const total = report.documents.length;
  if (by('failed') > 0) return `${by('failed')} of ${count(total, 'document')} failed.`;
  if (check) return report.failed ? 'The output is out of date. Run `octavo generate`.' : 'The output is up to date.';
  if (by('written') === 0 && report.stale.length === 0) return 'Nothing to write: the output is up to date.';
  return `Wrote the output of ${count(by('written'), 'document')}${by('unchanged') > 0 ? `; ${by('unchanged')} unchanged` : ''}.`;
}

/** Reports one change under `--watch`: what was written, and whether it breaks callers. */
export async function reportChange(change: WatchChange, context: Context): Promise<void> {
  const [{ formatGroup }, { countEntries, groupChanges }] = await Promise.all([import('../diff/format.ts'), import('../diff/index.ts')]);
  for (const report of change.report.documents) {
    if (!change.first && report.status === 'unchanged' && report.problems.length === 0) {
      context.message(`${report.document.id}: no errors; the generated files are unchanged.`);
      continue;
    }
    const losses = lossesOf(report.problems);
    const summary = summaryOf(report, losses);
    await reportProblems(report.problems, context, summary.length + 1);
    for (const line of [documentLine(report, losses, false), ...summary]) context.message(line);
    const changes = change.changes.get(report.document.id) ?? [];
    const entries = groupChanges(changes);
    for (const entry of entries.slice(0, 20)) context.message(`  ${formatGroup(entry, context.color).replaceAll('\n', '\n  ')}`);
    if (entries.length > 20) context.message(`  … and ${entries.length - 20} more`);
    const { breaking } = countEntries(entries);
    if (breaking > 0) context.message(`  ${breaking === 1 ? '1 change breaks' : `${breaking} changes break`} callers.`);
    else if (!change.first && report.status === 'written') context.message('  Callers are not affected.');
    const before = change.before.get(report.document.id);
    if (before === undefined || report.service === undefined || changes.length === 0) continue;
    for (const line of await renameOffer(before, report.service, report.document.file)) context.message(line);
  }
  if (!change.first) context.message(`Done in ${Math.round(change.milliseconds)} ms.`);
}
