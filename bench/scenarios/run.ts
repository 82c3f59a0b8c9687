// Takes public scenarios through generated clients and servers, and writes docs/public-scenarios.md: `npm run scenarios`. `--only <text>` takes the
// scenarios whose name has the text, and prints what went wrong.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Method } from './client.ts';
import { type CompiledDocument, compileFolder, scenarioFolders } from './compile.ts';
import { overlays, pagination } from './configuration.ts';
import { loadScenarios, packageVersion, startMock } from './packages.ts';
import { page, type Tried } from './page.ts';
import { reasonFor } from './reasons.ts';
import { type Generated, operationOf, tryApi, tryPages, type Verdict } from './try.ts';

const root = join(import.meta.dirname, '../..');
const work = join(root, '.octavo/bench/scenarios');

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

async function compileAll(): Promise<Map<string, CompiledDocument[]>> {
  const output = join(work, 'documents', packageVersion('http-specs'));
  const all = new Map<string, CompiledDocument[]>();
  for (const folder of scenarioFolders()) {
    // 3.2 has words for the events of a stream and for texts in XML; for the rest, 3.1 says the same.
    const version = folder.startsWith('streaming/') || folder === 'payload/xml' ? '3.2.0' : '3.1.0';
    all.set(folder, await compileFolder(folder, version, output));
  }
  return all;
}

function generateAll(documents: readonly CompiledDocument[]): void {
  mkdirSync(work, { recursive: true });
  const config = {
    documents: documents.map(({ name, file }) => ({ input: file, operations: pagination[name], overlays: overlays[name] })),
    out: join(work, 'generated'),
    importExtension: '.ts',
    formats: 'lenient',
  };
  writeFileSync(join(work, 'octavo.config.mjs'), `export default ${JSON.stringify(config, undefined, 2)};\n`);
  const done = spawnSync(process.execPath, [join(root, 'generator/bin/octavo.js'), 'generate'], { cwd: work, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`octavo generate failed:\n${done.stdout}${done.stderr}`);
  writeFileSync(join(work, 'generate.log'), `${done.stdout}${done.stderr}`);
}

async function loadGenerated(compiled: CompiledDocument): Promise<Generated> {
  const load = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
    (await import(pathToFileURL(join(work, 'generated', compiled.name, file)).href)) as Record<string, unknown>;
  const find = (exports: Readonly<Record<string, unknown>>, pattern: RegExp): unknown =>
    Object.entries(exports).find(([name]) => pattern.test(name))?.[1];
  const operations = await load('operations.ts');
  return {
    ...compiled,
    createClient: find(await load('client.ts'), /^create\w+Client$/) as (options: object) => Readonly<Record<string, Method>>,
    createServer: find(await load('server.ts'), /^create\w+Server$/) as Generated['createServer'],
    operations: Object.fromEntries(
      Object.entries(operations).filter(([, value]) => typeof value === 'object' && value !== null && 'path' in value),
    ) as unknown as Generated['operations'],
  };
}

const started = performance.now();
const compiled = await compileAll();
generateAll([...compiled.values()].flat());
const mockUrl = await startMock([...compiled.keys()]);

const verdicts: Tried[] = [];
for (const [folder, documents] of compiled) {
  const generated = await Promise.all(documents.map(loadGenerated));
  for (const [scenario, { apis, passCondition }] of Object.entries(await loadScenarios(folder))) {
    if (!scenario.includes(values.only)) continue;
    const [first] = generated;
    const paged =
      apis.length > 1 &&
      first !== undefined &&
      apis.slice(1).some(({ method, uri }) => operationOf(first, method, uri) === undefined) &&
      folder === 'payload/pageable';
    let verdict: Verdict = {};
    if (paged) verdict = await tryPages(generated, apis, mockUrl);
    // Where keys count, a request that is refused has none.
    else
      for (const api of apis.filter(({ response }) => passCondition !== 'by-key' || response.status < 400))
        verdict = { ...(await tryApi(generated, api, mockUrl, scenario)), ...verdict };
    verdicts.push({ folder, scenario, verdict });
  }
}

let unexplained = 0;
for (const { scenario, verdict } of verdicts) {
  for (const end of ['client', 'server'] as const) {
    const fault = verdict[end];
    if (fault === undefined) continue;
    const reason = reasonFor(scenario, end);
    if (reason === undefined) unexplained++;
    if (reason === undefined || values.only !== '') console.log(`${scenario}, ${end}: ${fault}`);
  }
}
const passed = (end: 'client' | 'server') => verdicts.filter(({ verdict }) => verdict[end] === undefined).length;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${verdicts.length} scenarios in ${seconds} s: client ${passed('client')}, server ${passed('server')}; ${unexplained} without a reason`,
);
if (values.only === '') {
  const file = join(root, 'docs/public-scenarios.md');
  writeFileSync(file, page(verdicts));
  console.log(`Wrote ${file}.`);
}
// The mock has no way to be closed.
process.stdout.write('', () => process.exit(unexplained === 0 ? 0 : 1));
