// What the user says of things, by `x-thing` and `mock.things`: it goes before what the document says, and what names nothing is refused with its
// place.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource, thingFaults } from '../../generator/mock/living/index.ts';
import { buildService } from '../../generator/model/index.ts';
import { octavo } from '../cli/run.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Organizations whose number is no part of their path, and builds whose state has another name. */
const forge = (orgs = '', builds = '') => `
openapi: 3.1.0
info: { title: Forge, version: '1' }
security: []
paths:
  /orgs:${orgs}
    get: { operationId: listOrgs, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Org' } } } } } } }
    post:
      operationId: addOrg
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewOrg' } } } }
      responses:
        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Org' } } } }
        '409': { description: Taken. }
  /orgs/{org}:
    parameters: [{ name: org, in: path, required: true, schema: { type: string } }]
    get: { operationId: getOrg, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Org' } } } }, '404': { description: None. } } }
  /builds:${builds}
    post: { operationId: addBuild, responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Build' } } } } } }
  /builds/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getBuild, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Build' } } } }, '404': { description: None. } } }
  /builds/{id}/abort:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: abortBuild, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Build' } } } } } }
components:
  schemas:
    NewOrg: { type: object, required: [username], properties: { username: { type: string }, email: { type: string } } }
    Org:
      type: object
      required: [id, username]
      properties: { id: { type: integer }, username: { type: string }, email: { type: string } }
    Build: { type: object, required: [id, outcome], properties: { id: { type: integer }, outcome: { type: string, enum: [running, passed, stopped] } } }
`;

async function read(text: string) {
  const problems = new Problems();
  const description = await load('forge.yaml', { root, allowRemote: [], text }, problems);
  if (description === undefined) throw new Error('The document is at fault.');
  buildService(description, {}, problems);
  return { description, problems: problems.list.map(({ code, message, fix }) => ({ code, message, fix })) };
}

const CORRECTED = forge(
  '\n    x-thing: { id: username, unique: [email] }',
  '\n    x-thing: { state: outcome, actions: { abortBuild: stopped } }',
);

describe('x-thing', () => {
  test('says what identifies a thing, what is unique, and where an action leads', async () => {
    const { description, problems } = await read(CORRECTED);
    expect(problems).toEqual([]);
    const ask = await living(description);
    expect((await ask('POST', '/orgs', { username: 'acme', email: 'a@example.com' })).status).toBe(201);
    expect(await ask('GET', '/orgs/acme')).toMatchObject({ status: 200, isLiving: true, body: { username: 'acme' } });
    expect((await ask('POST', '/orgs', { username: 'other', email: 'a@example.com' })).status).toBe(409);
    const { id, outcome } = (await ask('POST', '/builds')).body;
    expect(outcome).toBe('running');
    await ask('POST', `/builds/${id}/abort`);
    expect((await ask('GET', `/builds/${id}`)).body.outcome).toBe('stopped');
  });

  test('is needed there: without it, a number identifies an organization', async () => {
    const ask = await living((await read(forge())).description);
    await ask('POST', '/orgs', { username: 'acme' });
    expect((await ask('GET', '/orgs/acme')).status).toBe(404);
  });

  test('`false` leaves the path to the document', async () => {
    const { description } = await read(forge('\n    x-thing: false'));
    expect(explainSource(description).filter(({ path: at, does }) => at.startsWith('/orgs') && does !== undefined)).toEqual([]);
  });

  test.each([
    ['{ id: usernam }', '`x-thing` names the member `usernam`, which the things of `/orgs` do not have.', 'Did you mean `username`?'],
    [
      '{ state: phase }',
      '`x-thing` names the member `phase`, which the things of `/orgs` do not have.',
      'There are `id`, `username`, `email`.',
    ],
    [
      '{ actions: { addOrgs: up } }',
      '`x-thing` names the operation `addOrgs`, which this document does not have.',
      'Did you mean `addOrg`?',
    ],
  ])('%s is refused with the nearest name, at its place', async (written, message, fix) => {
    const { description } = await read(forge(`\n    x-thing: ${written}`));
    expect(thingFaults(description)).toMatchObject([{ message, fix, location: { pointer: '/paths/~1orgs/x-thing' } }]);
  });

  test('is refused where a field is unknown', async () => {
    const { problems } = await read(forge('\n    x-thing: { id: username, uniqe: [email] }'));
    expect(problems).toEqual([{ code: 'thing-invalid', message: '`x-thing` has no field `uniqe`.', fix: 'Write `unique`.' }]);
  });
});

describe('mock.things', () => {
  async function explained(things: string) {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-things-'));
    mkdirSync(path.join(folder, '.git'));
    writeFileSync(path.join(folder, 'forge.yaml'), forge());
    writeFileSync(
      path.join(folder, 'octavo.config.js'),
      `export default {\n  documents: ['forge.yaml'],\n  mock: {\n    living: true,\n    things: ${things},\n  },\n};\n`,
    );
    return octavo(['mock', '--explain'], { cwd: folder });
  }

  test('corrects what a document says, and `--explain` says so', async () => {
    const { stdout } = await explained("{ forge: { '/orgs': { id: 'username' } } }");
    expect(stdout).toContain('reads an org (certain: {org} is `username`, as `mock.things` says)');
  });

  test('is refused with the place and the nearest name', async () => {
    const outside = await explained("{ forge: { '/org': { id: 'username' } } }");
    expect(outside.code).toBe(1);
    expect(outside.stderr).toContain('octavo.config.js:5:24');
    expect(outside.stderr).toContain('`mock.things` names `/org`, which is no path of a collection in this document.');
    expect(outside.stderr).toContain('Did you mean `/orgs`?');
    const document = await explained("{ forgr: { '/orgs': { id: 'username' } } }");
    expect(document.code).toBe(2);
    expect(document.stderr).toContain('Did you mean `forge`?');
    const field = await explained("{ forge: { '/orgs': { ids: 'username' } } }");
    expect(field.stderr).toContain('`mock.things["forge"]["/orgs"].ids`');
    expect(field.stderr).toContain('octavo.config.js:5:35: ');
    const dotted = await explained("{ forge: { '/v1.0/orgs': { id: 'username' } } }");
    expect(dotted.stderr).toContain('octavo.config.js:5:24');
  });
});
