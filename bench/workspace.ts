// All documents of specs/ at once, as this repository keeps them: generation, watch on the largest, and the compiler over the output.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { install, pack } from '../scripts/pack.ts';
import { ids, largest, root, writeProject } from './documents.ts';
import { rounds } from './effort.ts';
import { type Command, interleave, median, table } from './measure.ts';
import { end, pause, start, until } from './processes.ts';

const peers = join(import.meta.dirname, 'node_modules');
const project = join(root, '.octavo/bench/workspace');
const node = process.execPath;
const octavo = join(project, 'node_modules/octavo/bin/octavo.js');
const openapiTypescript = join(peers, 'openapi-typescript/bin/cli.js');
const heyApi = join(peers, '@hey-api/openapi-ts/bin/run.js');

function prepare(): void {
  const tarballs = pack(join(root, '.octavo/bench/pack'));
  install(project, { octavo: tarballs.generator, '@octavo/runtime': tarballs.runtime });
  writeProject(project, { statements: undefined });
  for (const id of ids) {
    const options = {
      input: join(project, 'specs', `${id}.yaml`),
      output: join(project, 'hey', id),
      plugins: ['@hey-api/typescript', '@hey-api/sdk', 'zod', '@hey-api/client-fetch'],
      logs: { level: 'silent', file: false },
    };
    writeFileSync(join(project, `hey-${id}.mjs`), `export default ${JSON.stringify(options)};\n`);
  }
  // Runs a command for each document, so that a peer starts one process per document, as it would from a shell.
  writeFileSync(
    join(project, 'each.mjs'),
    `import { spawnSync } from 'node:child_process';
for (const id of ${JSON.stringify(ids)}) {
  const { status, stderr } = spawnSync(process.execPath, process.argv.slice(2).map((argument) => argument.replaceAll('ID', id)), { encoding: 'utf8' });
  if (status !== 0) { console.error(stderr); process.exit(1); }
}
`,
  );
}

function mustExist(files: readonly string[]): () => void {
  return () => {
    for (const file of files) if (!existsSync(join(project, file))) throw new Error(`${file} was not written`);
  };
}

function generationCommands(): Command[] {
  const empty = (): void => {
    for (const folder of ['generated', '.octavo', 'hey', 'types']) rmSync(join(project, folder), { recursive: true, force: true });
  };
  return [
    {
      name: `openapi-typescript, ${ids.length} runs (types only)`,
      run: [node, 'each.mjs', openapiTypescript, 'specs/ID.yaml', '-o', 'types/ID.ts'],
      cwd: project,
      reset: empty,
      check: mustExist(ids.map((id) => `types/${id}.ts`)),
    },
    {
      name: 'octavo generate (everything)',
      run: [node, octavo, 'generate'],
      cwd: project,
      reset: empty,
      check: mustExist(ids.flatMap((id) => ['types.ts', 'client.ts', 'server.ts', 'schema.ts'].map((file) => `generated/${id}/${file}`))),
    },
    {
      name: `hey-api, ${ids.length} runs (types, sdk, zod)`,
      run: [node, 'each.mjs', heyApi, '-f', 'hey-ID.mjs'],
      cwd: project,
      reset: empty,
      check: mustExist(ids.map((id) => `hey/${id}/types.gen.ts`)),
    },
  ];
}

/** The line to edit, how, and the files that must show it. */
interface Edit {
  readonly name: string;
  apply(text: string, word: string): string;
  readonly files: readonly string[];
}

