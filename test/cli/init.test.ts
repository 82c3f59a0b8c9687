// `octavo init`: what it writes into which project, and that `generate`, `scaffold` and `dev` work there at once.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../generate/project.ts';
import { root } from '../support/documents.ts';
import { startProgram } from '../support/program.ts';
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

describe('in what `npm init -y` makes', () => {
  beforeEach(() => {
    project.put('package.json', `${JSON.stringify(npmInit, undefined, 2)}\n`);
    mkdirSync(path.join(project.root, 'node_modules/@octavo'), { recursive: true });
    symlinkSync(path.join(root, 'generator'), path.join(project.root, 'node_modules/octavo'));
    symlinkSync(path.join(root, 'runtime'), path.join(project.root, 'node_modules/@octavo/runtime'));
  });

  test('`generate`, `scaffold` and the scaffolded server work', async () => {
    expect((await run('init')).stderr).toContain('created  package.json (type: module; scripts: generate, dev, generate:check)\n');
    const { type, scripts, main } = JSON.parse(read('package.json'));
    expect([type, main, Object.keys(scripts)]).toEqual(['module', 'index.js', ['test', 'generate', 'dev', 'generate:check']]);
    expect(await run('generate')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Warning') });
    expect(await run('scaffold openapi')).toMatchObject({ code: 0, stderr: 'Added 1 handler.\n' });
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
    expect(read('example.ts')).toContain("createNotesClient({ baseUrl: 'http://127.0.0.1:4001/mock/openapi' })");
    expect(read('.gitignore')).toBe('node_modules/\n.octavo/\n');
    // Without a mock, the call gets as far as the network. Nothing listens at port 9.
    project.put('example.ts', read('example.ts').replace(':4001', ':9'));
    const { stderr: failure } = await startProgram(process.execPath, ['example.ts'], { cwd: project.root }).outcome;
    expect(failure).toContain('TransportError');
    project.put('own/tsconfig.json', '{}');
    project.put('own/package.json', '{ "type": "module" }');
    expect((await run('init own --example')).stderr).toContain('  npx tsx example.ts ');
  });

  test('`dev` starts', async () => {
    await run('init');
    const dev = startProgram(process.execPath, [bin, 'dev', '--port', '0', '--no-open'], { cwd: project.root });
    const { code, stdout } = await dev
      .printed(/Ready in/)
      .finally(() => void dev.stop())
      .then(() => dev.outcome);
    expect(code).toBe(130);
    expect(stdout).toMatch(/openapi +http:\/\/127\.0\.0\.1:\d+\/mock\/openapi/);
  });

  test('sources that are CommonJS keep their type: the configuration is a .mts file, and the output says what to do', async () => {
    project.put('lib/index.js', 'module.exports = 1;\n');
    const { code, stderr } = await run('init');
    expect([code, stderr]).toEqual([0, expect.stringContaining('package.json has `"type": "commonjs"`')]);
    expect(JSON.parse(read('package.json')).type).toBe('commonjs');
    expect(await run('generate')).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Warning') });
    expect(read('octavo.config.mts')).toContain('defineConfig');
  });

  test('sources of other packages do not count', async () => {
    project.put('examples/other/package.json', '{}');
    project.put('examples/other/index.js', '');
    await run('init');
    expect(JSON.parse(read('package.json')).type).toBe('module');
  });

  test('a configuration that Node.js takes for CommonJS is refused with what to change', async () => {
    project.put('octavo.config.ts', "export default { documents: ['openapi.yaml'] };\n");
    const { code, stderr } = await run('generate');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('It is an ES module: set `"type": "module"` in package.json, or rename it to `octavo.config.mts`.'),
    ]);
  });
});
