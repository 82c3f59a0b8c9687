// Redocly reads nothing from the network, reports no fault that OpenAPI 3.2 contradicts, and its findings are grouped like Octavo's own.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contradictions } from '../../generator/redocly/contradictions.ts';
import { octavo } from '../cli/run.ts';
import { type Scratch, scratch } from '../generate/project.ts';
import { sampleOf } from '../support/effort.ts';

let server: Server;
let address: string;
const requests: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/yaml' }).end('components: { schemas: { S: { type: string } } }');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.yaml`;
});
afterAll(() => new Promise((done) => server.close(done)));

let project: Scratch;
beforeEach(() => {
  requests.length = 0;
  project = scratch();
  project.put('.git/HEAD', '');
});
afterEach(() => project.remove());

const run = (args: string) => octavo(args.split(' '), { cwd: project.root });

function document(body: string, head = ''): string {
  return `openapi: 3.2.0\ninfo: { title: T, version: '1', license: { name: MIT, identifier: MIT } }\n${head}${body}`;
}

/** It has its own address, refers to itself by it, and has a `$ref` to another address in data. */
function selfAddressed(): string {
  return document(
    `servers: [{ url: 'https://api.example.org' }]
security: []
paths:
  /a:
    get:
      operationId: getA
      summary: A.
      responses:
        200:
          description: Fine.
          content:
            application/json:
              schema: { $ref: '${address}#/components/schemas/S' }
              examples: { one: { value: { $ref: '${address}/other#/x' } } }
        404: { description: None. }
components: { schemas: { S: { type: object, example: { $ref: '${address}/third' } } } }
`,
    `$self: ${address}\n`,
  );
}

describe('addresses', () => {
  const COMMANDS = [
    'lint api.yaml',
    'lint api.yaml --json',
    'docs api.yaml --out site',
    'generate api.yaml --out out',
    'diff api.yaml api.yaml',
  ];
  test.each(sampleOf(COMMANDS, 2))('octavo %s sends no request', async (command) => {
    project.put('api.yaml', selfAddressed());
    const { code, stderr } = await run(command);
    expect([code, requests], stderr).toEqual([0, []]);
  });

  test('what is found in a document that is read by its address too is reported once, in the file', async () => {
    project.put('api.yaml', selfAddressed());
    project.put(
      'redocly.yaml',
      'extends: []\nrules: { rule/a: { subject: { type: Schema }, assertions: { required: [description] }, severity: warn } }\n',
    );
    const { redocly }: LintResult = JSON.parse((await run('lint api.yaml --json')).stdout);
    expect(redocly.problems.map(({ location: [place] }) => place.source.ref)).toEqual(['api.yaml']);
  });

  test('a document of another address that may be read is read once, by the loader', async () => {
    project.put('api.yaml', document(`paths: {}\ncomponents: { schemas: { T: { $ref: '${address}#/components/schemas/S' } } }\n`));
    project.put('octavo.config.mjs', `export default { documents: ['api.yaml'], allowRemote: ['${new URL(address).origin}'] };\n`);
    const { redocly }: LintResult = JSON.parse((await run('lint --json')).stdout);
    expect(redocly.problems.map(({ ruleId }) => ruleId)).not.toContain('no-unresolved-refs');
    expect(requests).toEqual(['GET /api.yaml']);
  });
});

const operation = (fields: string): string =>
  `paths:\n  /a:\n    get:\n      operationId: a\n      summary: A.\n      security: []\n${fields}`;
const fine = '      responses: { 200: { description: Fine. }, 400: { description: Bad. } }\n';

