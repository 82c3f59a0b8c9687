// The cache: what the last run found out about each document. Its key is a hash of the sources, the generator and the configuration.
import { hash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPackage } from '../base/peer.ts';
import type { Location, Problem, Source } from '../base/problem.ts';
import { displayPath } from '../base/words.ts';
import type { Project, ProjectDocument } from '../config/config.ts';
import { bytesOf, decode } from '../load/text/read.ts';
import { replaceFile } from '../write/file.ts';
import { manifestName } from '../write/folder.ts';
import { packagesIn } from './needed-packages.ts';

/** The results of a run for a document, besides its files. */
export interface Remembered {
  readonly sources: readonly Source[];
  /** Warnings, notes and what was left out, which every run reports again. */
  readonly problems: readonly Problem[];
  readonly operations: number;
  readonly schemas: number;
}

interface StoredLocation {
  readonly source: number;
  readonly pointer: string;
  readonly at?: 'key' | 'value';
  readonly offset?: number;
}
interface StoredProblem extends Omit<Problem, 'location' | 'related'> {
  readonly location: StoredLocation;
  readonly related?: readonly { readonly message: string; readonly location: StoredLocation }[];
}
interface StoredOutput {
  readonly name: string;
  readonly hash: string;
  /** Size and times of the file. Where they have not changed, the file is not read. */
  readonly stamp: string;
}
interface Entry {
  readonly key: string;
  readonly sources: readonly string[];
  readonly problems: readonly StoredProblem[];
  readonly operations: number;
  readonly schemas: number;
  readonly outputs: readonly StoredOutput[];
}

/** The results of the last run, if the sources, the generator, the configuration and the generated files have not changed since. */
export function recall(project: Project, document: ProjectDocument): Remembered | undefined {
  // A text that is not in a file is read in every run, and plugins run in each where nothing would show that one has changed.
  if (document.given !== undefined || (project.plugins.length > 0 && project.configModules === undefined)) return undefined;
  const entry = readEntry(entryFile(project, document));
  if (entry === undefined) return undefined;
  const sources = readSources(entry);
  if (sources?.[0]?.path !== realpathSync(document.file)) return undefined;
  if (entry.key !== keyOf(project, document, sources)) return undefined;
  const checked = entry.outputs.map((output) => sameOutput(document.folder, output));
  if (checked.includes('different')) return undefined;
  const { problems, operations, schemas } = entry;
  const remembered = { sources, problems: problems.map((problem) => reviveProblem(problem, sources)), operations, schemas };
  if (checked.includes('touched')) remember(project, document, remembered);
  return remembered;
}

/** Stores what a run found, after its files were written. Does nothing where the cache cannot be written. */
export function remember(project: Project, document: ProjectDocument, made: Remembered): void {
  // Remote sources can change without notice.
  if (document.given !== undefined || made.sources.some((source) => !path.isAbsolute(source.path))) return;
  try {
    const entry: Entry = {
      key: keyOf(project, document, made.sources),
      sources: made.sources.map(({ path }) => path),
      problems: made.problems.map((problem) => storeProblem(problem, made.sources)),
      operations: made.operations,
      schemas: made.schemas,
      outputs: outputsOf(document.folder),
    };
    const file = entryFile(project, document);
    replaceFile(file, JSON.stringify(entry));
    ignoreFolder(project);
  } catch {
    // In a read-only project, every run generates everything.
  }
}

/** The folder of a project for the cache and the lock. */
export function scratchFolder(project: { readonly root: string }): string {
  return path.join(project.root, '.octavo');
}

/** Keeps the folder out of version control without changing the user's `.gitignore`, and from other users of the machine. */
function ignoreFolder(project: Project): void {
  const folder = scratchFolder(project);
  const file = path.join(folder, '.gitignore');
  // An older release has made it for everybody.
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  if (!existsSync(file)) writeFileSync(file, '*\n');
}

function entryFile(project: Project, document: ProjectDocument): string {
  return path.join(scratchFolder(project), 'cache', `${document.id}-${digest(`${document.file}\0${document.folder}`).slice(0, 16)}.json`);
}

function readEntry(file: string): Entry | undefined {
  try {
    // Only `remember` writes it; anything else fails one of the comparisons that follow.
    return JSON.parse(readFileSync(file, 'utf8')) as Entry;
  } catch {
    return undefined;
  }
}

function readSources(entry: Entry): readonly Source[] | undefined {
  try {
    const sources = entry.sources.map((file) => decode(readFileSync(file), file, displayPath(file)));
    return sources.every((source): source is Source => 'text' in source) ? sources : undefined;
  } catch {
    return undefined;
  }
}

