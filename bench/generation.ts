// Generation against the peers: whole processes on the same document, a small and a large one, cold and in watch.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pack } from '../scripts/pack.ts';
import { large, root } from './documents.ts';
import { rounds } from './effort.ts';
import { type Command, interleave, median, table } from './measure.ts';
import { end, pause, start, until } from './processes.ts';

const peers = join(import.meta.dirname, 'node_modules');
const project = join(root, '.octavo/bench/project');
const node = process.execPath;

/** Throws where a command did not write these files: one that does nothing would be the fastest. */
function mustExist(folder: string, names: readonly string[]): () => void {
  return () => {
    const found = readdirSync(folder, { recursive: true }).map(String);
    for (const name of names) {
      const path = found.find((file) => file.endsWith(name));
      if (path === undefined || statSync(join(folder, path)).size === 0) throw new Error(`${name} was not written to ${folder}`);
    }
  };
}

function commands(document: string): Command[] {
  const out = (name: string): string => join(project, 'out', name);
  const empty = (name: string) => (): void => {
    rmSync(out(name), { recursive: true, force: true });
    rmSync(join(project, '.octavo'), { recursive: true, force: true });
    mkdirSync(out(name), { recursive: true });
  };
  const octavo = join(project, 'node_modules/octavo/bin/octavo.js');
  writeFileSync(
    join(project, 'orval.config.json'),
    JSON.stringify({ api: { input: document, output: { target: join(out('orval'), 'api.ts'), client: 'fetch' } } }),
  );
  writeFileSync(
    join(project, 'hey.config.mjs'),
    `export default { input: ${JSON.stringify(join(project, document))}, output: ${JSON.stringify(out('hey-api'))}, plugins: ['@hey-api/typescript', '@hey-api/sdk', 'zod', '@hey-api/client-fetch'], logs: { level: 'silent', file: false } };\n`,
  );
  return [
    {
      name: 'openapi-typescript (types only)',
      run: [node, join(peers, 'openapi-typescript/bin/cli.js'), document, '-o', join(out('openapi-typescript'), 'schema.ts')],
      cwd: project,
      reset: empty('openapi-typescript'),
      check: mustExist(out('openapi-typescript'), ['schema.ts']),
    },
    {
      name: 'octavo (everything)',
      run: [node, octavo, 'generate', document, '--out', 'out/octavo'],
      cwd: project,
      reset: empty('octavo'),
      check: mustExist(out('octavo'), ['types.ts', 'validators.ts', 'operations.ts', 'client.ts', 'server.ts', 'schema.ts']),
    },
    {
      name: 'octavo --no-schema',
      run: [node, octavo, 'generate', document, '--out', 'out/octavo-no-schema', '--no-schema'],
      cwd: project,
      reset: empty('octavo-no-schema'),
      check: mustExist(out('octavo-no-schema'), ['types.ts', 'validators.ts', 'operations.ts', 'client.ts', 'server.ts']),
    },
    {
      name: 'hey-api (types, sdk, zod)',
      run: [node, join(peers, '@hey-api/openapi-ts/bin/run.js'), '-f', join(project, 'hey.config.mjs')],
      cwd: import.meta.dirname,
      reset: empty('hey-api'),
      check: mustExist(out('hey-api'), ['types.gen.ts']),
    },
    {
      name: 'orval (fetch)',
      run: [node, join(peers, 'orval/dist/bin/orval.mjs'), '--config', join(project, 'orval.config.json')],
      cwd: project,
      reset: empty('orval'),
      check: mustExist(out('orval'), ['api.ts']),
    },
  ];
}

/** From a save of the document to the last generated file on disk, in a running `octavo generate --watch`. Milliseconds, median of `count` rounds. */
async function watch(document: string, count: number): Promise<number> {
  const folder = join(project, 'out/watch');
  rmSync(folder, { recursive: true, force: true });
  const path = join(project, document);
  const original = readFileSync(path, 'utf8');
  const octavo = join(project, 'node_modules/octavo/bin/octavo.js');
  const child = start([octavo, 'generate', document, '--out', 'out/watch', '--watch'], { cwd: project, stdio: 'ignore' });
  const id = document.replace(/\.\w+$/, '');
  const stamp = (file: string): string => {
    try {
      return readFileSync(join(folder, id, file), 'utf8');
    } catch {
      return '';
    }
  };
  const files = ['types.ts', 'validators.ts', 'operations.ts', 'client.ts', 'server.ts', 'schema.ts', 'index.ts'];
  try {
    await until(() => files.every((file) => stamp(file) !== ''), child);
    await pause(1000);
    const times: number[] = [];
    for (let round = 0; round < rounds(count); round++) {
      const word = `octavoBench${round}x`;
      // A new schema at the head of the components: it shows in types, validators and schema.ts.
      const edited = original.replace(
        /^ {2}schemas:\n/m,
        (line) => `${line}    Bench: { type: object, properties: { ${word}: { type: string } } }\n`,
      );
      if (edited === original) throw new Error('the edit did not change the document');
      const saved = performance.now();
      writeFileSync(path, edited);
      await until(() => ['types.ts', 'validators.ts', 'schema.ts'].every((file) => stamp(file).includes(word)), child);
      times.push(performance.now() - saved);
      await pause(300);
    }
    return median(times);
  } finally {
    writeFileSync(path, original);
    await end(child);
  }
}

async function generation(): Promise<string> {
  const tarballs = pack(join(root, '.octavo/bench/pack'));
  install(project, { octavo: tarballs.generator, '@octavo/runtime': tarballs.runtime });
  cpSync(join(root, 'specs/h-email.yaml'), join(project, 'h-email.yaml'));
  cpSync(large.file, join(project, 'large.json'));

  const small = interleave(commands('h-email.yaml'), 7);
  const watched = await watch('h-email.yaml', 9);
  const reference = small[0]?.median ?? Number.NaN;
  return [
    table('Generation, small: h-email.yaml, cold', small),
    `In watch, from save to files written (schema.ts too): median ${watched.toFixed(0)} ms, ${(watched / reference).toFixed(2)} × the openapi-typescript CLI above.\n`,
    table(`Generation, large: ${large.title}, cold`, interleave(commands('large.json'), 3)),
  ].join('\n');
}

console.log(await generation());
