// Checks the README and the other pages: runs their code blocks and commands, and resolves npm scripts and links.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { npmEnvironment } from '../../scripts/pack.ts';
import { byEffort, IS_DEEP } from '../support/effort.ts';
import { fencesOf } from '../support/fences.ts';
import { packed } from '../support/packed.ts';
import { checkProject, typesIn } from '../support/type-check.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scratch = join(root, '.octavo/tmp/readme');
const scripts = scriptsOf(root);

function blocks(text: string, language: string): string[] {
  return fencesOf(text)
    .filter((fence) => fence.language === language)
    .map((fence) => fence.text);
}

test('the example runs and prints what the text says', () => {
  mkdirSync(scratch, { recursive: true });
  const [code = ''] = blocks(readme, 'ts');
  writeFileSync(join(scratch, 'ten-lines.ts'), code);
  const result = spawnSync(process.execPath, [join(scratch, 'ten-lines.ts')], { cwd: root, encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(result.stdout).toMatch(/^42 https:\/\/example\.com\/mira\.png .*\/verified_email/);
});

test('the example type-checks in strict mode', () => {
  mkdirSync(scratch, { recursive: true });
  const [code = ''] = blocks(readme, 'ts');
  writeFileSync(join(scratch, 'ten-lines.ts'), code);
  // The compiler reads the declarations of the packages, as that of a user does.
  const paths = typesIn(packed().folder, ['runtime', 'generated']);
  expect(checkProject(scratch, { compilerOptions: { paths }, include: ['ten-lines.ts'] })).toBe('');
});

test('npm start starts, answers at its address, and ends on Ctrl-C', async () => {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
  // Each document goes the same way. All ten take three times as much of the processor as one.
  const documents = byEffort({ quick: ['specs/h-email.yaml'], deep: [] });
  const child = spawn('npm', ['start', '--', '--port', '0', ...documents], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  let url = '';
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  try {
    const address = () => /http:\/\/127\.0\.0\.1:\d+\/mock\/h-email\/v2/.exec(said)?.[0] ?? (child.exitCode === null ? '' : said);
    // It builds the documentation first, which takes long on a busy machine.
    await expect.poll(address, { timeout: 120_000 }).not.toBe('');
    const mock = address();
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
    await expect.poll(async () => (await fetch(`${mock}/account?api_key=x`)).status, { timeout: 120_000 }).toBe(200);
    const portal = await fetch(`${url}/`);
    expect(portal.status).toBe(200);
    expect(await portal.text()).toContain('<title>');
  } finally {
    // Like a terminal: to the whole foreground process group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
  }
  await ended;
  await expect(fetch(url)).rejects.toThrow();
});

// `test/packages/first-run.test.ts` installs them in each run.
test.runIf(IS_DEEP)('on your own document: the packed packages install in a project and generate there, as the README says', () => {
  const [, section = ''] = readme.split('\n## On your own document\n');
  const [packing = '', generating = ''] = blocks(section, 'sh');
  const folder = mkdtempSync(join(tmpdir(), 'octavo-readme-'));
  const run = (command: string, cwd: string): string => {
    const result = spawnSync(command, { cwd, shell: true, encoding: 'utf8', env: npmEnvironment() });
    expect(result.status, `${command}\n${result.stdout}${result.stderr}`).toBe(0);
    return result.stdout;
  };
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(
      join(folder, 'openapi.yaml'),
      "openapi: 3.1.0\ninfo: { title: Own, version: '1' }\npaths:\n  /ping:\n    get: { responses: { '204': { description: Alive. } } }\n",
    );
    expect(packing).toBe('npm run pack\n');
    const installs = packed().printed.match(/^ +npm install .*$/gm) ?? [];
    expect(installs).toHaveLength(1);
    for (const install of installs) run(install, folder);
    run(generating, folder);
    expect(existsSync(join(folder, 'api/openapi/client.ts'))).toBe(true);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(['@octavo/runtime', 'octavo']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('every npm script and octavo command that the guides name exists', () => {
  const help = spawnSync(process.execPath, [join(root, 'generator/bin/octavo.js'), '--help'], { cwd: root, encoding: 'utf8' }).stdout;
  for (const file of guides()) {
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/`(?:[^`]*\bnpm run ([a-z:]+))/g))
      expect([...scripts, ...scriptsOf(dirname(file))], file).toContain(name);
    for (const [, name = ''] of text.matchAll(/`(?:npx )?octavo ([a-z]+)/g))
      expect(help, `${file} names octavo ${name}`).toMatch(new RegExp(`^\\s+${name}\\b`, 'm'));
  }
  for (const block of blocks(readme, 'sh')) {
    for (const [, name = ''] of block.matchAll(/npm (start|test)/g)) expect(scripts).toContain(name);
  }
});

test('every relative link leads to a file, and to a heading in it', () => {
  for (const file of guides()) {
    for (const [, target = '', anchor] of readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const to = target === '' ? file : resolve(dirname(file), target);
      expect(existsSync(to), `${file} links to ${target}`).toBe(true);
      if (anchor !== undefined && to.endsWith('.md')) expect(anchors(to), `${file} links to ${target}`).toContain(anchor);
    }
  }
});

/** Anchors of a page's headings, by GitHub's rules. */
function anchors(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every file and folder that the pages name exists', () => {
  const path = /^(?:bench|docs|examples|generated|generator|redocly|runtime|scripts|specs|test)\/[\w./{},-]+$/;
  for (const file of guides()) {
    const prose = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
    const named = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name).filter((name) => path.test(name));
    for (const name of named.flatMap(alternatives)) expect(existsSync(join(root, name)), `${file} names ${name}`).toBe(true);
  }
});

/** `a/{b,c}.ts` names `a/b.ts` and `a/c.ts`. */
function alternatives(name: string): string[] {
  const [, before = '', inner, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return inner === undefined ? [name] : inner.split(',').map((part) => `${before}${part}${after}`);
}

/** Names of the npm scripts in a folder's `package.json`, if it has one. */
function scriptsOf(folder: string): string[] {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return [];
  return Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {});
}

/** Every Markdown page for people: in the root, `docs/`, the packages, `.github/` and the examples. */
function guides(): string[] {
  const folders = ['.', 'docs', 'docs/guides', 'generator', 'runtime', 'generated', '.changeset', '.github', '.github/ISSUE_TEMPLATE'];
  const examples = ['.', 'browser-client', 'hono-server', 'recipe-box', 'webhook-receiver'].map((name) => join('examples', name));
  return [...folders, ...examples].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(root, folder, name)),
  );
}
