// `octavo init`: what it writes into which project, and that `generate`, `scaffold` and `dev` work there at once.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { notes, type Scratch, scratch } from '../generate/project.ts';
import { root } from '../support/documents.ts';
import { IS_DEEP, sampleOf } from '../support/effort.ts';
import { packed } from '../support/packed.ts';
import { startProgram } from '../support/program.ts';
import { compile } from '../support/type-check.ts';
import { bin, octavo } from './run.ts';

let project: Scratch;
beforeEach(() => {
  project = scratch();
  // The search for a configuration ends at a repository.
  project.put('.git/HEAD', '');
});
afterEach(() => project.remove());

const run = (args: string) => octavo(args.split(' '), { cwd: project.root });
const read = (name: string): string => readFileSync(path.join(project.root, name), 'utf8');

test('init writes what is missing, and a second time nothing', async () => {
  project.put('package.json', '{\n\t"name": "mine",\n\t"scripts": { "dev": "mine" }\n}\n');
  const result = await run('init');
  expect(result.code).toBe(0);
  const manifest = read('package.json');
  expect(manifest).toContain('\n\t"name": "mine"');
  expect(JSON.parse(manifest).scripts).toEqual({ dev: 'mine', generate: 'octavo generate', 'generate:check': 'octavo generate --check' });
  const before = read('openapi.yaml');
  expect((await run('generate openapi.yaml --config none')).code).toBe(2);
  project.put('octavo.config.ts', "export default { documents: ['openapi.yaml'] };\n");
  expect((await run('generate')).code).toBe(0);
  const again = JSON.parse((await run('init --json')).stdout);
  expect(again).toMatchObject({ ok: true, created: [] });
  expect(read('openapi.yaml')).toBe(before);
  project.put('package.json', '{');
  expect(await run('init')).toMatchObject({ code: 2 });
});

test('what init writes has no lint findings and suits the project, and a second run names what it kept', async () => {
  expect((await run('init')).code).toBe(0);
  const written = read('octavo.config.ts');
  expect(written).toContain("importExtension: '.ts'");
  expect((await run('init')).stderr).toContain('octavo.config.ts');
  project.put('octavo.config.ts', "export default { documents: ['openapi.yaml'] };\n");
  const lint = await run('lint --json');
  expect(JSON.parse(lint.stdout)).toMatchObject({ ok: true, redocly: { totals: { errors: 0, warnings: 0 } } });
  project.put('compiled/tsconfig.json', '{}');
  expect((await run('init compiled')).code).toBe(0);
  expect(read('compiled/octavo.config.ts')).toContain("importExtension: '.js'");
});

const library = `openapi: 3.1.1
info: { title: Lantern Street, version: "1" }
servers: [{ url: https://library.example/v1 }]
security: [{ card: [] }]
paths:
  /books/{isbn}:
    get:
      operationId: findBook
      parameters:
        - { name: isbn, in: path, required: true, schema: { type: string }, example: "978" }
        - { name: copies, in: query, schema: { type: integer }, example: 2 }
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object } } } }
components: { securitySchemes: { card: { type: http, scheme: bearer } } }
`;

/** What `npm init -y` writes, from npm 11 on. */
const npmInit = {
  name: 'mine',
  version: '1.0.0',
  description: '',
  main: 'index.js',
  scripts: { test: 'echo "Error: no test specified" && exit 1' },
  keywords: [],
  author: '',
  license: 'ISC',
  type: 'commonjs',
};

/** Links the packages into the project, as they are published: to check their sources takes the compiler several times as long. */
function installed(): void {
  const { folder } = packed();
  for (const folder of ['@octavo', '@types']) mkdirSync(path.join(project.root, 'node_modules', folder), { recursive: true });
  symlinkSync(path.join(folder, 'generator'), path.join(project.root, 'node_modules/octavo'));
  symlinkSync(path.join(folder, 'runtime'), path.join(project.root, 'node_modules/@octavo/runtime'));
  symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(project.root, 'node_modules/@types/node'));
}

/** What the TypeScript compiler says about the project, by its own tsconfig.json. */
function compiled(...args: readonly string[]): string {
  return compile(args, project.root);
}

/** Runs an example without a mock, which gets as far as the network: nothing listens at port 9. */
async function failureOf(example: string): Promise<string> {
  const env = { ...process.env, MOCK_URL: 'http://127.0.0.1:9' };
  return (await startProgram(process.execPath, [example], { cwd: project.root, env }).outcome).stderr;
}

