// Reads the two versions of a document that `octavo diff` compares: files, and files of git revisions.
import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { messageOf, systemCode, usageError } from '../../base/error.ts';
import type { Problem } from '../../base/problem.ts';
import { loadProject, type Project, type ProjectDocument } from '../../config/config.ts';
import type { CodeOptions } from '../../diff/formats/code.ts';
import type { Version } from '../../diff/formats/index.ts';
import type { Description } from '../../load/description.ts';
import type { Generation } from '../../run/in-memory.ts';
import { type ReadingProject, read } from '../../run/pipeline.ts';
import { type Context, isPartial, type Options, texts } from '../command.ts';
import { reportProblems } from '../report.ts';

/** A version that was read, with what its code is generated with. */
export interface ReadVersion extends Version, Pick<Description, 'textAt'> {
  readonly problems: readonly Problem[];
  readonly code: CodeOptions;
  readonly generation: Generation;
}

/**
 * The old and the new version, each `undefined` where it has errors, which are reported. Both have one name in code, whatever their files are called:
 * that of the configured document, otherwise that of the old version.
 *
 * @throws {OctavoError} (exit 2) where there is no such version
 */
export async function readVersions(
  [old, now]: readonly [string, string],
  options: Options,
  context: Context,
): Promise<readonly [old: ReadVersion | undefined, now: ReadVersion | undefined]> {
  const [before, after] = [await locateInProject(old, context), await locateInProject(now, context)];
  if (before.document !== undefined || after.document === undefined) {
    const first = await readVersion(before, undefined, options, context);
    return [first, await readVersion(after, first, options, context)];
  }
  const second = await readVersion(after, undefined, options, context);
  return [await readVersion(before, second, options, context), second];
}

interface LocatedInProject {
  readonly given: string;
  readonly source: Located;
  readonly project: VersionProject;
  /** The document of the configuration that the version is one of. */
  readonly document: ProjectDocument | undefined;
}

async function locateInProject(given: string, context: Context): Promise<LocatedInProject> {
  const source = await locate(given, context.cwd);
  const project = await versionProject(source.file, context);
  return { given, source, project, document: project.documents.find(({ file }) => file === source.file) };
}

async function readVersion(
  { given, source, project, document }: LocatedInProject,
  other: ReadVersion | undefined,
  options: Options,
  context: Context,
): Promise<ReadVersion | undefined> {
  const name = document === undefined ? other?.service.name : document.name;
  const named = texts(options.overlay).map((overlay) => path.resolve(context.cwd, overlay));
  const overlays = named.length > 0 ? named : (document?.overlays ?? []);
  const { description, service, problems } = await read(
    project,
    {
      file: source.file,
      overlays,
      partial: isPartial(options) || document?.partial === true,
      ...(name === undefined ? {} : { name }),
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
      generation: { project: document === undefined ? undefined : project.whole, document },
    };
  }
  context.result({ problems: plain });
  return undefined;
}

type VersionProject = ReadingProject & Pick<Project, 'documents'> & { readonly whole?: Project };

/** The project that a version is read in. Outside the project of the working directory, that is the folder of the version. */
async function versionProject(file: string, context: Context): Promise<VersionProject> {
  const project = await loadProject(context, { files: [] }).catch((error: unknown) => {
    if (context.configFile !== undefined) throw error;
    return undefined;
  });
  const inside = project !== undefined && file.startsWith(project.root + path.sep);
  if (inside) return { ...project, whole: project };
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
