// `octavo lint`: reports Octavo's own problems, then runs Redocly's linter on the original files with the redocly.yaml of the project.
import { spawn } from 'node:child_process';
import { loadProject, type Project } from '../config.ts';
import { endsWithParent } from '../end-with-parent.ts';
import { environmentError, exitCodes } from '../error.ts';
import { quietEnvironment, requirePeer } from '../peer.ts';
import { read, stages } from '../pipeline.ts';
import type { Problem } from '../problem.ts';
import { count } from '../words.ts';
import { type CommandModule, type Context, documentOverrides, documentsArgument } from './command.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    documentsArgument(command).description(
      "Checks documents: first Octavo's own checks, then Redocly's rules as redocly.yaml sets them (without one, the recommended rules).",
    );
  },
  async run(args, options, context) {
    const project = await loadProject(context, documentOverrides(args[0], options));
    const redocly = requirePeer(project.root, '@redocly/cli', 'redocly', 'lint');
    context.progress('Checking');
    const problems: Problem[] = [];
    const sound: string[] = [];
    let failed = 0;
    for (const document of project.documents) {
      const reading = await read(project, document);
      problems.push(...reading.problems);
      if (reading.service !== undefined) problems.push(...(await stages.patterns(project, reading.service)));
      // Redocly follows references to any place, so it gets only documents that the loader has accepted.
      if (reading.description === undefined) failed++;
      else if (document.given === undefined) sound.push(document.file);
    }
    context.progress(undefined);
    const plain = await reportProblems(problems, context);
    context.result({ problems: plain });
    if (failed > 0) context.message(`Redocly skipped ${count(failed, 'document')} because of the errors above.`);
    const others = project.documents.length - sound.length - failed;
    if (others > 0) context.message(`Redocly skipped ${count(others, 'document')} that is not in a file.`);
    const theirs = sound.length === 0 ? nothingFound : await runRedocly(redocly.bin, sound, project, context);
    if (context.signal.aborted) return exitCodes.interrupted;
    if (theirs === undefined) return exitCodes.findings;
    const errors = problems.filter(({ severity }) => severity === 'error').length + theirs.errors;
    const warnings = problems.filter(({ severity }) => severity === 'warning' || severity === 'unsupported').length + theirs.warnings;
    const found = `${errors === 0 ? 'no errors' : count(errors, 'error')}${warnings === 0 ? '' : `, ${count(warnings, 'warning')}`}`;
    context.message(`Checked ${count(project.documents.length, 'document')}: ${found}.`);
    return errors > 0 || failed > 0 ? exitCodes.findings : exitCodes.ok;
  },
};

interface Findings {
  readonly errors: number;
  readonly warnings: number;
}

const nothingFound: Findings = { errors: 0, warnings: 0 };

/** Prints what Redocly finds, and returns its numbers; `undefined` if Redocly failed. Without a redocly.yaml, Redocly applies its recommended rules. */
async function runRedocly(bin: string, files: readonly string[], project: Project, context: Context): Promise<Findings | undefined> {
  const format = context.json ? 'json' : 'codeframe';
  // The paths are absolute, so Redocly cannot take one for an option.
  const child = spawn(process.execPath, [...endsWithParent, bin, 'lint', `--format=${format}`, ...files], {
    cwd: project.root,
    env: quietEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: context.signal,
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', (error) => (context.signal.aborted ? resolve(exitCodes.interrupted) : reject(error)));
    child.on('close', (exit) => resolve(exit ?? exitCodes.environment));
  });
  if (context.signal.aborted) return nothingFound;
  if (context.json) context.result({ redocly: parseReport(out, err) });
  else if (out.trim() !== '') context.data(out.trimEnd());
  const found = findingsIn(err);
  if (code === 0 || found.errors > 0) return found;
  // Redocly itself failed, for example on its own configuration.
  context.message(`Redocly failed: ${err.trim()}`);
  return undefined;
}

/** Redocly ends its messages with `Validation failed with 1 error and 13 warnings.` or, without errors, `You have 13 warnings.` */
function findingsIn(messages: string): Findings {
  const [summary = ''] = /(?:Validation failed with|You have) .*/.exec(messages) ?? [];
  const number = (noun: string): number => Number(new RegExp(`(\\d+) ${noun}`).exec(summary)?.[1] ?? 0);
  return { errors: number('error'), warnings: number('warning') };
}

interface RedoclyReport {
  readonly totals: Readonly<Record<string, number>>;
  readonly version: string;
  readonly problems: readonly unknown[];
}

/** Redocly prints one JSON document per file, with `}{` on a line of its own between two of them. */
function parseReport(out: string, err: string): RedoclyReport {
  let reports: readonly RedoclyReport[];
  try {
    reports = JSON.parse(`[${out.replaceAll(/^\}\{$/gm, '},{')}]`) as readonly RedoclyReport[];
  } catch {
    throw environmentError('redocly-failed', `Redocly failed: ${err.trim().split('\n').at(-1) ?? ''}`, {
      fix: 'Run `npx redocly lint` to see the whole error.',
    });
  }
  const totals: Record<string, number> = {};
  for (const report of reports) for (const [name, number] of Object.entries(report.totals)) totals[name] = (totals[name] ?? 0) + number;
  return { totals, version: reports[0]?.version ?? '', problems: reports.flatMap((report) => report.problems) };
}
