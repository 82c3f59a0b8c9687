// What a generation found and did, as messages for a person and as the `--json` document.
import path from 'node:path';
import type { DocumentReport, GenerateReport } from '../generate.ts';
import type { Problem } from '../problem.ts';
import type { WatchChange } from '../watch.ts';
import type { Context } from './command.ts';

/** Code frames that are printed of one severity; a document with more of them has one cause, and a terminal does not scroll that far. */
const mostFrames = 500;

/** Problems as code frames on stderr, worst last, nearest to the prompt; returns them as plain data. */
export async function reportProblems(problems: readonly Problem[], context: Context): Promise<object[]> {
  if (problems.length === 0) return [];
  const { formatProblem, problemToJson } = await import('../load/frame.ts');
  const order = { note: 0, warning: 1, unsupported: 2, error: 3 } as const;
  const sorted = [...problems].sort((a, b) => order[a.severity] - order[b.severity]);
  if (!context.json) {
    const printed = new Map<Problem['severity'], number>();
    for (const problem of sorted) {
      const nth = (printed.get(problem.severity) ?? 0) + 1;
      printed.set(problem.severity, nth);
      if (nth <= mostFrames) context.message(formatProblem(problem, { color: context.color }));
    }
    for (const [severity, all] of printed) {
      if (all > mostFrames) context.message(`… and ${all - mostFrames} more with the severity ${severity}; \`--json\` lists all.`);
    }
  }
  return sorted.map((problem) => problemToJson(problem));
}

/** The whole report: problems, the differences of `--check` on stdout, a line per document, a closing line. */
export async function reportGeneration(report: GenerateReport, options: { check: boolean }, context: Context): Promise<void> {
  const documents: object[] = [];
  for (const document of report.documents) documents.push(await reportDocument(document, options.check, context));
  for (const folder of report.stale) {
    context.message(`${show(folder)}: its document is gone; ${options.check ? 'octavo generate would remove it' : 'removed'}.`);
  }
  context.message(closingLine(report, options.check));
  context.result({ documents, stale: report.stale.map(show) });
}

async function reportDocument(report: DocumentReport, check: boolean, context: Context): Promise<object> {
  const problems = await reportProblems(report.problems, context);
  if (check) for (const { diff } of report.files?.differences ?? []) context.data(diff.trimEnd());
  context.message(documentLine(report, check));
  return {
    id: report.document.id,
    input: show(report.document.file),
    folder: show(report.document.folder),
    status: report.status,
    operations: report.operations,
    schemas: report.schemas,
    written: check ? [] : (report.files?.written ?? []),
    removed: check ? [] : (report.files?.removed ?? []),
    ...(check ? { differences: (report.files?.differences ?? []).map(({ file, diff }) => ({ file: show(file), diff })) } : {}),
    problems,
  };
}

function documentLine(report: DocumentReport, check: boolean): string {
  const id = report.document.id;
  if (report.status === 'failed') {
    const errors = report.problems.filter((problem) => problem.severity === 'error').length;
    const why = errors > 0 ? count(errors, 'error') : 'something is not supported, and --strict is on';
    return `${id}: ${why}; nothing written.`;
  }
  const made = `${count(report.operations, 'operation')}, ${count(report.schemas, 'schema')} → ${show(report.document.folder)}`;
  const left = report.problems.filter((problem) => problem.severity === 'unsupported').length;
  const gaps = left === 0 ? '' : `; ${left} left out, see above`;
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

function closingLine(report: GenerateReport, check: boolean): string {
  const by = (status: DocumentReport['status']): number => report.documents.filter((document) => document.status === status).length;
  const total = report.documents.length;
  if (by('failed') > 0) return `${by('failed')} of ${count(total, 'document')} failed.`;
  if (check) return report.failed ? 'Output and documents differ; run `octavo generate`.' : 'Output is up to date.';
  if (by('written') === 0 && report.stale.length === 0) return 'Nothing to write: all output is up to date.';
  return `Wrote ${count(by('written'), 'document')}${by('unchanged') > 0 ? `, ${by('unchanged')} unchanged` : ''}.`;
}

/** One change under `--watch`: what it did, and whether it breaks callers. */
export async function reportChange(change: WatchChange, context: Context): Promise<void> {
  const { formatChange } = await import('../diff/format.ts');
  for (const report of change.report.documents) {
    if (!change.first && report.status === 'unchanged' && report.problems.length === 0) continue;
    await reportProblems(report.problems, context);
    context.message(documentLine(report, false));
    const changes = change.changes.get(report.document.id) ?? [];
    for (const item of changes.slice(0, 20)) context.message(`  ${formatChange(item, context.color)}`);
    if (changes.length > 20) context.message(`  … and ${changes.length - 20} more`);
    const breaking = changes.filter((item) => item.kind === 'breaking').length;
    if (breaking > 0) context.message(`  ${breaking === 1 ? '1 change breaks' : `${breaking} changes break`} callers.`);
    else if (!change.first && report.status === 'written') context.message('  Callers are not affected.');
  }
  if (change.first) context.message('Watching; Ctrl-C ends.');
  else context.message(`Done in ${Math.round(change.milliseconds)} ms.`);
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A path as the reader would type it. */
export function show(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return (relative === '' || relative.startsWith(`..${path.sep}..`) ? file : relative).split(path.sep).join('/');
}
