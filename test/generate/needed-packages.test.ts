// What is generated of slow patterns and XML can be imported where no package but the runtime is installed, and a package that is missing is named.
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { type Scratch, scratch } from './project.ts';

const runtime = path.resolve(import.meta.dirname, '../../runtime');

/** `faults` media types that no client can write: each gives a problem. */
const document = (faults: number): string => `openapi: 3.1.1
info: { title: Things, version: "1" }
servers: [{ url: https://things.example }]
paths:
  /things:
    post:
      operationId: addThing
      requestBody:
        required: true
        content: { application/xml: { schema: { $ref: '#/components/schemas/Thing' } } }
      responses: { '204': { description: Added. } }
${Array.from(
  { length: faults },
  (_, index) => `  /fault${index}:
    get:
      operationId: fault${index}
      parameters: [{ name: a, in: query, schema: { type: string, pattern: '(${index}' } }]
      responses: { '204': { description: None. } }
`,
).join('')}components:
  schemas:
    Thing:
      type: object
      properties: { code: { type: string, pattern: '^(a+)+$' } }
`;

let project: Scratch;

beforeAll(() => {
  project = scratch();
  // A package may import itself by its name, so the folder stands for a project that has the runtime and nothing else.
  cpSync(runtime, project.root, { recursive: true, filter: (file) => !file.includes('node_modules') });
  project.put('api.yaml', document(0));
});
afterAll(() => project.remove());

const generated = (faults: number) => {
  project.put('api.yaml', document(faults));
  return octavo(['generate', 'api.yaml', '--no-schema'], { cwd: project.root });
};

test('output with a slow pattern and XML is imported without a package; the first XML body that is read names it', async () => {
  const run = await generated(0);
  expect(run.stderr).toContain('warning');
  expect(run.code, run.stderr).toBe(0);
  project.put(
    'run.ts',
    `import { createApiServer, validateThing } from './generated/api/index.ts';
import './generated/api/validators.ts';
import './generated/api/server.ts';
const serve = createApiServer({ addThing: () => ({ status: 204 }) }, { onError: (error) => console.log(String(error)) });
console.log(validateThing({ code: 'aa' }, []), validateThing({ code: 'a'.repeat(5000) + '!' }, []));
const response = await serve(new Request('https://things.example/things', { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<Thing/>' }));
console.log(response.status);
`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['run.ts'], { cwd: project.root, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain('true false\n');
  expect(stdout).toContain('XML is read with the package saxes, which is not installed: run `npm install saxes`.');
});

test.each([0, 60])('with %i other problems, the missing package is named with its fix', async (faults) => {
  const { code, stderr } = await generated(faults);
  expect(code).toBe(0);
  expect(stderr).toContain(
    '  The generated code reads XML with the package saxes, which is not installed: until it is, the first XML body that is read fails. Run `npm i saxes`.\n',
  );
});
