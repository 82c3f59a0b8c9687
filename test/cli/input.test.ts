// Documents from the standard input and from addresses, and what the command line says about names and imports.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultLimits } from '../../generator/load/limits.ts';
import { type RemoteOptions, readDocument } from '../../generator/load/references/remote.ts';
import { notes, type Scratch, scratch } from '../generate/project.ts';
import { octavo } from './run.ts';

let project: Scratch;
const servers: Server[] = [];
beforeEach(() => {
  project = scratch();
  project.put('.git/HEAD', '');
});
afterEach(async () => {
  project.remove();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const run = (args: string, input?: string | Uint8Array) =>
  octavo(args.split(' ').filter(Boolean), { cwd: project.root, ...(input === undefined ? {} : { input }) });
const output = (id: string, name: string): string => readFileSync(path.join(project.root, 'generated', id, name), 'utf8');

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the standard input', () => {
  test('is generated under the name on the command line, in YAML and JSON', async () => {
    const first = await run('generate - --name pet-store --no-schema', notes());
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('pet-store: 2 operations, 1 schema → generated/pet-store');
    expect(output('pet-store', 'client.ts')).toContain('createPetStoreClient');
    const json = JSON.stringify({ openapi: '3.1.1', info: { title: 'T', version: '1' }, paths: {} });
    expect(await run('generate - --name PetStore --no-schema', `\uFEFF${json}`)).toMatchObject({ code: 0 });
    expect(output('pet-store', 'client.ts')).not.toContain('getNote');
  });

  test.each(['conform', 'proxy'])('is judged by `octavo %s`, and a document from an address too', async (command) => {
    const address = await serve((request, response) => {
      if (request.url !== '/notes.yaml') response.statusCode = 500;
      response.end(request.url === '/notes.yaml' ? notes() : '');
    });
    // The proxy ends with its command, which sends no request.
    const rest = command === 'proxy' ? ` --port 0 -- ${process.execPath} --version` : ' --no-sequences --most 1';
    const code = command === 'proxy' ? 3 : 1;
    expect(await run(`${command} - --name notes --target ${address}${rest}`, notes())).toMatchObject({ code });
    expect(await run(`${command} ${address}/notes.yaml --allow-private --target ${address}${rest}`)).toMatchObject({ code });
    expect(await run(`${command} ${address}/notes.yaml --target ${address}${rest}`)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('add `--allow-private`'),
    });
  });

  test('a later run over the configuration keeps its output', async () => {
    expect(await run('generate - --name store --no-schema', notes())).toMatchObject({ code: 0 });
    project.put('octavo.config.mjs', "export default { documents: ['a.yaml'] };\n");
    project.put('a.yaml', notes());
    expect(await run('generate --no-schema')).toMatchObject({ code: 0 });
    expect(existsSync(path.join(project.root, 'generated/store/client.ts'))).toBe(true);
  });

  test('its problems have a line, its references are relative to the working directory, and overlays change it', async () => {
    const fault = await run('generate - --name a', notes().replace('openapi: 3.1.1', 'openapi: 4.0.0'));
    expect(fault).toMatchObject({ code: 1 });
    expect(fault.stderr).toContain('at <stdin>:1:10');
    project.put('note.yaml', 'type: string\n');
    project.put(
      'o.yaml',
      "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions: [{ target: $.components.schemas.Note, remove: true }]\n",
    );
    const text = notes().replace('"#/components/schemas/Note"', 'note.yaml');
    expect(await run('generate - --name a --no-schema --overlay o.yaml', text)).toMatchObject({ code: 0 });
  });

  test.each<[what: string, args: string, code: number, says: string]>([
    ['no name', 'generate -', 2, 'Add `--name`, as in `octavo generate - --name pet-store`.'],
    ['a name that is a path', 'generate - --name ../x', 2, 'Invalid name `../x`.'],
    ['twice', 'generate - - --name a', 2, 'twice'],
    ['watched', 'generate - --name a --watch', 2, 'Only files can be watched'],
    ['under octavo dev', 'dev - --name a', 2, 'Only files can be watched'],
    ['a name for two documents', 'generate - x.yaml --name a', 2, '`--name` is for one document, and there are 2.'],
  ])('%s is an error', async (_, args, code, says) => {
    project.put('x.yaml', notes());
    const result = await run(args, notes());
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(says);
  });

  test.each<[what: string, input: string | Uint8Array, says: string]>([
    ['nothing', '', '`<stdin>` is empty.'],
    ['UTF-16', Buffer.from('\uFEFFopenapi: 3.1.1\n', 'utf16le'), '`<stdin>` is encoded as UTF-16 or UTF-32; expected UTF-8.'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3a, 0xff]), '`<stdin>` contains bytes that are not UTF-8.'],
  ])('%s is an error', async (_, input, says) => {
    const result = await run('generate - --name a', input);
    expect(result.code).toBeGreaterThan(0);
    expect(result.stderr).toContain(says);
    expect(existsSync(path.join(project.root, 'generated'))).toBe(false);
  });

  test('a text beyond the limit of files is refused', async () => {
    project.put('octavo.config.mjs', "export default { documents: ['a.yaml'], limits: { fileBytes: 100 } };\n");
    expect(await run('generate - --name a', notes())).toMatchObject({ code: 3, stderr: expect.stringContaining('longer than 100 bytes') });
  });

  test('lint checks it, and says that Redocly does not', async () => {
    const result = await run('lint - --name a', notes());
    expect(result.stderr).toContain('Redocly skipped 1 document that is not in a file.');
    expect(result).toMatchObject({ code: 0 });
  });
});

