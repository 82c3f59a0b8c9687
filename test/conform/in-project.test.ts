// Conformance tests in a project: the generated file, the settings that `octavo scaffold` writes, and the outcome that each test is told.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConformanceSettings, conformanceTests } from '../../generator/conform/entry/index.ts';
import { octavo } from '../cli/run.ts';
import { type Scratch, scratch } from '../generate/project.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example.com/v1' }]
security: [{ token: [] }, { login: [] }]
paths:
  /orders/{id}:
    get:
      operationId: readOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
      responses:
        '200': { description: The order., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
        '400': { description: No id. }
        '401': { description: No token. }
  /reports:
    get:
      operationId: readReports
      security: [{ desk: [] }]
      responses: { '204': { description: None. } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
    desk: { type: http, scheme: bearer }
  schemas:
    Order: { type: object, required: [id], properties: { id: { type: integer } } }
`;

let project: Scratch;
beforeEach(() => {
  project = scratch();
  // The search for a configuration ends at a repository.
  project.put('.git/HEAD', '');
  project.put('specs/shop.yaml', DOCUMENT);
});
afterEach(() => project.remove());
const run = (line: string) => octavo(line.split(' '), { cwd: project.root });
const textOf = (name: string): string => readFileSync(path.join(project.root, name), 'utf8');

describe('the generated file', () => {
  test('names the document, its operations and the settings, and follows the document', async () => {
    const made = await run('generate specs/shop.yaml --conformance');
    expect(made.code).toBe(0);
    expect(made.stderr).toContain(
      'The conformance tests import conformance/shop.ts: run `octavo scaffold shop --conformance` to write it.',
    );
    const text = textOf('generated/shop/conformance.test.ts');
    expect(text).toContain("import settings from '../../conformance/shop.ts';");
    expect(text).toContain("const operations = [\n  'readOrder',\n  'readReports',\n] as const;");
    expect(text).toContain("document: new URL('../../specs/shop.yaml', import.meta.url),\n    root: new URL('../../', import.meta.url),");
    expect((await run('generate specs/shop.yaml --conformance --check')).code).toBe(0);
    project.put('specs/shop.yaml', DOCUMENT.replace('readReports', 'listReports'));
    const { code, stdout } = await run('generate specs/shop.yaml --conformance --check');
    expect(code).toBe(1);
    expect(stdout).toContain("+  'listReports',");
  });

  test('reads the document as the configuration says', async () => {
    project.put(
      'specs/ours #1.yaml',
      'overlay: 1.0.0\ninfo: { title: Ours, version: "1" }\nactions: [{ target: $.info, update: { summary: Ours } }]\n',
    );
    project.put(
      'octavo.config.ts',
      "export default { conformance: true, formats: 'lenient', documents: [{ input: 'specs/shop.yaml', overlays: ['specs/ours #1.yaml'], include: { paths: ['/orders/*'] } }] };\n",
    );
    expect(await run('generate')).toMatchObject({ code: 0 });
    const text = textOf('generated/shop/conformance.test.ts');
    expect(text).toContain("overlays: [new URL('../../specs/ours%20%231.yaml', import.meta.url)],");
    expect(text).toContain("formats: 'lenient',");
    expect(text).toContain("include: { paths: ['/orders/*'] },");
    expect(text).not.toContain('readReports');
  });
});

describe('octavo scaffold --conformance', () => {
  test('writes the settings once', async () => {
    project.put('octavo.config.ts', "export default { documents: [{ input: 'specs/shop.yaml', conformance: true }] };\n");
    const first = await run('scaffold shop --conformance');
    expect(first).toMatchObject({ code: 0, stdout: 'conformance/shop.ts\n' });
    expect(first.stderr).toContain('Write in it where the service is; `octavo generate` writes the tests.');
    const text = textOf('conformance/shop.ts');
    expect(text).toContain("import type { ShopConformance } from '../generated/shop/conformance.test.ts';");
    expect(text).toContain("target: process.env.SHOP_TARGET ?? 'http://127.0.0.1:3000',");
    expect(text).toContain('token: process.env.SHOP_TOKEN,');
    expect(text).toContain("login: { username: process.env.SHOP_LOGIN_USERNAME ?? '', password: process.env.SHOP_LOGIN_PASSWORD ?? '' },");
    writeFileSync(path.join(project.root, 'conformance/shop.ts'), '// mine\n');
    const second = await run('scaffold shop --conformance');
    expect(second).toMatchObject({ code: 0, stdout: '' });
    expect(second.stderr).toContain('Nothing to add: conformance/shop.ts exists.');
    expect(textOf('conformance/shop.ts')).toBe('// mine\n');
    expect(existsSync(path.join(project.root, 'services'))).toBe(false);
  });

  test.each(['--adapter hono', '--out there', '--webhooks'])('excludes %s', async (option) => {
    const { code, stderr } = await run(`scaffold specs/shop.yaml --conformance ${option}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`\`${option.split(' ')[0]}\` and \`--conformance\` cannot be used together.`);
  });
});

