// Compares two files as two versions of one document: what they are called says nothing of it.
import { afterAll, expect, test } from 'vitest';
import { scratch } from '../generate/project.ts';
import { octavo } from './run.ts';

const project = scratch();
afterAll(() => project.remove());

/** `Error` and `delete` are called after the service in code. */
const document = (text: string) => `openapi: 3.1.1
info: { title: Notes, version: '1' }
paths:
  /notes:
    delete:
      operationId: delete
      responses: { '200': { description: Gone., content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } } }
components:
  schemas:
    Error: { type: object, properties: { text: { type: ${text} } } }
`;

test('both have one name in code', async () => {
  project.put('spring.yaml', document('string'));
  project.put('autumn.yaml', document('string'));
  const run = (...args: string[]) => octavo(args, { cwd: project.root });
  expect(await run('diff', 'spring.yaml', 'autumn.yaml')).toMatchObject({ code: 0, stdout: '' });
  // The name that the code of the user has is that of the configured document.
  project.put('octavo.config.mjs', "export default { documents: [{ input: 'autumn.yaml' }] };\n");
  project.put('autumn.yaml', document('integer'));
  const { code, stdout } = await run('diff', 'spring.yaml', 'autumn.yaml', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout).changes.map((change: { code: string }) => change.code)).toEqual(['type-changed']);
});

test('a document with webhooks alone has no server to scaffold', async () => {
  project.put(
    'hooks.yaml',
    `openapi: 3.1.1
info: { title: Hooks, version: '1' }
webhooks: { made: { post: { operationId: made, responses: { '204': { description: Seen. } } } } }
`,
  );
  const { code, stderr } = await octavo(['scaffold', 'hooks.yaml', '--out', 'hooks'], { cwd: project.root });
  expect(code).toBe(2);
  expect(stderr).toContain('`hooks` has no operations, so there is no server to write.');
  expect(stderr).toContain('Add `--webhooks`');
});