const COMMON_JS = [
  ['commonjs', 'NodeNext'],
  [undefined, 'Preserve'],
] as const;
describe.each(sampleOf(COMMON_JS, 1))('in a project of CommonJS files whose package.json has the type %s', (type, module) => {
  beforeEach(() => {
    project.put('package.json', JSON.stringify({ name: 'mine', type }));
    project.put('lib/index.js', "module.exports = Object.keys(require('../generated/openapi/index.ts'));\n");
    project.put('lib/main.ts', type === undefined ? 'export const one = await Promise.resolve(1);\n' : '');
    installed();
  });

  test('what init writes compiles by the tsconfig.json that it writes, runs, and CommonJS files can require it', async () => {
    const { code, stderr } = await run('init --example');
    expect([code, stderr]).toEqual([0, expect.stringContaining('  node example.mts ')]);
    expect(JSON.parse(read('package.json')).type).toBe(type);
    expect(read('tsconfig.json')).toContain(`"module": "${module}"`);
    expect(existsSync(path.join(project.root, 'octavo.config.mts'))).toBe(true);
    expect(compiled('-p', '.')).toBe('');
    const failure = await failureOf('example.mts');
    expect(failure).toContain('TransportError');
    expect(failure).not.toContain('Warning');
    const required = spawnSync(process.execPath, ['-p', "require('./lib/index.js').includes('createNotesClient')"], {
      cwd: project.root,
      encoding: 'utf8',
    });
    expect(required.stdout, required.stderr).toBe('true\n');
    expect((await run('generate --check')).code).toBe(0);
  });
});

test('in a template of Vite, what init writes compiles and runs, though its tsconfig.json only refers to others', async () => {
  cpSync(path.join(import.meta.dirname, 'vite-template'), project.root, { recursive: true });
  project.put('package.json', JSON.stringify({ name: 'mine', private: true, type: 'module' }));
  project.put('vite.config.ts', 'export default {};\n');
  project.put(
    'src/main.ts',
    "import { createNotesClient } from '../generated/openapi/index.ts';\nconsole.log(await createNotesClient().getNote({ path: { id: 1 } }));\n",
  );
  installed();
  project.put('node_modules/vite/package.json', '{ "name": "vite" }');
  project.put('node_modules/vite/client.d.ts', 'export {};\n');
  const { code, stderr } = await run('init --example');
  expect([code, stderr]).toEqual([0, expect.stringContaining('  node example.ts ')]);
  expect(compiled('-b')).toBe('');
  expect(await failureOf('example.ts')).toContain('TransportError');
});

