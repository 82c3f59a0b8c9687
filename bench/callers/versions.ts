// What real versions of two published documents ask of projects that use their clients: the last three steps of each. The documents come from the npm
// registry: `npm run bench:versions`. For each step, the old version is generated beside the project, and `octavo diff --callers` says what the new
// one concerns.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../../scripts/pack.ts';
import { root } from '../documents.ts';
import { quick } from '../effort.ts';
import { COMPILER } from './github.ts';
import { errorsIn, octavo } from './ran.ts';

interface Published {
  /** The name of the document, and of the text of its project in `published/`. */
  readonly id: string;
  readonly package: string;
  readonly file: string;
  readonly versions: readonly string[];
}

const PUBLISHED: readonly Published[] = [
  {
    id: 'postcodes',
    package: '@ideal-postcodes/openapi',
    file: 'package/dist/openapi.json',
    versions: ['4.10.1', '4.12.0', '4.14.1', '4.21.0'],
  },
  {
    id: 'github',
    package: '@octokit/openapi',
    file: 'package/generated/api.github.com.json',
    versions: ['20.0.0', '21.0.0', '22.0.0', '23.0.0'],
  },
];

const folder = path.join(root, '.octavo/bench/versions');
const project = path.join(folder, 'project');

/** The document of a version. The registry is asked once. */
function documentOf({ package: name, file }: Published, version: string): string {
  const to = path.join(folder, 'documents', name, version);
  const document = path.join(to, file);
  if (existsSync(document)) return document;
  mkdirSync(to, { recursive: true });
  npm(['pack', `${name}@${version}`, '--silent', '--pack-destination', to], to);
  const archive = path.join(to, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const { status } = spawnSync('tar', ['xzf', archive, '-C', to, file]);
  if (status !== 0) throw new Error(`tar could not open ${archive}.`);
  return document;
}

/** The code that uses one document, in a folder of its own. */
function writeProject(published: Published, from: string, to: string): void {
  const { id } = published;
  rmSync(project, { recursive: true, force: true });
  mkdirSync(path.join(project, 'next'), { recursive: true });
  cpSync(documentOf(published, from), path.join(project, `${id}.json`));
  cpSync(documentOf(published, to), path.join(project, 'next', `${id}.json`));
  cpSync(path.join(import.meta.dirname, 'published', `${id}.txt`), path.join(project, 'tool.ts'));
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['*.ts'] }));
}

interface Report {
  readonly breaking: number;
  readonly compatible: number;
  readonly changes: readonly { readonly places: readonly Place[] }[];
  readonly otherPlaces: readonly Place[];
}

interface Place {
  readonly line: number;
  readonly advice: string;
  readonly fault?: string;
}

interface Step {
  readonly row: string;
  readonly places: readonly string[];
}

function step(published: Published, from: string, to: string): Step {
  const { id } = published;
  writeProject(published, from, to);
  octavo(project, ['generate', `${id}.json`, '--out', 'api', '--no-schema', '--partial']);
  const [own] = errorsIn(project);
  if (own !== undefined) throw new Error(`The project does not compile with ${from}: ${own.file}:${own.line}`);
  const versions = ['diff', `${id}.json`, `next/${id}.json`, '--partial', '--fail-on', 'never'];
  const alone = octavo(project, versions);
  const { stdout, seconds, megabytes } = octavo(project, [...versions, '--callers', '.', '--json']);
  const { breaking, compatible, changes, otherPlaces }: Report = JSON.parse(stdout);
  const all = [...changes.flatMap(({ places }) => places), ...otherPlaces];
  const lines = new Map(all.map((place) => [place.line, place]));
  const broken = [...lines.values()].filter(({ fault }) => fault !== undefined).length;
  const figures = [breaking, compatible, lines.size, broken, alone.seconds.toFixed(1), seconds.toFixed(1), Math.round(megabytes)];
  return {
    row: `| ${published.package} ${from} → ${to} | ${figures.join(' | ')} |`,
    places: [...lines].map(([line, { advice, fault }]) => `- ${to}, line ${line}: ${advice}${fault === undefined ? '' : `; ${fault}`}`),
  };
}

const lengths = PUBLISHED.map(
  ({ id }) => readFileSync(path.join(import.meta.dirname, 'published', `${id}.txt`), 'utf8').split('\n').length,
);
console.log(`### What versions of published documents ask of projects of ${lengths.join(' and ')} lines\n`);
console.log('| step | breaking | compatible | lines concerned | no longer compile | CPU s of `diff` | with `--callers` | peak MB |');
console.log('|---|---:|---:|---:|---:|---:|---:|---:|');
const listed: string[] = [];
for (const published of quick ? PUBLISHED.slice(0, 1) : PUBLISHED)
  for (const [index, from] of published.versions.slice(quick ? -2 : 0, -1).entries()) {
    const { row, places } = step(published, from, published.versions.slice(quick ? -2 : 0)[index + 1] ?? '');
    console.log(row);
    listed.push(...places);
  }
console.log(listed.length === 0 ? '\nNo line is concerned.\n' : `\n${listed.join('\n')}\n`);