describe('an address', () => {
  test('is read with the references to its origin, where the user allows a private address', async () => {
    const origin = await serve((request, response) =>
      response.end(
        request.url === '/v1/petstore.yaml'
          ? notes().replace('#/components/schemas/Note', 'note.json#/Note')
          : '{"Note":{"type":"string"}}',
      ),
    );
    const result = await run(`generate ${origin}/v1/petstore.yaml --allow-private --no-schema`);
    expect(result.stderr).toContain('petstore: 2 operations');
    expect(result).toMatchObject({ code: 0 });
    expect(output('petstore', 'client.ts')).toContain('createPetstoreClient');
    const missing = await run(
      `generate ${origin.replace('127.0.0.1', 'localhost')}/v1/petstore.yaml --allow-private --name other --no-schema`,
    );
    expect(missing).toMatchObject({ code: 0 });
  });

  test('a reference to another origin or to a file is refused, and a fault shows the address', async () => {
    const other = await serve((_request, response) => response.end('{"type":"string"}'));
    project.put('note.yaml', 'type: string\n');
    for (const [reference, code] of [
      [`${other}/x.json`, 'ref-remote'],
      [`file://${project.root}/note.yaml`, 'ref-absolute'],
    ]) {
      const origin = await serve((_request, response) => response.end(notes().replace('#/components/schemas/Note', reference ?? '')));
      const result = await run(`generate ${origin}/a.yaml --allow-private --no-schema`);
      expect(result).toMatchObject({ code: 1 });
      expect(result.stderr).toContain(`error ${code}:`);
      expect(result.stderr).toContain(`at ${origin}/a.yaml:`);
    }
  });

  test.each<[what: string, args: string, code: number, says: string]>([
    ['http', 'generate http://example.com/a.yaml', 3, 'http://example.com/a.yaml is not an https address.'],
    ['http, even with --allow-private', 'generate http://example.com/a.yaml --allow-private', 3, 'is not an https address.'],
    ['http of this machine', 'generate http://127.0.0.1:9/a.yaml', 3, 'add `--allow-private`.'],
    ['a loopback address', 'generate https://127.0.0.1:9/a.yaml', 3, '127.0.0.1 is a private address; nothing was fetched.'],
    ['a loopback address of IPv6', 'generate https://[::1]:9/a.yaml', 3, '[::1] is a private address; nothing was fetched.'],
    ['a loopback address in other digits', 'generate https://0x7f.1:9/a.yaml', 3, '127.0.0.1 is a private address; nothing was fetched.'],
    ['localhost', 'generate https://localhost:9/a.yaml', 3, 'a private address; nothing was fetched.'],
    ['credentials', 'generate https://u:p@example.com/a.yaml', 2, 'contains a user name or password'],
  ])('%s is refused', async (_, args, code, says) => {
    const result = await run(args);
    expect(result.stderr).toContain(says);
    expect(result.code).toBe(code);
  });

  const options: RemoteOptions & { allowPrivate: boolean } = { allowPrivate: false, allowRemote: [], limits: defaultLimits };

  test('a public name that resolves to a private address is refused, also as one address of several', async () => {
    for (const address of ['10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1']) {
      const family = address.includes(':') ? 6 : 4;
      const read = await readDocument(new URL('https://example.com/a.yaml'), {
        ...options,
        lookup: (_name, _options, done) =>
          done(null, [
            { address: '93.184.215.14', family: 4 },
            { address, family },
          ]),
      });
      expect(read).toMatchObject({ code: 'ref-remote-private', fix: 'If you trust it, add `--allow-private`.' });
    }
  });

  test('redirects stay in the origin, and the limits of remote documents hold', async () => {
    const answer =
      (status: number, headers: Record<string, string>, body = ''): typeof fetch =>
      () =>
        Promise.resolve(new Response(body === '' ? null : body, { status, headers }));
    const read = (fetch: typeof globalThis.fetch, limits = defaultLimits) =>
      readDocument(new URL('https://example.com/a.yaml'), { ...options, limits, fetch });
    expect(await read(answer(302, { location: 'https://example.org/a.yaml' }))).toMatchObject({ code: 'ref-remote-redirect' });
    expect(await read(answer(302, { location: '/b.yaml' }))).toMatchObject({ code: 'ref-remote-redirect' });
    expect(await read(answer(404, {}))).toMatchObject({ code: 'ref-remote-failed' });
    expect(await read(answer(200, {}, 'a'.repeat(200)), { ...defaultLimits, remoteBytes: 100 })).toMatchObject({
      code: 'limit-remote-bytes',
    });
    expect(await read(answer(200, {}, 'a: 1'))).toMatchObject({ text: 'a: 1', path: 'https://example.com/a.yaml' });
  });
});