describe('in what `npm init -y` makes', () => {
  beforeEach(() => {
    project.put('package.json', `${JSON.stringify(npmInit, undefined, 2)}\n`);
    installed();
  });

  test('`generate`, `scaffold` and the scaffolded server work', async () => {
    expect((await run('init')).stderr).toContain('created  package.json (type: module; scripts: generate, dev, generate:check)\n');
    const { type, scripts, main } = JSON.parse(read('package.json'));
    expect([type, main, Object.keys(scripts)]).toEqual(['module', 'index.js', ['test', 'generate', 'dev', 'generate:check']]);
    expect(await run('generate')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Warning') });
    const { code, stderr: said } = await run('scaffold openapi');
    expect([code, said]).toEqual([
      0,
      [
        'Added 1 handler.',
        '',
        'Next:',
        '  node services/openapi/main.ts                starts the server at http://127.0.0.1:3000',
        '  node --test services/openapi/server.test.ts  tests it in memory',
        "  serve: 'services/openapi/dev.ts'             in octavo.config.ts has `npx octavo dev` run it beside the mock",
        '',
      ].join('\n'),
    ]);
    // Its test needs no package that is not installed.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const tested = spawnSync(process.execPath, ['--test', 'services/openapi/server.test.ts'], { cwd: project.root, env, encoding: 'utf8' });
    expect([tested.status, tested.stdout]).toEqual([0, expect.stringContaining('pass 1')]);
    const server = startProgram(process.execPath, ['services/openapi/main.ts'], {
      cwd: project.root,
      env: { ...process.env, PORT: '0' },
    });
    let stderr = '';
    try {
      const [, url] = await server.printed(/ is at (\S+)/);
      expect(await (await fetch(`${url}/notes/1`)).json()).toEqual({ id: 1, text: 'Buy milk' });
    } finally {
      ({ stderr } = await server.stop());
    }
    expect(stderr).not.toContain('Warning');
  });

  test('the documents of the folder are found, and the next steps are those that are not done', async () => {
    project.put('api/orders.yaml', '# Orders.\nopenapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n');
    project.put('pets.json', JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: {} }));
    for (const other of ['node_modules/other/openapi.yaml', '.cache/openapi.yaml']) project.put(other, 'openapi: 3.1.0\n');
    project.put('notes.yaml', 'title: No document\n');
    const { stdout } = await run('init --json');
    expect(read('octavo.config.ts')).toContain("documents: ['api/orders.yaml', 'pets.json'],");
    const { kept, next } = JSON.parse(stdout);
    expect(kept).toEqual(['api/orders.yaml', 'pets.json']);
    expect(next.slice(1)).toEqual(['npx octavo dev']);
    expect(next[0]).not.toContain('@octavo/runtime');
  });

  test('--example writes a typed call to the mock that compiles and runs, and generates what it imports', async () => {
    const { code, stderr } = await run('init --example');
    expect([code, stderr]).toEqual([0, expect.stringContaining('  node example.ts ')]);
    expect(read('example.ts')).toContain("createNotesClient({ baseUrl: process.env.MOCK_URL ?? 'http://127.0.0.1:4001/mock/openapi' })");
    expect(read('.gitignore')).toBe('node_modules/\n.octavo/\n');
    expect(await failureOf('example.ts')).toContain('TransportError');
    project.put('own/tsconfig.json', '{}');
    project.put('own/package.json', '{ "type": "module" }');
    const own = await run('init own --example');
    // What runs it is installed before it is run.
    expect(own.stderr).toMatch(/ {2}npm i -D .*\btsx {2}.*\n.*\n {2}npx tsx example\.ts /);
  });

  test('the example calls the mock at the port of the configuration', async () => {
    project.put('octavo.config.mts', "export default { documents: ['openapi.yaml'], dev: { port: 5100 } };\n");
    project.put('openapi.yaml', notes());
    await run('init --example');
    expect(read('example.ts')).toContain("process.env.MOCK_URL ?? 'http://127.0.0.1:5101/mock/openapi'");
  });

  test('the last lines are the document of the project as a client, a server and a mock', async () => {
    project.put('library.yaml', library);
    const { stderr } = await run('init');
    expect(stderr).toContain(
      [
        "Lantern Street, from './generated/library/index.ts':",
        "  client  await createLibraryClient({ credentials: { card: process.env.CARD ?? '' } }).findBook({ path: { isbn: '978' }, query: { copies: 2 } })",
        '  server  npx octavo scaffold library',
        "  mock    curl 'http://127.0.0.1:4001/mock/library/v1/books/978?copies=2' -H ",
      ].join('\n'),
    );
    const { uses } = JSON.parse((await run('init --json')).stdout);
    expect(uses).toMatchObject({ module: './generated/library/index.ts', server: 'npx octavo scaffold library' });
  });

  // `test/dev` starts it in each run, and `test/packages/first-run.test.ts` in a project that was made so.
  test.runIf(IS_DEEP)('`dev` starts, and runs what was scaffolded', async () => {
    await run('init');
    await run('generate');
    await run('scaffold openapi');
    const config = read('octavo.config.ts');
    project.put('octavo.config.ts', config.replace("  out: 'generated',", "  out: 'generated',\n  serve: 'services/openapi/dev.ts',"));
    const dev = startProgram(process.execPath, [bin, 'dev', '--port', '0', '--no-open'], { cwd: project.root });
    const { code, stdout } = await dev
      .printed(/Ready in/)
      .finally(() => void dev.stop())
      .then(() => dev.outcome);
    expect(code).toBe(130);
    expect(stdout).toMatch(/openapi +http:\/\/127\.0\.0\.1:\d+ {2}\(live\)\n +http:\/\/127\.0\.0\.1:\d+\/mock\/openapi/);
  });

  test('compiled to CommonJS with `verbatimModuleSyntax`: the output says what to change', async () => {
    project.put('lib/index.ts', '');
    project.put('tsconfig.base.json', '// Comments are allowed.\n{ "compilerOptions": { "verbatimModuleSyntax": true, }, }\n');
    project.put('tsconfig.json', '{ "extends": "./tsconfig.base" }');
    const { code, stderr } = await run('init');
    expect([code, stderr]).toEqual([0, expect.stringContaining('tsconfig.json has `verbatimModuleSyntax`')]);
    expect(stderr).toContain('Write `"type": "module"` into package.json');
  });

  test('sources of other packages do not count', async () => {
    project.put('examples/other/package.json', '{}');
    project.put('examples/other/index.js', '');
    await run('init');
    expect(JSON.parse(read('package.json')).type).toBe('module');
  });

  test('a configuration that Node.js takes for CommonJS is refused with what to change', async () => {
    project.put('octavo.config.ts', "export default { documents: ['openapi.yaml'] };\n");
    const { code, stderr } = await octavo(['generate'], { cwd: project.root });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('It is an ES module: set `"type": "module"` in package.json, or rename it to `octavo.config.mts`.'),
    ]);
  });
});
