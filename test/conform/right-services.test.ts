// Tests that octavo conform has no finding where a service does what its document says in words that are near to those of rules: names whose case
// makes no difference, numbers that are brought to steps, and what never comes again without being refused.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createKeepingProse } from '../../generator/conform/kept/statements.ts';
import { schemasOf } from '../../generator/conform/plan/index.ts';
import { doneOnceIn } from '../../generator/inference/prose/index.ts';
import type { Operation } from '../../generator/model/service.ts';
import { lookingFor, serviceFrom } from './support.ts';

describe('what never comes again is refused only where the text says so', () => {
  const isOnce = (description: string): boolean => {
    const operation = {
      id: 'addMember',
      method: 'POST',
      path: '/clubs/{id}/members',
      summary: '',
      description,
      responses: [],
    } as unknown as Operation;
    return doneOnceIn({ operations: [operation] }, operation, { thing: 'clubs', part: 'member' }) !== undefined;
  };

  test.each([
    'Nobody is added a second time: you get the member who is there (`200`), **unless** they have left.',
    'A reminder is never sent twice, however often you ask for it.',
    'Money is never taken from a card a second time for the same night.',
    'The same plate never gets a number again.',
    'It must not be added a second time for a fee. Asking for it twice does no harm.',
    'A parcel must not be weighed again: it is a 200 with the first weight.',
  ])('%s', (text) => expect(isOnce(text)).toBe(false));

  test.each(['It must not be added a second time.', 'Adding one again is a 409.', 'It is never added twice: 409.'])(
    '%s is refused',
    (text) => expect(isOnce(text)).toBe(true),
  );
});

describe('names that differ in case alone', () => {
  const documentOf = (parameter: string, description: string): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things/{name}:
    parameters: [{ name: name, in: path, required: true, description: ${JSON.stringify(parameter)}, schema: { type: string, pattern: '^[A-Za-z]{6,9}$' } }]
    put: { operationId: save, description: ${JSON.stringify(description)}, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [size], properties: { size: { type: integer, minimum: 1, maximum: 9 } } } } } }, responses: { '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: Wrong. } } }
    get: { operationId: show, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: Wrong. }, '404': { description: None. } } }
components: { schemas: { Thing: { type: object, required: [name, size], properties: { name: { type: string }, size: { type: integer } } } } }
`;

  /** Keeps things by their names in small letters; `other` is what it shows of a name. */
  async function findingsOf(document: string, other: (name: string) => string): Promise<readonly string[]> {
    const things = new Map<string, object>();
    const target: Handler = async (request) => {
      const name = (new URL(request.url).pathname.split('/')[2] ?? '').toLowerCase();
      const before = things.get(name);
      if (request.method === 'PUT') things.set(name, { ...((await request.json()) as object), name: other(name) });
      if (request.method === 'PUT') return Response.json(things.get(name), { status: before === undefined ? 201 : 200 });
      return before === undefined ? new Response(null, { status: 404 }) : Response.json(before);
    };
    const { findings } = await conformService(await serviceFrom(document), {
      target,
      random: 4,
      sequences: true,
      ...lookingFor('read-after-create'),
    });
    return findings.flatMap(({ check }) => (check === 'read-after-create' ? [check] : []));
  }

  test.each([
    ['The login of the user, in upper or lower case.', ''],
    ['The call sign of the ship.', 'Call signs are kept in small letters: their case makes no difference.'],
    ['The host. Case is ignored.', ''],
  ])('%s %s', async (parameter, description) => {
    expect(await findingsOf(documentOf(parameter, description), (name) => name)).toEqual([]);
  });

  test('an answer about something else is found', async () => {
    expect(await findingsOf(documentOf('The host. Case is ignored.', ''), (name) => `x${name}`)).toEqual(['read-after-create']);
  });
});

describe('numbers that are brought to steps', () => {
  const documentOf = (member: string, on: string, below: string): string => {
    const body = `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } }`;
    const answers = `responses: { '201': { description: Made., content: { application/json: { schema: { allOf: [{ type: object, properties: { id: { type: string } } }, { $ref: '#/components/schemas/Setting' }] } } } }, '400': { description: Wrong. } }`;
    return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /settings: { post: { operationId: one, description: ${JSON.stringify(on)}, ${body}, ${answers} } }
  /drafts: { post: { operationId: other, description: ${JSON.stringify(below)}, ${body}, ${answers} } }
components: { schemas: { Setting: { type: object, required: [${member}], properties: { ${member}: { type: number, minimum: 25, maximum: 60 } } } } }
`;
  };

  async function isInForm(document: string, id: string, member: string): Promise<boolean> {
    const service = await serviceFrom(document);
    const operation = service.operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no ${id}.`);
    const at = `/body/${member}`;
    return createKeepingProse(service).forms(operation, schemasOf(operation, at), at);
  }

  describe.each([
    ['target', 'Targets are kept in halves of a degree, to the nearer one.'],
    ['angle', 'Rounding goes to quarters of a degree for each angle.'],
    ['speed', 'The speed snaps to the next step of the motor.'],
  ])('%s: %s', (member, says) => {
    // What one operation says of a member holds for the other one that takes it.
    test.each(['one', 'other'])('%s', async (id) => {
      expect(await isInForm(documentOf(member, says, 'Keeps it for later.'), id, member)).toBe(true);
    });
  });

  test.each(['Sets the target of the oven.', 'Speeds are kept to the nearer half.'])('of another member: %s', async (says) => {
    expect(await isInForm(documentOf('target', says, 'Keeps it for later.'), 'other', 'target')).toBe(false);
  });
});
