// A project that uses the client of a large document, GitHub's from the npm registry, with the renames and changes that are made to it.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../documents.ts';
import { type Case, type Change, rename } from './cases.ts';
import {
  addRequired,
  deprecate,
  removeOperation,
  removeProperty,
  removeStatus,
  renameOperation,
  renameParameter,
  renameProperty,
  renameSchema,
  renameTag,
  retype,
} from './edits.ts';
import { commit, type Project, specOf } from './project.ts';

const DOCUMENT = path.join(root, 'bench/node_modules/@octokit/openapi/generated/api.github.com.json');
const TOOL = path.join(import.meta.dirname, 'published/github.txt');

export const COMPILER: Readonly<Record<string, unknown>> = {
  ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true, allowImportingTsExtensions: true, verbatimModuleSyntax: true },
  ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true, types: [] },
};

export function linesOfGithub(): number {
  return readFileSync(TOOL, 'utf8').split('\n').length;
}

/** Writes the project, generates its code, and commits both. */
export function prepareGithub(octavo: (folder: string, args: readonly string[]) => void): Project {
  const project: Project = { folder: path.join(root, '.octavo/bench/callers-github'), extension: 'json' };
  const { folder } = project;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'specs'), { recursive: true });
  cpSync(DOCUMENT, specOf(project, 'github'));
  cpSync(TOOL, path.join(folder, 'tool.ts'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const configuration = { documents: [{ input: 'specs/github.json', name: 'Github', partial: true }], out: 'api', schema: false };
  writeFileSync(path.join(folder, 'octavo.config.mjs'), `export default ${JSON.stringify(configuration, undefined, 2)};\n`);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['*.ts'] }));
  octavo(folder, ['generate']);
  commit(project);
  return project;
}

const renamed = rename.bind(undefined, 'github');

export const GITHUB_RENAMES: readonly Case[] = [
  renamed('operation', 'issues/create', 'issues/open', renameOperation('issues/create', 'issues/open')),
  renamed('schema', 'full-repository', 'whole-repository', renameSchema('full-repository', 'whole-repository')),
  renamed('property', 'full-repository.stargazers_count', 'stars', renameProperty('full-repository', 'stargazers_count', 'stars')),
  // A user that may be null is a schema of its own in the document.
  renamed('property', 'simple-user.login', 'handle', (document) => {
    for (const name of ['simple-user', 'nullable-simple-user']) renameProperty(name, 'login', 'handle')(document);
  }),
  renamed('parameter', 'search/repos q', 'words', renameParameter('search/repos', 'q', 'words')),
  renamed('tag', 'pulls', 'pull-requests', renameTag('pulls', 'pull-requests')),
];

const changing = (what: string, edit: Case['edit'], ...also: readonly string[]): Change => ({
  document: 'github',
  what,
  edit,
  also: also.map((part) => ['tool.ts', part]),
  untyped: [],
});

export const GITHUB_CHANGES: readonly Change[] = [
  changing('property of a response goes away: `release.tag_name`', removeProperty('release', 'tag_name')),
  changing('property of a response changes its type: `workflow-run.conclusion`', retype('workflow-run', 'conclusion', 'integer')),
  changing('new required property of a response: `full-repository`', addRequired('full-repository', 'till')),
  changing('operation goes away: `repos/get-latest-release`', removeOperation('repos/get-latest-release')),
  changing('operation is deprecated: `pulls/merge`', deprecate('pulls/merge'), 'const result = await github.pulls.merge('),
  changing('response goes away: `pulls/merge` 405', removeStatus('pulls/merge', '405')),
];
