// Runs the command line: exit codes, stdout and stderr of every command; cases 30, 32, 33 and 100.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missingPackage } from '../../generator/base/missing-package.ts';
import manifest from '../../generator/package.json' with { type: 'json' };
import { config, notes, type Scratch, scratch } from '../generate/project.ts';
import { IS_DEEP, sampleOf } from '../support/effort.ts';
import { octavo, start } from './run.ts';

let project: Scratch;
beforeEach(() => {
  project = scratch();
  // The search for a configuration ends at a repository.
  project.put('.git/HEAD', '');
});
afterEach(() => project.remove());

const run = (args: string, env: NodeJS.ProcessEnv = {}) => octavo(args.split(' ').filter(Boolean), { cwd: project.root, env });
const snapshot = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));

describe('generate', () => {
  test('a document and an output folder are enough; a second run writes nothing and says so', async () => {
    project.put('specs/notes.yaml', notes());
    const first = await run('generate specs/notes.yaml --out generated');
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toContain('notes: 2 operations, 1 schema → generated/notes: 9 files written');
    for (const option of ['-o', '--output']) {
      expect((await run(`generate specs/notes.yaml ${option} other`)).code).toBe(0);
      expect(readdirSync(path.join(project.root, 'other/notes'))).toEqual(readdirSync(path.join(project.root, 'generated/notes')));
      rmSync(path.join(project.root, 'other'), { recursive: true });
    }
    expect((await run('generate --help')).stdout).not.toContain('--output');
    const second = await run('generate specs/notes.yaml --out generated');
    expect(second.code).toBe(0);
    expect(second.stderr).toContain('Nothing to write: the output is up to date.');
  });

  test('--check: 0 and no diff, then 1 and a diff on stdout', async () => {
    project.put('openapi.yaml', notes());
    expect((await run('generate')).code).toBe(0);
    expect(await run('generate --check')).toMatchObject({ code: 0, stdout: '' });
    project.put('openapi.yaml', notes().replace('One note', 'One nota'));
    const differs = await run('generate --check');
    expect(differs.code).toBe(1);
    expect(differs.stdout).toMatch(/^--- a\/generated\/openapi\//m);
    expect(differs.stdout).toMatch(/^\+.*One nota/m);
    const json = await run('generate --check --json');
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, exitCode: 1, documents: [{ id: 'openapi', status: 'different' }] });
  });

  test('an error is shown with its place, and nothing is written', async () => {
    project.put('openapi.yaml', notes().replace('#/components/schemas/Note', '../outside.yaml'));
    const result = await run('generate');
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/openapi\.yaml:\d+:\d+/);
    expect(existsSync(path.join(project.root, 'generated'))).toBe(false);
    const json = JSON.parse((await run('generate --json')).stdout);
    expect(json).toMatchObject({ ok: false, exitCode: 1, documents: [{ status: 'failed' }] });
    expect(json.documents[0].problems[0]).toMatchObject({
      severity: 'error',
      file: 'openapi.yaml',
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  test('case 18: 20,000 wrong merge keys are rejected quickly, and only some of them are printed', async () => {
    const merges = Array.from({ length: 20_000 }, (_, index) => `  k${index}: { <<: *a }`).join('\n');
    project.put('openapi.yaml', `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\nx-a:\n  a: &a text\n${merges}\n`);
    const result = await run('generate');
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr.match(/^error yaml-merge-key/gm)).toHaveLength(1);
    expect(result.stderr).toContain('… and 19999 more like it');
    expect(result.stderr.split('\n').length).toBeLessThan(20);
    expect(result.stderr).toContain('openapi: 20000 errors; nothing written.');
    expect(existsSync(path.join(project.root, 'generated'))).toBe(false);
    expect(JSON.parse((await run('generate --json')).stdout).documents[0].problems).toHaveLength(20_000);
  });

  test('the last lines say what is left out and what is dropped, and why; --strict makes each of them a failure', async () => {
    const withBrace = notes().replace('/tags:', '/tags/{:');
    const withServer = notes().replace('      tags: [Tags]', '      servers: [{ url: "https://{region}.example.com" }]');
    project.put('brace.yaml', withBrace);
    project.put('server.yaml', withServer);
    project.put('sound.yaml', notes());
    const lastLines = async (args: string): Promise<unknown[]> => {
      const { code, stderr } = await run(`generate ${args} --no-schema`);
      return [code, ...stderr.trimEnd().split('\n').slice(-3)];
    };
    const brace = '  Left out: 1 operation: the path has a brace without its other half. Write %7B or %7D for the character';
    const server = '  Dropped from what is generated: 1 server: The server URL uses the variable `{region}`, which is not declared';
    expect(await lastLines('brace.yaml')).toEqual([
      0,
      'brace: 1 operation, 1 schema → generated/brace: 7 files written',
      brace,
      'Wrote the output of 1 document.',
    ]);
    expect(await lastLines('server.yaml')).toEqual([
      0,
      'server: 2 operations, 1 schema → generated/server: 7 files written',
      server,
      'Wrote the output of 1 document.',
    ]);
    expect(await lastLines('brace.yaml --strict')).toEqual([
      1,
      'brace: 1 operation would be left out, which `--strict` does not allow; nothing written; generated/brace keeps the last good output.',
      brace,
      '1 of 1 document failed.',
    ]);
    expect(await lastLines('server.yaml --strict')).toEqual([
      1,
      'server: 1 server would be left out, which `--strict` does not allow; nothing written; generated/server keeps the last good output.',
      server,
      '1 of 1 document failed.',
    ]);
    expect(await lastLines('sound.yaml --strict')).toEqual([
      0,
      'sound: 2 operations, 1 schema → generated/sound: 7 files written',
      'Wrote the output of 1 document.',
    ]);
    const { documents } = JSON.parse((await run('generate brace.yaml --no-schema --json')).stdout);
    expect(documents[0]).toMatchObject({
      leftOut: [{ part: 'operation', count: 1, reason: expect.stringContaining('brace') }],
      dropped: [],
    });
  });

  test('filters by tag, path and id', async () => {
    project.put('openapi.yaml', notes());
    const result = await run('generate --include tag:Notes --include id:listTags --exclude path:/tags* --json');
    expect(JSON.parse(result.stdout).documents[0].operations).toBe(1);
    expect(await run('generate --include Notes')).toMatchObject({ code: 2 });
  });

  for (const out of ['/', '~', '.', '..']) {
    test(`case 30: --out ${out}`, async () => {
      project.put('openapi.yaml', notes());
      const place = out === '~' ? (process.env.HOME ?? '/root') : out;
      const result = await octavo(['generate', '--out', place], { cwd: project.root });
      expect(result.code).toBe(2);
      expect(result.stderr).toContain('Octavo does not write to');
      expect(readdirSync(project.root).sort()).toEqual(['.git', 'openapi.yaml']);
    });
  }

  test('case 32: locale, time zone, folder and the order of the environment make no difference', async () => {
    const words = notes(
      'Istanbul İIıi Äpfel',
      '    istanbul: { type: string }\n    ISTANBUL: { type: string }\n    Äpfel: { type: string }\n',
    );
    const outputs: Record<string, string>[] = [];
    for (const [folder, env] of [
      ['one', { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati', ZZ: '1', AA: '2' }],
      ['an other/deeper', { AA: '2', ZZ: '1', LC_ALL: 'C', LANG: 'C', TZ: 'America/Anchorage' }],
    ] as const) {
      project.put(`${folder}/specs/a.yaml`, words);
      const cwd = path.join(project.root, folder);
      expect(await octavo(['generate', 'specs/a.yaml', '--out', 'out'], { cwd, env })).toMatchObject({ code: 0 });
      outputs.push(snapshot(path.join(cwd, 'out/a')));
    }
    expect(outputs[0]).toEqual(outputs[1]);
    expect(Object.keys(outputs[0] ?? {})).toContain('schema.ts');
  });

  test('case 33: two runs at once both succeed', async () => {
    project.put('openapi.yaml', notes());
    const results = await Promise.all([run('generate'), run('generate')]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect((await run('generate --check')).code).toBe(0);
  });

  test('case 33, case 100: output that cannot be written is exit 3, and says where', async () => {
    project.put('openapi.yaml', notes());
    expect((await run('generate')).code).toBe(0);
    const before = snapshot(path.join(project.root, 'generated/openapi'));
    project.put('openapi.yaml', notes('Jottings'));
    const folders = [project.root, path.join(project.root, 'generated'), path.join(project.root, 'generated/openapi')];
    for (const folder of folders) chmodSync(folder, 0o555);
    // Root may write anywhere, so root runs this as another user.
    const uid = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const options = { cwd: project.root, ...uid, env: { HOME: '/nonexistent' } };
    const result = await octavo(['generate'], options);
    // The other user has no compiled modules, so each start takes seconds.
    const dev = IS_DEEP ? await octavo(['dev', '--port', '0', '--no-open'], options) : result;
    for (const folder of folders) chmodSync(folder, 0o755);
    expect([result.code, dev.code]).toEqual([3, 3]);
    expect(dev.stderr).toContain('error: Cannot write to `generated/openapi`: permission denied (EACCES)');
    expect(result.stderr).toContain('Cannot write to `generated/openapi`: permission denied (EACCES)');
    expect(result.stderr).not.toMatch(/\n\s+at /);
    expect(snapshot(path.join(project.root, 'generated/openapi'))).toEqual(before);
  });
});

describe('case 100: the command line itself', () => {
  const cases: [what: string, args: string, code: number, says: RegExp][] = [
    ['nothing', '', 2, /Usage: octavo/],
    ['an unknown command', 'genrate', 2, /Unknown command `genrate`/],
    ['an unknown option', 'generate --chek', 2, /Unknown option `--chek`/],
    ['no document', 'generate', 2, /Found no OpenAPI document/],
    ['a missing document', 'generate specs/none.yaml', 2, /Cannot find the document `specs\/none\.yaml`/],
    ['a missing configuration', 'generate --config none.ts', 2, /Cannot find the configuration file `none\.ts`/],
    ['too few arguments', 'diff one.yaml', 2, /Missing argument `<new>`/],
    ['options that exclude each other', 'generate --watch --check', 2, /cannot be used together/],
  ];
  for (const [what, args, code, says] of cases) {
    test(what, async () => {
      const result = await run(args);
      expect(result).toMatchObject({ code, stdout: '' });
      expect(result.stderr).toMatch(says);
      expect(result.stderr).not.toMatch(/\n\s+at /);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: without a terminal there is no colour
      expect(result.stderr).not.toMatch(/\u001b/);
      const json = await run(`${args} --json`);
      expect(json.code).toBe(code);
      if (args !== '') expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, exitCode: code, error: { message: expect.any(String) } });
    });
  }

  test('a syntax error in the configuration; the stack trace with --debug only', async () => {
    project.put('octavo.config.ts', 'export default {');
    const plain = await run('generate');
    expect(plain).toMatchObject({ code: 2, stdout: '' });
    expect(plain.stderr).toContain('Cannot load `octavo.config.ts`');
    expect(plain.stderr).not.toMatch(/\n\s+at /);
    expect((await run('generate --debug')).stderr).toMatch(/\n\s+at /);
  });

  test('help and version are data', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('scaffold'), stderr: '' });
    expect(await run('help generate')).toMatchObject({ code: 0, stdout: expect.stringContaining('--no-schema'), stderr: '' });
    expect(await run('help')).toMatchObject({ code: 0, stdout: expect.stringContaining('scaffold'), stderr: '' });
    expect(await run('generate --help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--no-schema'), stderr: '' });
    for (const flag of ['--version', '-V', '-v']) {
      expect(await run(flag)).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
    }
  });

  test('an old Node.js is one clear line and exit 3', async () => {
    const old = project.put('old.cjs', "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });");
    const result = await octavo(['generate'], { cwd: project.root, node: ['--require', old] });
    expect(result).toMatchObject({ code: 3, stdout: '', stderr: 'octavo needs Node.js 22.18 or newer, and this is 20.19.0.\n' });
  });

  test('a clone without its packages is one clear line and exit 3', () => {
    const bin = path.join(project.root, 'generator/bin/octavo.js');
    project.put('generator/bin/octavo.js', readFileSync(path.join(import.meta.dirname, '../../generator/bin/octavo.js'), 'utf8'));
    const { status, stderr } = spawnSync(process.execPath, [bin, 'dev'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      3,
      'octavo: its packages are not installed. Run `npm ci` in a clone of the repository, or `npm install` in your project.\n',
    ]);
  });

  test('a missing package of Octavo is named, and any other error is not taken for one', () => {
    const missing = "Cannot find package 'openapi-typescript' imported from /home/me/node_modules/octavo/raw/worker.js";
    expect(missingPackage(missing)).toMatchObject({
      code: 'package-missing',
      exitCode: 3,
      message: 'The package `openapi-typescript`, which Octavo needs, is not installed.',
      fix: 'Run `npm install` in your project, or `npm ci` in a clone of the repository.',
    });
    expect(missingPackage("Cannot find package 'left-pad' imported from /home/me/octavo.config.ts")).toBeUndefined();
    expect(missingPackage('Cannot find module')).toBeUndefined();
  });

  test.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{}, false],
  ])('without a terminal, %j colours messages: %s', async (env, coloured) => {
    project.put('openapi.yaml', notes().replace('openapi: 3', 'openapi: 9'));
    const { FORCE_COLOR: _, NO_COLOR: __, ...inherited } = process.env;
    const { stderr } = await octavo(['generate'], {
      cwd: project.root,
      env: { ...inherited, FORCE_COLOR: undefined, NO_COLOR: undefined, ...env },
    });
    expect(stderr.includes('\u001b[')).toBe(coloured);
  });

  test('completion: a script for each shell, which asks for commands, options, documents and folders', async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { code, stdout } = await run(`completion ${shell}`);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/octavo.* complete /)]);
    }
    expect(await run('completion tcsh')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('`tcsh` is not one of zsh, bash, fish, powershell.'),
    });
    // Each shell's line that loads the script.
    expect((await run('completion --help')).stdout).toMatch(
      /bash.*octavo completion bash.*zsh.*zsh\).*fish.*fish \|.*PowerShell.*Invoke-Expression/s,
    );
    project.put('specs/pets.yaml', '');
    project.put('node_modules/other/other.yaml', '');
    const offered = async (...line: string[]) =>
      (await octavo(['complete', '--', ...line], { cwd: project.root })).stdout.split('\n').flatMap((row) => row.split('\t')[0] || []);
    expect(await offered('gen')).toEqual(['generate', ':4']);
    expect(await offered('generate', '--wat')).toEqual(['--watch', ':4']);
    expect(await offered('generate', '--import-extension', '')).toEqual(['.js', '.ts', 'none', ':4']);
    expect(await offered('generate', 'spe')).toEqual(['specs/pets.yaml', ':4']);
    expect(await offered('generate', '--out', '')).toEqual(['specs/', ':4']);
  });

  test('a closed stdout does not fail the run', async () => {
    project.put('old.yaml', notes());
    project.put('new.yaml', notes().replaceAll('Notes', 'Jottings').replace('text: { type: string }', 'text: { type: integer }'));
    const { child, outcome } = start(['diff', 'old.yaml', 'new.yaml', '--fail-on', 'never'], { cwd: project.root });
    child.stdout?.destroy();
    const result = await outcome;
    expect(result.code).toBe(0);
    expect(result.stderr).not.toMatch(/EPIPE|\n\s+at /);
  });

  test('SIGTERM ends a run that does not return to the event loop', async () => {
    project.put('octavo.config.mjs', "process.stderr.write('looping'); for (;;);\n");
    const { child, outcome, says } = start(['generate'], { cwd: project.root });
    await says('looping');
    child.kill('SIGTERM');
    expect((await outcome).signal).toBe('SIGTERM');
  });

  const ended = [
    ['generate', 'SIGTERM'],
    ['generate', 'SIGINT'],
    ['generate --watch', 'SIGTERM'],
    ['generate --watch', 'SIGINT'],
    ['mock --port 0', 'SIGTERM'],
    ['mock --port 0', 'SIGINT'],
    ['dev --port 0 --no-open', 'SIGTERM'],
    ['dev --port 0 --no-open', 'SIGINT'],
  ] as const;
  // Four of them are each command once, and both signals.
  test.each(sampleOf(ended, 4))('octavo %s: %s ends the process while a stage does not return', async (command, signal) => {
    project.put('specs/a.yaml', notes().replace('/notes/{id}:', '/endless:'));
    project.put('octavo.config.mjs', config('a'));
    // Stands for a stage that takes hours: whatever looks at the path does not return.
    const endless = project.put(
      'endless.cjs',
      `for (const name of ['startsWith', 'includes', 'split', 'replace', 'replaceAll', 'indexOf']) {
        const original = String.prototype[name];
        String.prototype[name] = function (...args) {
          if (String(this) === '/endless') { process.stderr.write('endless'); for (;;); }
          return original.apply(this, args);
        };
      }`,
    );
    const { child, outcome, says } = start(command.split(' '), { cwd: project.root, node: ['--require', endless] });
    await says('endless');
    child.kill(signal);
    // The system ends it, or its own handler where the stage runs in another thread: to a shell both are the same.
    const { code, signal: endedBy, stderr } = await outcome;
    expect(endedBy === null ? code : 128 + constants.signals[endedBy], stderr).toBe(128 + constants.signals[signal]);
  });

  test('mock: a document with errors is left out, and the others are served', async () => {
    project.put('specs/a.yaml', notes());
    project.put('specs/b.yaml', 'openapi: 3.1.0\ninfo: [');
    const { child, outcome, says } = start(['mock', 'specs/a.yaml', 'specs/b.yaml', '--port', '0'], { cwd: project.root });
    await says('The mock is ready');
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await outcome;
    expect([code, stdout]).toEqual([143, expect.stringMatching(/^a +http:.*\n$/)]);
    expect(stderr).toContain('Left out 1 document because of the errors above.');
  });

  test('mock --json prints its addresses as one line when it is ready', async () => {
    project.put('specs/a.yaml', notes());
    const { child, outcome, says } = start(['mock', 'specs/a.yaml', '--port', '0', '--json'], { cwd: project.root });
    const line = await says('\n', 'stdout');
    const { ok, url, mocks } = JSON.parse(line) as { ok: boolean; url: string; mocks: Record<string, string> };
    expect([ok, mocks.a?.startsWith(url)]).toEqual([true, true]);
    // Prism keeps its compiled modules where the environment says, as in all programs of the tests.
    expect(existsSync(path.join(project.root, '.octavo/cache/node'))).toBe(false);
    child.kill('SIGTERM');
    expect(await outcome).toMatchObject({ code: 143, stdout: line });
  });

  test('Ctrl-C in the watch is exit 130, with everything stopped', async () => {
    project.put('octavo.config.mjs', config('a'));
    project.put('specs/a.yaml', notes());
    const { child, outcome, says } = start(['generate', '--watch'], { cwd: project.root });
    await says('Watching');
    writeFileSync(path.join(project.root, 'specs/a.yaml'), notes('Jottings'));
    await says('Done in');
    child.kill('SIGINT');
    const result = await outcome;
    expect(result).toMatchObject({ code: 130, signal: null, stdout: '' });
    expect(result.stderr).toContain('Callers are not affected.');
    expect(readFileSync(path.join(project.root, 'generated/a/operations.ts'), 'utf8')).toContain('Jottings');
  });
});