function digest(text: string | Buffer): string {
  return hash('sha256', text, 'hex');
}

function keyOf(project: Project, document: ProjectDocument, sources: readonly Source[]): string {
  const { root, importExtension, schema, examples, query, zod, valibot, jsonSchema, mcp, strict, allowRemote, limits, runtime } = project;
  // Messages about slow patterns and missing packages depend on these.
  const packages = [findPackage(root, 'recheck')?.manifest.version, packagesIn(document.folder, document.held)];
  const settings = {
    root,
    importExtension,
    schema,
    examples,
    query,
    zod,
    valibot,
    jsonSchema,
    mcp,
    strict,
    allowRemote,
    limits,
    runtime,
    document,
    packages,
    ...(project.plugins.length === 0 ? {} : { plugins: pluginsKey(project) }),
  };
  const parts = [generatorDigest(), JSON.stringify(settings), ...sources.flatMap((source) => [source.path, bytesOf(source).digest])];
  return digest(parts.join('\0'));
}

/** Changes with the plugins: with what they say of themselves, with the configuration, and with each file that it imports. */
function pluginsKey({ plugins, configModules = [] }: Project): readonly unknown[] {
  const code = configModules.map((file) => [
    file,
    file.includes(`${path.sep}node_modules${path.sep}`) ? stampOf(file) : digest(readFileSync(file)),
  ]);
  return [plugins.map(({ name, version }) => [name, version]), code];
}

let generator: string | undefined;

/** A hash that changes with the files of the generator, the release of openapi-typescript and the version of Node.js. */
function generatorDigest(): string {
  if (generator !== undefined) return generator;
  const generatorFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const stamps: string[] = [process.versions.node, stampOf(fileURLToPath(import.meta.resolve('openapi-typescript/package.json')))];
  // The package has its modules joined in one folder.
  const joined = path.join(generatorFolder, 'chunks');
  const rooms = existsSync(joined) ? ['chunks'] : ['base', 'config', 'run', 'load', 'model', 'patterns', 'emit', 'plugins', 'raw', 'write'];
  for (const room of rooms) {
    const folder = path.join(generatorFolder, room);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.sort()) if (/\.[jt]s$/.test(name)) stamps.push(`${room}/${name}:${stampOf(path.join(folder, name))}`);
  }
  generator = digest(stamps.join('\n'));
  return generator;
}

function stampOf(file: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return `${size}:${mtimeMs}:${ctimeMs}`;
}

function outputsOf(folder: string): StoredOutput[] {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, manifestName), 'utf8'));
  const files =
    typeof manifest === 'object' && manifest !== null && 'files' in manifest && Array.isArray(manifest.files) ? manifest.files : [];
  return [manifestName, ...files.map(String)].map((name) => outputOf(folder, name));
}

/** By path: what a watch has written before. Most saves leave most files as they are. */
const outputs = new Map<string, StoredOutput>();

function outputOf(folder: string, name: string): StoredOutput {
  const file = path.join(folder, name);
  const stamp = stampOf(file);
  const known = outputs.get(file);
  if (known?.stamp === stamp) return known;
  const output = { name, hash: digest(readFileSync(file)), stamp };
  outputs.set(file, output);
  return output;
}

function sameOutput(folder: string, output: StoredOutput): 'same' | 'touched' | 'different' {
  const file = path.join(folder, output.name);
  try {
    if (stampOf(file) === output.stamp) return 'same';
    return digest(readFileSync(file)) === output.hash ? 'touched' : 'different';
  } catch {
    return 'different';
  }
}

function storeProblem(problem: Problem, sources: readonly Source[]): StoredProblem {
  const { location, related, ...rest } = problem;
  const store = ({ source, ...place }: Location): StoredLocation => ({
    source: sources.findIndex((other) => other.path === source.path),
    ...place,
  });
  return {
    ...rest,
    location: store(location),
    ...(related === undefined ? {} : { related: related.map((item) => ({ message: item.message, location: store(item.location) })) }),
  };
}

function reviveProblem(problem: StoredProblem, sources: readonly Source[]): Problem {
  const { location, related, ...rest } = problem;
  const revive = ({ source, ...place }: StoredLocation): Location => {
    const found = sources[source];
    if (found === undefined) throw new Error('A cached problem refers to a source that does not exist.');
    return { source: found, ...place };
  };
  return {
    ...rest,
    location: revive(location),
    ...(related === undefined ? {} : { related: related.map((item) => ({ message: item.message, location: revive(item.location) })) }),
  };
}
