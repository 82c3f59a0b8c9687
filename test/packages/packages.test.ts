// Tests the packages as users get them: packed, installed in an empty project, and used on a new document.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packages } from '../../scripts/build.ts';
import { install, npm } from '../../scripts/pack.ts';
import { publicPackagesOf } from '../../scripts/workspaces.ts';
import { IS_DEEP, sampleOf } from '../support/effort.ts';
import { type Packed, packed } from '../support/packed.ts';
import { startProgram } from '../support/program.ts';
import { copyPackages, linkPackage } from './linked.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
servers: [{ url: https://notes.example.com/v1 }]
security: [{ token: [] }]
paths:
  /notes/{id}:
    get:
      operationId: readNote
      summary: Read one note.
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: words, in: query, schema: { type: integer, minimum: 1 } }
      responses:
        '200':
          description: The note.
          content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
        '404':
          description: No such note.
          content: { application/json: { schema: { $ref: '#/components/schemas/Missing' } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Note:
      type: object
      required: [id, text]
      properties:
        id: { type: string }
        text: { type: string, maxLength: 100 }
        tags: { type: array, items: { type: string } }
    Missing: { type: object, required: [reason], properties: { reason: { type: string } } }
`;

const PROGRAM = `import { createNotesClient, createNotesServer, validateNote, noteSchema } from './api/notes/index.js';
import { unwrap, type Issue } from '@octavo/runtime';

const server = createNotesServer(
  {
    readNote: ({ path, query }) =>
      path.id === 'a'
        ? { status: 200, body: { id: path.id, text: 'hello world again'.split(' ').slice(0, query?.words ?? 3).join(' ') } }
        : { status: 404, body: { reason: 'no note ' + path.id } },
  },
  { security: { token: (token) => (token === 'secret' ? { user: 1 } : null) } },
);
const fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => server(new Request(input, init));
const client = createNotesClient({ fetch, credentials: { token: 'secret' } });
const found = unwrap(await client.readNote({ path: { id: 'a' }, query: { words: 2 } }), 200);
const missing = await client.readNote({ path: { id: 'b' } });
const anonymous = await createNotesClient({ fetch }).readNote({ path: { id: 'a' } }).then(() => 'answered', (error: Error) => error.name);
const issues: Issue[] = [];
const valid = validateNote({ id: 'a' }, issues);
const standard = await noteSchema['~standard'].validate({ id: 'a', text: 'b' });
console.log(JSON.stringify({ found, missing: missing.status, reason: missing.status === 404 ? missing.body.reason : '', anonymous, valid, path: issues[0]?.path, keyword: issues[0]?.keyword, standard: 'value' in standard }));
`;

const SANDBOX = `import { createSandbox } from '@octavo/services';
import { createEmailClient } from '@octavo/interfaces/h-email';
const sandbox = await createSandbox({ services: ['h-email'] });
const client = createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey: 'test-api-key' } });
const { status } = await client.findEmail({ query: { domain: 'a.example', full_name: 'A B' } });
const { body } = await sandbox.control.listRequests({});
await sandbox.close();
console.log(JSON.stringify({ status, logged: body.requests[0].operation }));
`;

/** Writes down what a process loads of the package octavo. */
const RECORDER = `import { registerHooks } from 'node:module';
import { writeFileSync } from 'node:fs';
const urls = [];
registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
process.on('exit', () => writeFileSync('loaded.json', JSON.stringify(urls.filter((url) => url.includes('/octavo/')))));
`;

const STRICT = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
};

/** TypeScript 7, 6.0 and 5.9. */
const compilers = ['typescript', 'typescript-6', 'typescript-5'];

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'octavo-packages-'));
const project = join(folder, 'project');

function node(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
}

/** As npm does it, with the dependencies from the registry. */
function installPackages(tarballs: Packed['tarballs']): void {
  install(project, {
    octavo: `file:${tarballs.generator}`,
    '@octavo/runtime': `file:${tarballs.runtime}`,
    '@octavo/interfaces': `file:${tarballs.generated}`,
    '@octavo/services': `file:${tarballs.services}`,
    typescript: '7.0.2',
    'typescript-5': 'npm:typescript@5.9.3',
    'typescript-6': 'npm:typescript@6.0.3',
  });
}

describe('packed, installed, used', () => {
  let tarballs: Packed['tarballs'];
  let built: string;
  beforeAll(() => {
    ({ tarballs, folder: built } = packed());
    if (IS_DEEP) installPackages(tarballs);
    else {
      copyPackages(project, built, ['generator', 'runtime', 'generated', 'services']);
      linkPackage(project, 'typescript');
      writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
    }
    writeFileSync(join(project, 'notes.yaml'), DOCUMENT);
    writeFileSync(join(project, 'program.ts'), PROGRAM);
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...STRICT, outDir: 'dist', noUnusedLocals: true, noUnusedParameters: true },
        include: ['program.ts', 'api'],
      }),
    );
    // The sources of the interfaces import each other with `.ts`.
    cpSync(join(root, 'generated'), join(project, 'interfaces'), {
      recursive: true,
      filter: (source) => !source.includes('node_modules') && !source.endsWith('package.json'),
    });
    const sources = { ...STRICT, noUnusedLocals: true, noUnusedParameters: true, allowImportingTsExtensions: true, noEmit: true };
    writeFileSync(join(project, 'tsconfig.interfaces.json'), JSON.stringify({ compilerOptions: sources, include: ['interfaces'] }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('octavo generates from a document outside the repository, and a second run writes nothing', () => {
    const first = node(['node_modules/octavo/bin/octavo.js', 'generate', 'notes.yaml', '--out', 'api']);
    expect(first.status, first.stderr).toBe(0);
    const before = readFileSync(join(project, 'api/notes/types.ts'), 'utf8');
    const second = node(['node_modules/octavo/bin/octavo.js', 'generate', 'notes.yaml', '--out', 'api']);
    expect(second.status, second.stderr).toBe(0);
    expect(second.stdout + second.stderr).toMatch(/unchanged|nothing|up to date/i);
    expect(readFileSync(join(project, 'api/notes/types.ts'), 'utf8')).toBe(before);
  });

  test('the command line is joined: a run loads few files, and none of a command that was not asked for', () => {
    writeFileSync(join(project, 'recorder.mjs'), RECORDER);
    const run = node(['--import', './recorder.mjs', 'node_modules/octavo/bin/octavo.js', 'generate', 'notes.yaml', '--out', 'recorded']);
    expect(run.status, run.stderr).toBe(0);
    const loaded = JSON.parse(readFileSync(join(project, 'loaded.json'), 'utf8')) as string[];
    expect(loaded.length).toBeGreaterThan(5);
    // As separate modules they were 330.
    expect(loaded.length).toBeLessThan(110);
    const texts = loaded.map((url) => readFileSync(new URL(url), 'utf8')).join('\n');
    expect(texts).toContain('// emit/validators/module.js');
    expect(texts).not.toContain('// conform/run/send.js');
  });

  test.each(sampleOf(compilers, 1))('the output compiles in strict mode under %s', (compiler) => {
    const result = node([`node_modules/${compiler}/bin/tsc`, '-p', 'tsconfig.json', ...(compiler === 'typescript' ? [] : ['--noEmit'])]);
    expect(result.status, result.stdout + result.stderr).toBe(0);
  });

  // `npm run typecheck` compiles them too, with the newest.
  test.runIf(IS_DEEP).each(compilers)('the ready-made interfaces compile in strict mode under %s', (compiler) => {
    const result = node(['--max-old-space-size=4096', `node_modules/${compiler}/bin/tsc`, '-p', 'tsconfig.interfaces.json']);
    expect(result.status, result.stdout + result.stderr).toBe(0);
  });

  test('client and server of the output work together', () => {
    const result = node(['dist/program.js']);
    expect(result.status, result.stderr).toBe(0);
    expect(JSON.parse(result.stdout)).toEqual({
      found: { id: 'a', text: 'hello world' },
      missing: 404,
      reason: 'no note b',
      anonymous: 'UnexpectedResponseError',
      valid: false,
      path: '/text',
      keyword: 'required',
      standard: true,
    });
  });

  test('the ready-made interfaces can be imported by name', () => {
    const result = node([
      '--input-type=module',
      '-e',
      "import { createEmailClient } from '@octavo/interfaces/h-email'; console.log(typeof createEmailClient)",
    ]);
    expect(result.stdout.trim(), result.stderr).toBe('function');
  });

  test('the services run from their package, by command and in a test', async () => {
    const program = startProgram(process.execPath, ['node_modules/@octavo/services/bin/octavo-services.js', '--port', '0'], {
      cwd: project,
    });
    try {
      const [line] = await program.printed(/^\{.*\}$/m);
      const { documents } = JSON.parse(line) as { documents: { name: string; url: string }[] };
      const email = documents.find(({ name }) => name === 'h-email');
      const response = await fetch(`${email?.url}/email-finder?api_key=test-api-key&domain=a.example&full_name=A%20B`);
      expect(response.status, await response.text()).toBe(200);
    } finally {
      await program.stop();
    }
    const result = node(['--no-warnings', '--input-type=module', '-e', SANDBOX]);
    expect(JSON.parse(result.stdout), result.stderr).toEqual({ status: 200, logged: 'findEmail' });
  });

  test('the action for pull requests runs from the package', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(built, 'generator/action/run.js')], { encoding: 'utf8', env: {} });
    expect({ status, stdout }).toEqual({
      status: 2,
      stdout: '::error title=Octavo diff::The input `documents` is empty: name at least one OpenAPI document.\n',
    });
  });

  test('every public package is packed', () => {
    const open = publicPackagesOf(root).map((workspace) => workspace.folder);
    expect(open.toSorted()).toEqual(packages.toSorted());
  });

  // A dry run checks the tarball and its manifest and sends nothing, so no registry needs to listen at that address.
  test.each(sampleOf(packages, 1))('npm publish --dry-run accepts the tarball of %s', (name) => {
    const { name: id, version } = JSON.parse(readFileSync(join(built, name, 'package.json'), 'utf8'));
    const said = npm(['publish', tarballs[name], '--dry-run', '--registry=http://127.0.0.1:9', '--fetch-retries=0'], folder);
    expect(said).toContain(`+ ${id}@${version}`);
  });

  test.each(packages)('publint reports no problem in %s', async (name) => {
    const { publint } = await import('publint');
    const { messages } = await publint({ pkgDir: join(built, name), strict: true, pack: false });
    expect(messages).toEqual([]);
  });
});