describe('the smaller commands', () => {
  test('diff: places on stdout, exit 1 when callers break, unless allowed', async () => {
    project.put('old.yaml', notes());
    project.put('new.yaml', notes().replace('type: integer', 'type: integer, minimum: 1'));
    const result = await run('diff old.yaml new.yaml');
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^breaking {4}new\.yaml:11:\d+ {2}getNote: path parameter `id` has `minimum` 1$/m);
    expect((await run('diff old.yaml new.yaml --fail-on never')).code).toBe(0);
    expect(await run('diff old.yaml old.yaml')).toMatchObject({ code: 0, stdout: '' });
    const json = JSON.parse((await run('diff old.yaml new.yaml --json')).stdout);
    expect(json).toMatchObject({ ok: false, exitCode: 1, breaking: 1, changes: [{ kind: 'breaking', code: 'limit-tightened', line: 11 }] });
    expect(await run('diff nothing:old.yaml old.yaml')).toMatchObject({ code: 2 });
  });

  test('diff: a git revision of a document, from a folder below the root', async () => {
    const other = scratch();
    try {
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: other.root });
      git('init', '--quiet');
      other.put('specs/notes.yaml', notes());
      git('add', '.');
      git('commit', '--quiet', '--message', 'First');
      other.put('specs/notes.yaml', notes().replace('operationId: listTags', 'operationId: getTags'));
      const result = await octavo(['diff', 'HEAD:notes.yaml', 'notes.yaml'], { cwd: path.join(other.root, 'specs') });
      expect(result.stdout).toMatch(/^breaking {4}notes\.yaml:21:\d+ {2}getTags: is called `getTags` in generated code, was `listTags`$/m);
      const missing = await octavo(['diff', 'HEAD:none.yaml', 'notes.yaml'], { cwd: path.join(other.root, 'specs') });
      expect(missing.code).toBe(2);
      expect(missing.stderr).toContain("Cannot read `HEAD:none.yaml` from git: path 'specs/none.yaml' does not exist in 'HEAD'");
    } finally {
      other.remove();
    }
  });

  test('lint without Redocly is exit 3 and names the package', async () => {
    project.put('openapi.yaml', notes());
    const { requirePeer } = await import('../../generator/base/peer.ts');
    expect(() => requirePeer(project.root, '@redocly/not-there', 'x', 'lint')).toThrow(/`octavo lint` needs `@redocly\/not-there`/);
    expect(
      (() => {
        try {
          requirePeer(project.root, 'nope', 'x', 'lint');
        } catch (error) {
          return error;
        }
        return undefined;
      })(),
    ).toMatchObject({ exitCode: 3, fix: 'Run `npm i -D nope`.' });
  });

  test('lint: our problems first, then Redocly on the sound documents, one JSON document', async () => {
    project.put('redocly.yaml', 'extends: []\nrules: { operation-summary: error, no-ambiguous-paths: warn }\n');
    project.put('octavo.config.mjs', config('broken', 'fine', 'silent'));
    project.put('specs/broken.yaml', notes().replace('#/components/schemas/Note', './secret/../../../out.yaml'));
    project.put('specs/fine.yaml', notes().replace('operationId: listTags', 'operationId: listTags\n      summary: All tags.'));
    project.put('specs/silent.yaml', notes());
    const result = await run('lint --json');
    expect(result.code).toBe(1);
    const json = JSON.parse(result.stdout);
    expect(json.problems.map((problem: { file: string }) => problem.file)).toEqual(['specs/broken.yaml']);
    expect(json.redocly.totals.errors).toBe(1);
    expect(json.redocly.problems[0]).toMatchObject({ ruleId: 'operation-summary', location: [{ source: { ref: 'specs/silent.yaml' } }] });
    expect(await run('lint specs/fine.yaml')).toMatchObject({ code: 0, stdout: '', stderr: 'Checked 1 document: no errors.\n' });
    const text = await run('lint');
    expect(text.stderr).toContain('Redocly skipped 1 document because of the errors above.');
    expect(text.stderr).toContain('Checked 3 documents: 2 errors.');
    project.put('redocly.yaml', 'rules: {');
    expect(await run('lint specs/fine.yaml')).toMatchObject({ code: 1, stderr: expect.stringContaining('Redocly failed: ') });
  });

  test('doctor: each check passes or says what to do', async () => {
    project.put('openapi.yaml', notes());
    mkdirSync(path.join(project.root, 'node_modules/@octavo/runtime'), { recursive: true });
    const bare = await run('doctor');
    expect(bare.code).toBe(1);
    expect(bare.stdout).toMatch(/^fault {2}@octavo\/runtime: not installed/m);
    for (const name of ['fast-check', 'recheck']) expect(bare.stdout).toMatch(new RegExp(`^advice ${name}: not installed; `, 'm'));
    expect(bare.stdout).toMatch(/^fault {2}output: out of date\n {7}Run `octavo generate`\./m);
    project.put('node_modules/@octavo/runtime/package.json', '{ "version": "0.0.9" }');
    const { stdout } = await run('doctor');
    expect(stdout).toContain(`fault  @octavo/runtime: 0.0.9 is not compatible with octavo ${manifest.version}\n`);
    expect(stdout).toContain(`       Run \`npm i @octavo/runtime@${manifest.version}\`.\n`);
    project.put('node_modules/@octavo/runtime/package.json', JSON.stringify({ version: manifest.version }));
    await run('generate');
    const json = JSON.parse((await run('doctor --json')).stdout);
    expect(json.checks.filter((check: { status: string }) => check.status === 'fault')).toEqual([]);
    expect(json.ok).toBe(true);
  });
});
