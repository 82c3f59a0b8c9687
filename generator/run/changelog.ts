// Compares the documents of a project from git tag to git tag, for the changelog of its documentation.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Project, ProjectDocument } from '../config/config.ts';
import { compareServices, groupChanges, nameFaulty } from '../diff/index.ts';
import type { Changelog, ChangelogDocument, ChangelogVersion } from '../docs/changelog-page.ts';
import { type Reading, read } from './pipeline.ts';

/** Most tags to compare, newest first. */
const MOST = 12;

interface Tag {
  readonly name: string;
  readonly date: string;
}

/** A version of a document: that at a tag, or with `''` that on disk. */
type Revision = string;

export interface ChangelogReader {
  /** Reads what is new since the last call, and compares it. */
  read(project: Project): Promise<Changelog>;
  /** The names of the tags that are compared, or why there are none. */
  tags(project: Project): Promise<string>;
}

/** Keeps what it has compared: the documents at a tag do not change. */
export function createChangelogReader(): ChangelogReader {
  const compared = new Map<string, Promise<ChangelogDocument | undefined>>();
  return {
    tags: async ({ root }) => JSON.stringify(await tagsOf(root)),
    read: async (project) => {
      const tags = await tagsOf(project.root);
      if (typeof tags === 'string') return { reason: tags };
      if (tags.length === 0) return { reason: 'The repository of this project has no tags yet.' };
      const revisions = ['', ...tags.map(({ name }) => name)];
      const versions: ChangelogVersion[] = [];
      for (const [index, revision] of revisions.entries()) {
        const before = revisions[index + 1];
        const tag = tags[index - 1];
        const documents: ChangelogDocument[] = [];
        for (const document of before === undefined ? [] : project.documents) {
          const found = await comparison(project, document, before ?? '', revision, compared);
          if (found !== undefined) documents.push(found);
        }
        // The oldest tag has nothing before it, and what is on disk is listed only where it differs.
        if (before !== undefined && (revision !== '' || documents.length > 0)) {
          versions.push({ ...(tag === undefined ? {} : { tag: tag.name, date: tag.date }), documents });
        }
      }
      if (versions.length === 0) return { reason: `The repository has one tag, ${tags[0]?.name}, and nothing has changed since.` };
      return { versions };
    },
  };
}

async function comparison(
  project: Project,
  document: ProjectDocument,
  before: Revision,
  after: Revision,
  compared: Map<string, Promise<ChangelogDocument | undefined>>,
): Promise<ChangelogDocument | undefined> {
  if (after === '') return await compare(project, document, before, after);
  const key = JSON.stringify([document.file, before, after]);
  const known = compared.get(key) ?? compare(project, document, before, after);
  compared.set(key, known);
  return await known;
}

/** `undefined` where nothing that affects callers has changed, and where a version cannot be read. */
async function compare(
  project: Project,
  document: ProjectDocument,
  before: Revision,
  after: Revision,
): Promise<ChangelogDocument | undefined> {
  const [old, now] = await Promise.all([textAt(document, before), textAt(document, after)]);
  if (now === undefined || now === old) return undefined;
  const current = await readVersion(project, document, now);
  if (current?.service === undefined) return undefined;
  const { id, title } = current.service;
  if (old === undefined) return { id, title };
  const previous = await readVersion(project, document, old);
  if (previous?.service === undefined) return undefined;
  const problems = { before: previous.problems, after: current.problems };
  const changes = nameFaulty(compareServices(previous.service, current.service), problems);
  return changes.length === 0 ? undefined : { id, title, changes, entries: groupChanges(changes) };
}

async function readVersion(project: Project, document: ProjectDocument, text: string | undefined): Promise<Reading | undefined> {
  try {
    // A version that was tagged cannot be corrected any more, so what is sound of it is compared, under the names that it can have.
    return await read(project, { ...document, partial: true, ignoresUnfitNames: true }, text === undefined ? {} : { text });
  } catch {
    // An older version may have been written for another version of what it refers to.
    return undefined;
  }
}

/** The tags that lead to what is checked out, newest first; or why there are none. */
async function tagsOf(root: string): Promise<readonly Tag[] | string> {
  try {
    const format = '--format=%(refname:short)%09%(creatordate:short)';
    const lines = await git(root, ['for-each-ref', 'refs/tags', '--merged', 'HEAD', '--sort=-creatordate', `--count=${MOST}`, format]);
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', date = ''] = line.split('\t');
        return { name, date };
      });
  } catch {
    return 'This project is not in a git repository, or git is not installed, so there are no versions to compare.';
  }
}

/** `undefined` where the revision does not have the document. */
async function textAt({ file }: ProjectDocument, revision: Revision): Promise<string | undefined> {
  try {
    if (revision === '') return await readFile(file, 'utf8');
    return await git(path.dirname(file), ['show', `${revision}:./${path.basename(file)}`]);
  } catch {
    return undefined;
  }
}

async function git(cwd: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd, maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}