describe('names and imports', () => {
  test('a file called openapi is named after its title, in the folder openapi', async () => {
    project.put('openapi.yaml', notes('"Pet Store"'));
    expect(await run('generate --no-schema')).toMatchObject({ code: 0 });
    expect(output('openapi', 'client.ts')).toContain('createPetStoreClient');
    expect(await run('generate openapi.yaml --no-schema --name zoo')).toMatchObject({ code: 0 });
    expect(output('zoo', 'client.ts')).toContain('createZooClient');
  });

  test('--import-extension', async () => {
    project.put('a.yaml', notes());
    const importsOf = async (args: string): Promise<string | undefined> => {
      const result = await run(`generate a.yaml --no-schema ${args}`);
      expect(result.code).toBe(0);
      return /from '(\.\/types[^']*)'/.exec(output('a', 'client.ts') + output('a', 'operations.ts') + output('a', 'index.ts'))?.[1];
    };
    expect(await importsOf('--import-extension .js')).toBe('./types.js');
    expect(await importsOf('--import-extension none')).toBe('./types');
    expect(await importsOf('')).toBe('./types.ts');
    project.put('tsconfig.json', '{}');
    expect(await importsOf('')).toBe('./types.js');
    expect(await run('generate a.yaml --import-extension .mjs')).toMatchObject({ code: 2 });
  });

  test('what is generated in an empty folder runs under Node.js as it is', async () => {
    const repository = path.resolve(import.meta.dirname, '../..');
    project.put('x.yaml', notes());
    expect(await run('generate x.yaml')).toMatchObject({ code: 0 });
    symlinkSync(path.join(repository, 'node_modules'), path.join(project.root, 'node_modules'));
    const files = globSync('generated/x/*.ts', { cwd: project.root }).sort();
    expect(files.length).toBeGreaterThan(7);
    const script = `${files.map((file) => `await import('./${file.split(path.sep).join('/')}');`).join('\n')}
      import { createXClient, createXServer } from './generated/x/index.ts';
      const server = createXServer({ getNote: ({ path }) => ({ status: 200, body: { text: 'note ' + path.id } }) });
      const client = createXClient({ fetch: async (url, init) => server(new Request(url, init)) });
      console.log(JSON.stringify((await client.getNote({ path: { id: 7 } })).body));`;
    project.put('main.mjs', script);
    expect(execFileSync(process.execPath, ['main.mjs'], { cwd: project.root, encoding: 'utf8' })).toBe('{"text":"note 7"}\n');
  });
});