/** For each contradiction by its construct: a document that Redocly finds at fault, and one beside it that stays a finding. */
const rows: Readonly<Record<string, readonly [contradicting: string, fault: string]>> = {
  '`style: cookie`': [
    operation(`      parameters: [{ name: c, in: cookie, style: cookie, schema: { type: string } }]\n${fine}`),
    operation(`      parameters: [{ name: c, in: cookie, style: biscuit, schema: { type: string } }]\n${fine}`),
  ],
  'a response without `description`': [
    operation(
      '      responses: { 200: { summary: Fine. }, 400: { $ref: "#/components/responses/Bad" } }\ncomponents: { responses: { Bad: { summary: Bad. } } }\n',
    ),
    operation('      requestBody: { description: d }\n      responses: { 200: { description: Fine. }, 400: { description: Bad. } }\n'),
  ],
  'a security requirement by URI': [
    `security: [{ '#/components/securitySchemes/k': [] }]\npaths: {}\ncomponents: { securitySchemes: { k: { type: apiKey, in: header, name: X } } }\n`,
    "security: [{ '#/components/securitySchemes/none': [] }]\npaths: {}\ncomponents: { securitySchemes: { k: { type: apiKey, in: header, name: X } } }\n",
  ],
  'a component that a URI refers to': [
    `security: [{ '#/components/securitySchemes/k': [] }]\npaths: {}\ncomponents: { securitySchemes: { k: { type: apiKey, in: header, name: X } } }\n`,
    'security: []\npaths: {}\ncomponents: { securitySchemes: { k: { type: apiKey, in: header, name: X } } }\n',
  ],
  'a reference relative to `$self`, or a `$ref` in data': [
    operation(
      '      responses: { 200: { description: F., content: { application/json: { schema: { $ref: "spec#/components/schemas/S" } } } }, 400: { description: B. } }\ncomponents: { schemas: { S: { type: object, example: { $ref: "https://data.example.org/x" } } } }\n',
    ),
    operation(
      '      responses: { 200: { description: F., content: { application/json: { example: { $ref: "missing.yaml" } } } }, 400: { description: B. } }\n',
    ),
  ],
  'a discriminator whose property has no `const` or `enum`': [
    operation(
      '      responses: { 200: { description: F., content: { application/json: { schema: { $ref: "#/components/schemas/S" }, example: { kind: A } } } }, 400: { description: B. } }\ncomponents:\n  schemas:\n    S: { oneOf: [{ $ref: "#/components/schemas/A" }], discriminator: { propertyName: kind, defaultMapping: A } }\n    A: { type: object, properties: { kind: { type: string } } }\n',
    ),
    operation(
      '      responses: { 200: { description: F., content: { application/json: { schema: { type: object, properties: { kind: { type: string } } }, example: { kind: 1 } } } }, 400: { description: B. } }\n',
    ),
  ],
};

interface LintResult {
  readonly redocly: {
    readonly problems: readonly { readonly ruleId: string; readonly location: readonly [{ readonly source: { readonly ref: string } }] }[];
    readonly leftOut: readonly { readonly construct: string; readonly count: number }[];
  };
}

describe('findings that contradict OpenAPI 3.2', () => {
  test('each has its row here', () => {
    expect(Object.keys(rows).sort()).toEqual(contradictions.map(({ construct }) => construct).sort());
  });

  test('they are left out and named; other findings of the same rules stay', async () => {
    for (const [index, [contradicting, fault]] of Object.values(rows).entries()) {
      const head = `servers: [{ url: 'https://api.example.org' }]\n`;
      project.put(`right-${index}.yaml`, document(contradicting, `$self: https://api.example.org/v1/spec\n${head}`));
      project.put(`fault-${index}.yaml`, document(fault, head));
    }
    const files = (kind: string): string =>
      Object.keys(rows)
        .map((_, index) => `${kind}-${index}.yaml`)
        .join(' ');
    const right: LintResult = JSON.parse((await run(`lint ${files('right')} --json`)).stdout);
    expect(right.redocly.problems).toEqual([]);
    expect(right.redocly.leftOut.map(({ construct }) => construct).sort()).toEqual(Object.keys(rows).sort());
    const fault: LintResult = JSON.parse((await run(`lint ${files('fault')} --json`)).stdout);
    for (const [index, construct] of Object.keys(rows).entries()) {
      const { rule } = contradictions.find((row) => row.construct === construct) ?? { rule: /^$/ };
      const kept = fault.redocly.problems.filter(
        ({ ruleId, location: [place] }) => rule.test(ruleId) && place.source.ref === `fault-${index}.yaml`,
      );
      expect(kept.length, construct).toBeGreaterThan(0);
    }
    expect(fault.redocly.leftOut).toEqual([]);
  });

  test('in a document of another version, the same findings stay', async () => {
    project.put(
      'api.yaml',
      document(operation('      responses: { 200: { summary: Fine. }, 400: { description: Bad. } }\n')).replace('3.2.0', '3.1.0'),
    );
    const { redocly }: LintResult = JSON.parse((await run('lint api.yaml --json')).stdout);
    expect(redocly.leftOut).toEqual([]);
    expect(redocly.problems.map(({ ruleId }) => ruleId)).toContain('struct');
  });
});

test('many findings are grouped and capped, and --verbose prints them all', async () => {
  const paths = Array.from({ length: 300 }, (_, index) => `  /p${index}: { get: { responses: { 200: { description: d } } } }\n`);
  project.put('api.yaml', `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${paths.join('')}`);
  const { stdout, stderr } = await run('lint api.yaml');
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(stdout).toContain('… and 299 more like it');
  expect(stdout).toMatch(/^warning operation-4xx-response: Operation must have at least one `4XX` response\. api\.yaml:\d+:\d+$/m);
  expect(stderr).toMatch(/Checked 1 document: \d+ errors, \d{3} warnings\./);
  const verbose = await run('lint api.yaml --verbose');
  expect(verbose.stdout.match(/^warning operation-4xx-response:/gm)?.length).toBe(300);
});