describe('the tests', () => {
  /** What the tests of a service with a fault are told: `operation check` → the outcome. */
  async function outcomes(settings: Partial<ConformanceSettings>, ids = ['readOrder', 'readReports']): Promise<Map<string, string>> {
    const url = (name: string): URL => pathToFileURL(path.join(project.root, name));
    const target = (request: Request): Response => {
      if (request.headers.get('authorization') !== 'Bearer sesame') return new Response(null, { status: 401 });
      return Response.json({ id: request.url.endsWith('/1') ? 'one' : 7 });
    };
    const tests = conformanceTests(
      { document: url('specs/shop.yaml'), root: url(''), operations: ids },
      { target, credentials: { given: { token: 'sesame' } as object }, minSuccess: 50, ...settings },
    );
    await tests.start();
    const found = new Map<string, string>();
    const told = (name: string, act: (skip: (reason: string) => void) => void): void => {
      try {
        act((reason) => found.set(name, `skipped: ${reason}`));
      } catch (error) {
        found.set(name, String(error));
      }
    };
    for (const id of ids) for (const check of tests.checks) told(`${id} ${check}`, (skip) => tests.expect(id, check, skip));
    told('rest', () => tests.expectRest());
    return found;
  }

  test('a finding fails the test of its operation and check, and says what would be right', async () => {
    const found = await outcomes({});
    const failure = found.get('readOrder response-body');
    expect(failure).toContain('/id must be an integer');
    expect(failure).toContain('right would be: ');
    expect(failure).toContain("curl -i -H 'accept: application/json'");
    expect([...found.values()].join()).not.toContain('sesame');
    expect(found.has('readOrder declared-status')).toBe(false);
    expect(found.get('readReports response-body')).toBe('skipped: it needs a credential for desk');
    expect(found.has('rest')).toBe(false);
  });

  test('what belongs to no operation and check fails a test of its own', async () => {
    const waivers = [
      { check: 'response-body', reason: 'known' },
      { check: 'declared-status', reason: 'not there' },
    ];
    const found = await outcomes({ waivers }, ['readOrder']);
    expect(found.has('readOrder response-body')).toBe(false);
    expect(found.get('rest')).toBe(
      'Error: The document has operations without tests: readReports. Run `octavo generate`.\n' +
        'The waiver of declared-status for every operation covers nothing (not there). Remove it.',
    );
  });

  test('too few operations with a success fail a test of their own', async () => {
    expect((await outcomes({ minSuccess: 80 })).get('rest')).toBe(
      'Error: Only 1 of 2 operations answered a valid request with success, less than 80 % (`--min-success`). Give credentials (`--credential`).',
    );
  });

  test('an operation that the document has no longer fails its tests', async () => {
    const found = await outcomes({}, ['readOrder', 'readReports', 'lost']);
    expect(found.get('lost response-body')).toBe('Error: The document has no operation `lost` any more. Run `octavo generate`.');
  });
});