const edits: readonly Edit[] = [
  {
    name: 'a field of a schema renamed',
    apply: (text, word) => {
      const schemas = text.indexOf('\n  schemas:\n');
      return text.slice(0, schemas) + text.slice(schemas).replace(/^( {8})([a-z_]+): (\{ type: string|\n)/m, `$1${word}: $3`);
    },
    files: ['types.ts', 'validators.ts', 'schema.ts'],
  },
  {
    name: 'an operation renamed',
    apply: (text, word) => text.replace(/^( {6}operationId: )\w+$/m, `$1${word}`),
    files: ['operations.ts', 'client.ts', 'server.ts', 'schema.ts'],
  },
];

/** Milliseconds from a save to the last file on disk, without and with `schema.ts`; medians. */
async function watch(count: number): Promise<Map<Edit, { own: number; all: number }>> {
  rmSync(join(project, 'generated'), { recursive: true, force: true });
  const path = join(project, 'specs', `${largest}.yaml`);
  const original = readFileSync(path, 'utf8');
  const folder = join(project, 'generated', largest);
  const child = start([octavo, 'generate', '--watch'], { cwd: project, stdio: 'ignore' });
  const found = new Map<Edit, { own: number; all: number }>();
  try {
    const shows = (name: string, word: string): boolean => textOf(folder, name).includes(word);
    await until(() => ids.every((id) => existsSync(join(project, 'generated', id, 'schema.ts'))), child);
    await pause(1500);
    for (const edit of edits) {
      const own: number[] = [];
      const all: number[] = [];
      for (let round = 0; round < rounds(count); round++) {
        const word = `octavoBench${edits.indexOf(edit)}x${round}`;
        const edited = edit.apply(original, word);
        if (edited === original) throw new Error(`the edit did not change ${largest}`);
        const saved = performance.now();
        writeFileSync(path, edited);
        await until(() => edit.files.every((file) => file === 'schema.ts' || shows(file, word)), child);
        own.push(performance.now() - saved);
        await until(() => shows('schema.ts', word), child);
        all.push(performance.now() - saved);
        await pause(400);
      }
      found.set(edit, { own: median(own), all: median(all) });
    }
  } finally {
    writeFileSync(path, original);
    await end(child);
  }
  return found;
}

/** The text of all generated files of this name: where output is split by tag, each tag's folder has one. */
function textOf(folder: string, file: string): string {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === file)
    .map((path) => {
      try {
        return readFileSync(join(folder, path), 'utf8');
      } catch {
        // The file is being written.
        return '';
      }
    });
  return texts.join('\n');
}

const STRICT = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Runs the compilers over the whole output of hey-api, the reference, and over ours. Both were generated before. */
function compilers(): string {
  const folders = { hey: join(project, 'check-hey'), octavo: join(project, 'check-octavo') };
  for (const folder of Object.values(folders)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  cpSync(join(project, 'kept-hey'), join(folders.hey, 'out'), { recursive: true });
  cpSync(join(project, 'kept-generated'), join(folders.octavo, 'out'), { recursive: true });
  symlinkSync(peers, join(folders.hey, 'node_modules'));
  symlinkSync(join(project, 'node_modules'), join(folders.octavo, 'node_modules'));
  // hey-api's output has imports without file extensions by default, hence `Bundler`; the types and the work are the same.
  const bundler = { ...STRICT, module: 'ESNext', moduleResolution: 'Bundler', exactOptionalPropertyTypes: false };
  writeFileSync(join(folders.hey, 'tsconfig.json'), JSON.stringify({ compilerOptions: bundler, include: ['out'] }));
  writeFileSync(join(folders.octavo, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['out'] }));
  return [
    { name: 'TypeScript 7', tsc: join(root, 'node_modules/typescript/bin/tsc'), count: 7 },
    { name: 'TypeScript 5.9', tsc: join(root, 'generator/node_modules/typescript/bin/tsc'), count: 3 },
  ]
    .map(({ name, tsc, count }) => {
      const run = (folder: string): readonly string[] => [node, '--max-old-space-size=8192', tsc, '-p', folder];
      const commands: Command[] = [
        { name: "hey-api's output (types, sdk, zod)", run: run(folders.hey), cwd: folders.hey },
        { name: 'the whole of generated/', run: run(folders.octavo), cwd: folders.octavo },
      ];
      return table(`${name} over the output for all documents, strict`, interleave(commands, count));
    })
    .join('\n');
}

function keep(from: string, to: string): void {
  rmSync(join(project, to), { recursive: true, force: true });
  cpSync(join(project, from), join(project, to), { recursive: true });
}

async function workspace(): Promise<string> {
  prepare();
  const commands = generationCommands();
  const timings = interleave(commands, 5);
  keep('hey', 'kept-hey');
  const types = interleave(
    [{ name: 'types', run: [node, openapiTypescript, `specs/${largest}.yaml`, '-o', 'types/one.ts'], cwd: project }],
    5,
  );
  const reference = types[0]?.median ?? Number.NaN;
  const watched = await watch(7);
  keep('generated', 'kept-generated');
  return [
    table(`Generation, all ${ids.length} documents, cold`, timings),
    `### Watch: one line of ${largest}.yaml edited, all ${ids.length} documents watched`,
    '',
    `For comparison, the openapi-typescript command line takes ${reference.toFixed(0)} ms for that file alone, cold.`,
    '',
    '| edit | to types, validators, client and server, ms | × openapi-typescript | and `schema.ts`, ms |',
    '|---|---:|---:|---:|',
    ...[...watched].map(
      ([{ name }, { own, all }]) => `| ${name} | ${own.toFixed(0)} | ${(own / reference).toFixed(2)} | ${all.toFixed(0)} |`,
    ),
    '',
    compilers(),
  ].join('\n');
}

console.log(await workspace());
