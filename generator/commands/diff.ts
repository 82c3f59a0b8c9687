// `octavo diff`: lists the changes between two versions of a document, those that break callers first.
import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { exitCodes, messageOf, systemCode, usageError } from '../base/error.ts';
import type { Problem } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { loadProject, type Project } from '../config/config.ts';
import { changeToJson, formatGroup } from '../diff/format.ts';
import { type Change, compareServices, countEntries, groupChanges, nameFaulty } from '../diff/index.ts';
import type { Description } from '../load/description.ts';
import type { Service } from '../model/service.ts';
import { type ReadingProject, read } from '../run/pipeline.ts';
import { type CommandModule, type Context, isPartial, type Options, overlayOption, partialOption, text, texts } from './command.ts';
import { reportProblems } from './report.ts';

export const command: CommandModule = {
  define(command) {
    partialOption(overlayOption(command))
      .description('Lists the changes between two versions of a document. Exits with 1 if a change breaks callers.')
      .argument('<old>', 'old version: a file, or <git revision>:<path>')
      .argument('<new>', 'new version: a file, or <git revision>:<path>')
      .option('--allow-breaking', 'exit with 0 even if a change breaks callers')
      .addHelpText('after', '\nExample:\n  octavo diff HEAD:specs/api.yaml specs/api.yaml');
  },
  async run(args, options, context) {
    const [old, now] = [text(args[0]) ?? '', text(args[1]) ?? ''];
    const before = await readVersion(old, options, context);
    const after = await readVersion(now, options, context);
    if (before === undefined || after === undefined) return exitCodes.findings;
    const problems = { before: before.problems, after: after.problems };
    const changes = nameFaulty(compareServices(before.service, after.service), problems).map((change) => ({
      ...change,
      location: after.textAt(before.textAt(change.location)),
    }));
    report(changes, context);
    const breaks = changes.some((change) => change.kind === 'breaking');
    return breaks && options.allowBreaking !== true ? exitCodes.findings : exitCodes.ok;
  },
};

function report(changes: readonly Change[], context: Context): void {
  const breaking = changes.filter((change) => change.kind === 'breaking');
  const compatible = changes.filter((change) => change.kind === 'compatible');
  const sorted = [...breaking, ...compatible];
  const entries = context.verbose ? sorted : groupChanges(sorted);
  for (const entry of entries) context.data(formatGroup(entry, context.dataColor));
  if (entries.length < sorted.length)
    context.message('Changes of a component are listed once for all its operations; `--verbose` lists each.');
  // Each change that is listed is counted.
  const listed = countEntries(entries);
  context.message(
    changes.length === 0
      ? 'No changes that affect callers.'
      : `${count(listed.breaking, 'breaking change')}, ${count(listed.compatible, 'compatible change')}.`,
  );
  context.result({ breaking: breaking.length, compatible: compatible.length, changes: changes.map(changeToJson) });
}

interface ReadVersion extends Pick<Description, 'textAt'> {
  readonly service: Service;
  readonly problems: readonly Problem[];
}

async function readVersion(given: string, options: Options, context: Context): Promise<ReadVersion | undefined> {
  const source = await locate(given, context.cwd);
  const project = await versionProject(source.file, context);
  const document = project.documents.find((candidate) => candidate.file === source.file);
  const named = texts(options.overlay).map((overlay) => path.resolve(context.cwd, overlay));
  const overlays = named.length > 0 ? named : (document?.overlays ?? []);
  const { description, service, problems } = await read(
    project,
    {
      file: source.file,
      overlays,
      partial: isPartial(options) || document?.partial === true,
      ...(document?.name === undefined ? {} : { name: document.name }),
      // An earlier version may lack what the configuration names, and the wire is compared whatever it is called.
      ...(document?.names === undefined ? {} : { names: document.names }),
      ignoresUnfitNames: true,
    },
    source.text === undefined ? {} : { text: source.text },
  );
  const plain = await reportProblems(
    problems.filter((problem) => problem.severity === 'error' || problem.severity === 'unsupported'),
    context,
  );
  if (service !== undefined && description !== undefined) return { service, problems, textAt: description.textAt };
  context.result({ problems: plain });
  return undefined;
}

/** The project that a version is read in. Outside the project of the working directory, that is the folder of the version. */
async function versionProject(file: string, context: Context): Promise<ReadingProject & Pick<Project, 'documents'>> {
  const project = await loadProject(context, { files: [] }).catch((error: unknown) => {
    if (context.configFile !== undefined) throw error;
    return undefined;
  });
  const inside = project !== undefined && file.startsWith(project.root + path.sep);
  if (inside) return project;
  const { allowRemote = [], limits = {} } = project ?? {};
  return { root: path.dirname(file), documents: [], strict: false, allowRemote, limits };
}

interface Version {
  readonly file: string;
  /** Text at a git revision; absent for a file on disk. */
  readonly text?: string;
}

/** A file that exists takes precedence over a revision, so that its name may contain a colon. */
async function locate(given: string, cwd: string): Promise<Version> {
  const file = path.resolve(cwd, given);
  if (existsSync(file)) {
    if (statSync(file).isDirectory()) {
      throw usageError('document-is-folder', `\`${given}\` is a folder; name a file.`, { fix: 'Name the OpenAPI document in it.' });
    }
    return { file: realpathSync(file) };
  }
  const [, revision, name] = /^([^:]+):(.+)$/s.exec(given) ?? [];
  if (revision === undefined || name === undefined || revision.startsWith('-')) {
    throw usageError('document-missing', `Cannot find the document \`${given}\`.`, {
      fix: 'Name a file, or `<git revision>:<path>`.',
    });
  }
  try {
    const git = promisify(execFile);
    // `./` makes git resolve the path from the working directory, as a shell does.
    const { stdout } = await git('git', ['show', `${revision}:./${path.relative(cwd, path.resolve(cwd, name))}`], {
      cwd,
      maxBuffer: 256 * 1024 * 1024,
    });
    return { file: path.resolve(cwd, name), text: stdout };
  } catch (error) {
    const says = systemCode(error) === 'ENOENT' ? 'git is not installed' : gitMessage(error);
    throw usageError('revision-missing', `Cannot read \`${given}\` from git: ${says}`, {
      fix: 'Correct the revision or the path.',
      cause: error,
    });
  }
}

/** The line in which git says what is wrong: `git show` fails with its command line first. */
function gitMessage(error: unknown): string {
  const lines = messageOf(error).trim().split('\n');
  return (lines.at(-1) ?? '').replace(/^fatal: /, '');
}
