// The messages of the command line for wrong usage: for each command line, its exit code and all of stderr.
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { config, notes, type Scratch, scratch } from '../generate/project.ts';
import { octavo } from './run.ts';

let project: Scratch;
beforeAll(() => {
  project = scratch();
  project.put('.git/HEAD', '');
  project.put('api.yaml', notes());
  project.put('x/notes.yaml', notes());
  project.put('y/notes.yaml', notes());
  project.put('specs/..yaml', notes());
  project.put('a-file', '');
  project.put('mine/api/mine.ts', '');
  project.put('broken/package.json', '{');
  project.put('configured/octavo.config.mjs', config('notes'));
  project.put('configured/specs/notes.yaml', notes());
  project.put('configured/generated/notes/.octavo-manifest.json', '{"files":[]}');
  project.put('empty.mjs', 'export const config = {};');
  project.put('syntax.mjs', 'export default {');
  project.put('import.mjs', "import 'not-installed';");
  project.put('throw.mjs', "\n\nthrow new Error('No secret is set.');");
  project.put('enum.ts', 'enum A { B }\nexport default {};');
  project.put('wrong.mjs', "export default { documents: ['api.yaml'], ot: 'x', schema: 'no', dev: { prt: 1 } };");
  project.put('twins.mjs', "export default { documents: ['x/notes.yaml', 'y/notes.yaml'] };");
});
afterAll(() => project.remove());

type Row = readonly [args: string, code: number, stderr: string];

/** Runs each row in the folder `cwd` of the project. `<root>` in the expected text stands for the project. */
function table(rows: readonly Row[], cwd = '.'): void {
  for (const [args, code, stderr] of rows) {
    test.concurrent(`octavo ${args}`, async () => {
      const words = args.split(' ').map((word) => (word === "''" ? '' : word));
      const result = await octavo(words, { cwd: `${project.root}/${cwd}`, env: { npm_lifecycle_event: undefined } });
      expect(result).toMatchObject({ code, stdout: '' });
      expect(result.stderr.replaceAll(project.root, '<root>')).toBe(stderr);
    });
  }
}

describe('the command and its options', () => {
  table([
    ['genrate', 2, 'error: Unknown command `genrate`. Did you mean `generate`?\n  Run `octavo --help` to see what it accepts.\n'],
    ['help genrate', 2, 'error: Unknown command `genrate`. Did you mean `generate`?\n  Run `octavo --help` to see what it accepts.\n'],
    ['frobnicate --help', 2, 'error: Unknown command `frobnicate`.\n  Run `octavo --help` to see what it accepts.\n'],
    [
      'generate --chek',
      2,
      'error: Unknown option `--chek`. Did you mean `--check`?\n  Run `octavo generate --help` to see what it accepts.\n',
    ],
    [
      'generate --import-extension js',
      2,
      'error: `--import-extension js` is not one of .js, .ts, none.\n  Run `octavo generate --help` to see what it accepts.\n',
    ],
    ['generate --out', 2, 'error: Option `-o, --out <folder>` needs a value.\n  Run `octavo generate --help` to see what it accepts.\n'],
    ['diff api.yaml', 2, 'error: Missing argument `<new>`.\n  Run `octavo diff --help` to see what it accepts.\n'],
    [
      'diff api.yaml api.yaml api.yaml',
      2,
      'error: Too many arguments for `diff`. Expected 2 arguments but got 3: api.yaml, api.yaml, api.yaml.\n  Run `octavo diff --help` to see what it accepts.\n',
    ],
    ['generate --watch --check', 2, 'error: `--watch` and `--check` cannot be used together.\n  Leave out one of them.\n'],
    ['generate --include Notes', 2, 'error: Invalid filter `Notes`.\n  Write `tag:<name>`, `path:<pattern>` or `id:<operationId>`.\n'],
    [
      'mock api.yaml --port http',
      2,
      'error: Invalid port `http`.\n  Use a number from 0 to 65535; with 0, the system picks a free port.\n',
    ],
    [
      'dev api.yaml --port 70000',
      2,
      'error: Invalid port `70000`.\n  Use a number from 0 to 65535; with 0, the system picks a free port.\n',
    ],
    [
      'scaffold api.yaml --adapter fastfy',
      2,
      'error: Unknown adapter `fastfy`. Did you mean `fastify`?\n  The adapters are: node, fastify, hono, express.\n',
    ],
    [
      'scaffold api.yaml --adapter hono --webhooks',
      2,
      'error: `--adapter` and `--webhooks` cannot be used together: a webhook receiver runs on node:http.\n  Leave out one of them.\n',
    ],
  ]);
});

describe('documents', () => {
  table([
    [
      'generate',
      2,
      'error: Found no OpenAPI document: there is no octavo.config.ts or openapi.yaml, and the command line names no file.\n' +
        '  Name a document, as in `octavo generate specs/api.yaml`, or run `octavo init` to create one.\n',
    ],
    ['generate specs/none.yaml', 2, 'error: Cannot find the document `specs/none.yaml`.\n  Correct the path.\n'],
    ['generate .', 2, 'error: `.` is a folder; name a file.\n  Name the OpenAPI document in it.\n'],
    ['lint specs', 2, 'error: `specs` is a folder; name a file.\n  Name the OpenAPI document in it.\n'],
    [
      'generate specs/..yaml',
      2,
      'error: `specs/..yaml` has no name before its extension, which would name its output folder.\n  Rename the file, for example to `api.yaml`.\n',
    ],
    [
      'generate x/notes.yaml y/notes.yaml',
      2,
      'error: `x/notes.yaml` and `y/notes.yaml` would both be written to `generated/notes`.\n' +
        '  Rename one of the files, or generate one of them with `--name` or another `--out`.\n',
    ],
    ['diff api.yaml .', 2, 'error: `.` is a folder; name a file.\n  Name the OpenAPI document in it.\n'],
    ['diff none.yaml api.yaml', 2, 'error: Cannot find the document `none.yaml`.\n  Name a file, or `<git revision>:<path>`.\n'],
    ['scaffold api.yaml --webhooks', 2, 'error: `api` has no webhooks.\n  Leave out `--webhooks` to write a server.\n'],
  ]);
});

