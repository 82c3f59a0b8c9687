// `octavo diff`: lists the changes between two versions of a document, those that break callers first.
import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Option } from 'commander';
import { exitCodes, messageOf, systemCode, usageError } from '../base/error.ts';
import type { Problem } from '../base/problem.ts';
import { count } from '../base/words.ts';
import { loadProject, type Project } from '../config/config.ts';
import { changeToJson, formatGroup } from '../diff/format.ts';
import type { CodeOptions } from '../diff/formats/code.ts';
import type { Format, Version } from '../diff/formats/index.ts';
import { type Change, compareServices, countEntries, groupChanges, nameFaulty, nothingShared } from '../diff/index.ts';
import type { Description } from '../load/description.ts';
import { type ReadingProject, read } from '../run/pipeline.ts';
import { type CommandModule, type Context, isPartial, type Options, overlayOption, partialOption, text, texts } from './command.ts';
import { reportProblems } from './report.ts';

const FORMATS = ['text', 'markdown', 'github', 'sarif', 'next-version'] as const;

export const command: CommandModule = {
  define(command) {
    partialOption(overlayOption(command))
      .description('Lists the changes between two versions of a document. Exits with 1 if a change breaks callers, or as `--fail-on` says.')
      .argument('<old>', 'old version: a file, or <git revision>:<path>')
      .argument('<new>', 'new version: a file, or <git revision>:<path>')
      .addOption(
        new Option('--fail-on <changes>', 'changes that make the exit code 1').choices(['breaking', 'any', 'never']).default('breaking'),
      )
      .addOption(
        new Option(
          '--format <format>',
          'what to print: text; markdown for a comment on a pull request; github for annotations in a workflow; sarif; or next-version, the version that the new document needs',
        )
          .choices(FORMATS)
          .default('text'),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  octavo diff HEAD:specs/api.yaml specs/api.yaml\n  octavo diff main:specs/api.yaml specs/api.yaml --format markdown',
      );
  },
  async run(args, options, context) {
    const [old, now] = [text(args[0]) ?? '', text(args[1]) ?? ''];
    const before = await readVersion(old, options, context);
    const after = await readVersion(now, options, context);
    if (before === undefined || after === undefined) return exitCodes.findings;
    const changes = compared(before, after, context);
    const fails = failing(text(options.failOn));
    const format = formatOf(options, context);
    if (format === 'text') report(changes, context);
    else {
      const { formatted } = await import('../diff/formats/index.ts');
      const printed = formatted(format, { before, after, changes, fails, code: after.code });
      if (printed !== '') context.data(printed);
    }
    context.result(resultOf(changes));
    return changes.some(({ kind }) => fails(kind)) ? exitCodes.findings : exitCodes.ok;
  },
};

function compared(before: ReadVersion, after: ReadVersion, { verbose }: Context): Change[] {
  const problems = { before: before.problems, after: after.problems };
  const changes = nameFaulty(compareServices(before.service, after.service), problems);
  const instead = verbose ? undefined : nothingShared(before.service, after.service, changes);
  return (instead === undefined ? changes : [instead]).map((change) => ({
    ...change,
    location: after.textAt(before.textAt(change.location)),
  }));
}

/** Which kinds of change make the run fail. */
function failing(failOn: string | undefined): (kind: Change['kind']) => boolean {
  return (kind) => failOn === 'any' || (failOn === 'breaking' && kind === 'breaking');
}

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
}

function resultOf(changes: readonly Change[]): Record<string, unknown> {
  const breaking = changes.filter(({ kind }) => kind === 'breaking').length;
  return { breaking, compatible: changes.length - breaking, changes: changes.map(changeToJson) };
}

/** `text` is for people; the other formats are for programs, as `--json` is. */
function formatOf(options: Options, { json }: Context): Format | 'text' {
  const format = FORMATS.find((known) => known === options.format) ?? 'text';
  if (!json || format === 'text') return format;
  throw usageError('usage', '`--json` and `--format` both say what to print.', { fix: 'Leave one of them out.' });
}

interface ReadVersion extends Version, Pick<Description, 'textAt'> {
  readonly problems: readonly Problem[];
  readonly code: CodeOptions;
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
  if (service !== undefined && description !== undefined) {
    const code = { held: document?.held ?? {}, importExtension: '.ts', runtime: '@octavo/runtime' } as const;
    return {
      given,
      service,
      problems,
      textAt: description.textAt,
      text: description.sources.map((source) => source.text).join('\n'),
      code,
    };
  }
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

interface Located {
  readonly file: string;
  /** Text at a git revision; absent for a file on disk. */
  readonly text?: string;
}

/** A file that exists takes precedence over a revision, so that its name may contain a colon. */
async function locate(given: string, cwd: string): Promise<Located> {
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
