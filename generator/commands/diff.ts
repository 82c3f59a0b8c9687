// `octavo diff`: two versions of a document to the changes that break callers and those that do not.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadProject, type Project } from '../config.ts';
import { changeToJson, formatChange } from '../diff/format.ts';
import { type Change, compareServices } from '../diff/index.ts';
import { exitCodes, messageOf, usageError } from '../error.ts';
import type { Service } from '../model/service.ts';
import { read } from '../pipeline.ts';
import { type CommandModule, type Context, text } from './command.ts';
import { count, reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<old>', 'document as it was: a file, or <git revision>:<path>')
      .argument('<new>', 'document as it is: a file, or <git revision>:<path>')
      .option('--allow-breaking', 'exit 0 even when callers break')
      .addHelpText('after', '\nExample:\n  octavo diff HEAD:specs/api.yaml specs/api.yaml');
  },
  async run(args, options, context) {
    const [old, now] = [text(args[0]) ?? '', text(args[1]) ?? ''];
    const before = await readVersion(old, context);
    const after = await readVersion(now, context);
    if (before === undefined || after === undefined) return exitCodes.findings;
    const changes = compareServices(before, after);
    report(changes, context);
    const breaks = changes.some((change) => change.kind === 'breaking');
    return breaks && options.allowBreaking !== true ? exitCodes.findings : exitCodes.ok;
  },
};

function report(changes: readonly Change[], context: Context): void {
  const breaking = changes.filter((change) => change.kind === 'breaking');
  const compatible = changes.filter((change) => change.kind === 'compatible');
  for (const change of [...breaking, ...compatible]) context.data(formatChange(change, context.color && process.stdout.isTTY === true));
  context.message(
    changes.length === 0
      ? 'No change that callers could notice.'
      : `${count(breaking.length, 'breaking change')}, ${count(compatible.length, 'compatible change')}.`,
  );
  context.result({ breaking: breaking.length, compatible: compatible.length, changes: changes.map(changeToJson) });
}

async function readVersion(given: string, context: Context): Promise<Service | undefined> {
  const source = await locate(given, context.cwd);
  const project = await versionProject(source.file, context);
  const document = project.documents.find((candidate) => candidate.file === source.file);
  const { service, problems } = await read(
    project,
    { file: source.file, ...(document?.name === undefined ? {} : { name: document.name }) },
    source.text === undefined ? {} : { text: source.text },
  );
  const plain = await reportProblems(
    problems.filter((problem) => problem.severity === 'error' || problem.severity === 'unsupported'),
    context,
  );
  if (service === undefined) context.result({ problems: plain });
  return service;
}

/** Versions may lie outside the project; references then stay in the version's own folder. */
async function versionProject(file: string, context: Context): Promise<Project> {
  const project = await loadProject(context, { files: [] }).catch((error: unknown) => {
    if (context.configFile !== undefined) throw error;
    return undefined;
  });
  const inside = project !== undefined && file.startsWith(project.root + path.sep);
  if (inside) return project;
  const root = path.dirname(file);
  return {
    root,
    documents: [],
    complete: false,
    out: path.join(root, 'generated'),
    importExtension: '.js',
    formats: 'assert',
    schema: false,
    examples: false,
    strict: false,
    allowRemote: project?.allowRemote ?? [],
    limits: project?.limits ?? {},
    runtime: '@octavo/runtime',
    dev: {},
  };
}

interface Version {
  readonly file: string;
  /** Text at a git revision; absent: what is on disk. */
  readonly text?: string;
}

/** A file that exists wins over a revision, so a colon in a file name does no harm. */
async function locate(given: string, cwd: string): Promise<Version> {
  const { existsSync, realpathSync } = await import('node:fs');
  const file = path.resolve(cwd, given);
  if (existsSync(file)) return { file: realpathSync(file) };
  const [, revision, name] = /^([^:]+):(.+)$/s.exec(given) ?? [];
  if (revision === undefined || name === undefined || revision.startsWith('-')) {
    throw usageError('document-missing', `There is no document ${given}.`, { fix: 'Name a file, or `<git revision>:<path>`.' });
  }
  try {
    const git = promisify(execFile);
    // `./` makes git read the path from the working directory, as a shell user means it.
    const { stdout } = await git('git', ['show', `${revision}:./${path.relative(cwd, path.resolve(cwd, name))}`], {
      cwd,
      maxBuffer: 256 * 1024 * 1024,
    });
    return { file: path.resolve(cwd, name), text: stdout };
  } catch (error) {
    throw usageError('revision-missing', `git has no ${given}: ${messageOf(error).split('\n').at(-2) ?? messageOf(error)}`, {
      fix: 'Check the revision and the path.',
      cause: error,
    });
  }
}