describe('documents of a configuration', () => {
  table([['scaffold note', 2, 'error: Unknown document `note`. Did you mean `notes`?\n  The documents are: notes.\n']], 'configured');
});

describe('the configuration', () => {
  table([
    [
      'generate --config none.ts',
      2,
      'error: Cannot find the configuration file `none.ts`.\n' +
        '  Correct the path after `--config`, or run `octavo init` to create a configuration.\n',
    ],
    ['generate --config specs', 2, 'error: `specs` is a folder; name a file.\n  Name the configuration file in it.\n'],
    [
      'generate --config empty.mjs',
      2,
      'error: `empty.mjs` is invalid:\n  empty.mjs:1:1: Its default export must be `defineConfig({ … })`.\n' +
        '  The type `Config` of the package `octavo` describes every option.\n',
    ],
    [
      'generate --config syntax.mjs',
      2,
      'error: Cannot load `syntax.mjs`: Unexpected end of input\n  It must be a module that Node.js can run.\n',
    ],
    [
      'generate --config import.mjs',
      2,
      "error: Cannot load `import.mjs`: Cannot find package 'not-installed' imported from <root>/import.mjs\n" +
        '  Install the packages that it imports, such as `npm i -D octavo`.\n',
    ],
    ['generate --config throw.mjs', 2, 'error: Cannot load `throw.mjs` at line 3: No secret is set.\n  Correct the file there.\n'],
    [
      'generate --config enum.ts',
      2,
      'error: Cannot load `enum.ts`: TypeScript enum is not supported in strip-only mode\n' +
        '  Node.js runs TypeScript by removing the types, so it cannot run this. Write it another way, such as a union for an enum.\n',
    ],
    ['generate x\\\\notes.yaml', 2, 'error: Cannot find the document `x\\\\notes.yaml`.\n  Write it with slashes: `x/notes.yaml`.\n'],
    [
      'generate --config wrong.mjs',
      2,
      'error: `wrong.mjs` is invalid:\n  wrong.mjs:1:43: Unknown option `ot`. Did you mean `out`?\n  wrong.mjs:1:52: `schema` must be true or false.\n' +
        '  wrong.mjs:1:73: Unknown option `dev.prt`. Did you mean `dev.port`?\n  The type `Config` of the package `octavo` describes every option.\n',
    ],
    [
      'generate --config twins.mjs',
      2,
      'error: `x/notes.yaml` and `y/notes.yaml` would both be written to `generated/notes`.\n' +
        '  Rename one of the files, or generate one of them with `--name` or another `--out`.\n',
    ],
  ]);
});

describe('places to write to', () => {
  const refused = (place: string, why: string): string =>
    `error: Octavo does not write to \`${place}\`: ${why}.\n  Choose a folder for generated files only, such as \`--out generated\`.\n`;
  table([
    ['generate api.yaml --out .', 2, refused('.', 'it is the project folder itself')],
    ["generate api.yaml --out ''", 2, refused('.', 'it is the project folder itself')],
    ['generate api.yaml --out /', 2, refused('/', 'it is the root of the file system')],
    ['generate api.yaml --out .git/hooks', 2, refused('.git/hooks', 'it is inside `.git`')],
    ['generate api.yaml --out ~/code', 2, refused('~/code', '`~` means the home folder only where the shell expands it, without quotes')],
    ['generate api.yaml --out a-file', 3, 'error: `a-file` is a file, not a folder.\n  Choose another folder.\n'],
    [
      'generate api.yaml --out mine',
      2,
      'error: The output folder `mine/api` contains files that Octavo did not write, such as `mine.ts`.\n' +
        '  Choose an empty output folder with `--out`, or move these files away.\n',
    ],
    ['docs api.yaml --out a-file', 3, 'error: `a-file` is a file, not a folder.\n  Choose another folder.\n'],
    ['scaffold api.yaml --out a-file', 3, 'error: `a-file` is a file, not a folder.\n  Choose another folder.\n'],
    ['init a-file', 3, 'error: `a-file` is a file, not a folder.\n  Choose another folder.\n'],
    [
      'init broken',
      2,
      "error: `broken/package.json` is not valid JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)\n  Correct it and run again.\n",
    ],
  ]);
});

describe('handlers beside generated code', () => {
  table(
    [
      [
        'scaffold notes --out generated/notes',
        2,
        'error: `generated/notes` contains generated code, so handlers cannot be written there.\n  Choose another folder with `--out`.\n',
      ],
    ],
    'configured',
  );
});

describe('addresses', () => {
  test('a port that is in use', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    try {
      for (const command of ['mock', 'dev']) {
        const result = await octavo([command, 'api.yaml', '--port', String(port)], { cwd: project.root });
        expect(result.code).toBe(3);
        expect(result.stderr).toContain(`error: Port ${port} is already in use.\n  Choose another port, such as \``);
        expect(result.stderr).toContain('or stop the program that uses this one.\n');
      }
    } finally {
      server.close();
    }
  });

  test('an address of another machine', async () => {
    const result = await octavo(['mock', 'api.yaml', '--host', '192.0.2.1', '--port', '0'], { cwd: project.root });
    expect(result).toMatchObject({
      code: 3,
      stderr: 'error: `192.0.2.1` is not an address of this machine.\n  Leave out `--host`, or give an address of this machine.\n',
    });
  });
});
