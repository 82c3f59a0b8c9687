// Reports what a generation found and did: as messages, and as members of the JSON document.
import type { GenerateReport } from '../generate.ts';
import type { DocumentReport } from '../generate-document.ts';
import type { Problem } from '../problem.ts';
import type { WatchChange } from '../watch/index.ts';
import { count, displayPath } from '../words.ts';
import type { Context } from './command.ts';

/** Most lines to print for the problems of one document without `--verbose`. */
const LINES = 36;

/** Prints problems on stderr, the worst last, next to the prompt: each as a code frame, or grouped where they are many. Returns them as plain data. */
export async function reportProblems(problems: readonly Problem[], context: Context): Promise<object[]> {
  if (problems.length === 0) return [];
  const [{ formatProblem, problemToJson, summarizeProblem }, { groupsOf, select, worstLast }] = await Promise.all([
    import('../load/frame.ts'),
    import('./problem-groups.ts'),
  ]);
  const sorted = worstLast(problems);
  if (!context.json) {
    const frameOf = (problem: Problem): string => formatProblem(problem, { color: context.color });
    const linesOf = (problem: Problem): number => frameOf(problem).split('\n').length;
    const isFew = sorted.length <= LINES && sorted.reduce((sum, problem) => sum + linesOf(problem), 0) <= LINES;
    if (isFew || context.verbose) for (const problem of sorted) context.message(frameOf(problem));
    else {
      const { groups, hiddenGroups, hiddenProblems } = select(groupsOf(sorted), LINES, linesOf);
      if (hiddenGroups > 0) context.message(`… and ${count(hiddenProblems, 'problem')} of ${hiddenGroups} other kinds`);
      for (const { problems: alike, frames } of groups) {
        const others = alike.length - Math.max(frames, 1);
        if (frames > 0) context.message(frameOf(alike[0]));
        else context.message(summarizeProblem(alike[0], { color: context.color }));
        if (others > 0) context.message(`  … and ${others} more like it`);
      }
      context.message('`--verbose` prints every problem; `--json` lists them as data.');
    }
  }
  return sorted.map((problem) => problemToJson(problem));
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
  const problems = await reportProblems(report.problems, context);
  if (check) for (const { diff } of report.files?.differences ?? []) context.data(diff.trimEnd());
  context.message(documentLine(report, check));
  return {
    id: report.document.id,
    input: displayPath(report.document.file),
    folder: displayPath(report.document.folder),
    status: report.status,
    operations: report.operations,
    schemas: report.schemas,
    written: check ? [] : (report.files?.written ?? []),
    removed: check ? [] : (report.files?.removed ?? []),
    ...(check ? { differences: (report.files?.differences ?? []).map(({ file, diff }) => ({ file: displayPath(file), diff })) } : {}),
    problems,
  };
}

function documentLine(report: DocumentReport, check: boolean): string {
  const id = report.document.id;
  if (report.status === 'failed') {
    const errors = report.problems.filter((problem) => problem.severity === 'error').length;
    const why = errors > 0 ? count(errors, 'error') : 'not everything is supported, which is an error with `--strict`';
    const files = report.files === undefined ? 'nothing' : count(report.files.written.length, 'file');
    return `${id}: ${why}; ${files} written.`;
  }
  const made = `${count(report.operations, 'operation')}, ${count(report.schemas, 'schema')} → ${displayPath(report.document.folder)}`;
  const gaps = leftOut(report.problems);
  if (report.status === 'unchanged') return `${id}: ${made}: ${check ? 'up to date' : 'unchanged'}${gaps}`;
  const files = report.files;
  const touched = [
    ...(files === undefined || files.written.length === 0
      ? []
      : [`${count(files.written.length, 'file')} ${check ? 'differ' : 'written'}`]),
    ...(files === undefined || files.removed.length === 0
      ? []
      : [`${count(files.removed.length, 'stale file')}${check ? '' : ' removed'}`]),
  ];
  return `${id}: ${made}: ${touched.join(', ')}${gaps}`;
}

/** `; left out: 2 operations, 1 parameter`; empty where nothing is. */
function leftOut(problems: readonly Problem[]): string {
  const kinds = new Map<string, number>();
  for (const { leftOut: parts = [] } of problems) for (const kind of parts) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const listed = [...kinds].sort(([, a], [, b]) => b - a).map(([kind, number]) => count(number, kind));
  return listed.length === 0 ? '' : `; left out: ${listed.join(', ')}`;
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
  const { formatChange } = await import('../diff/format.ts');
  for (const report of change.report.documents) {
    if (!change.first && report.status === 'unchanged' && report.problems.length === 0) {
      context.message(`${report.document.id}: no errors; the generated files are unchanged.`);
      continue;
    }
    await reportProblems(report.problems, context);
    context.message(documentLine(report, false));
    const changes = change.changes.get(report.document.id) ?? [];
    for (const item of changes.slice(0, 20)) context.message(`  ${formatChange(item, context.color)}`);
    if (changes.length > 20) context.message(`  … and ${changes.length - 20} more`);
    const breaking = changes.filter((item) => item.kind === 'breaking').length;
    if (breaking > 0) context.message(`  ${breaking === 1 ? '1 change breaks' : `${breaking} changes break`} callers.`);
    else if (!change.first && report.status === 'written') context.message('  Callers are not affected.');
  }
  if (!change.first) context.message(`Done in ${Math.round(change.milliseconds)} ms.`);
}
