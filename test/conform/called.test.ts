// Tests that things are found in interfaces that name them in the body alone, and that the number of the version that a change must name is told from
// one that a caller chooses.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { isCounted } from '../../generator/conform/values/counted.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { serve } from './strangers/reading.ts';

interface Names {
  readonly make: string;
  readonly read: string;
  readonly change: string;
  /** The member that names a thing in requests, and in answers. */
  readonly id: string;
  readonly ownId: string;
  readonly envelope: string;
  /** The member that has the number of changes in requests, and in answers. */
  readonly version: string;
  readonly ownVersion: string;
}

const VARIANTS: readonly Names[] = [
  {
    ...{ make: '/cards.create', read: '/cards.info', change: '/cards.rename', id: 'card_id', ownId: 'card_id', envelope: 'card' },
    ...{ version: 'version', ownVersion: 'version' },
  },
  {
    ...{ make: '/openAccount', read: '/showAccount', change: '/renameAccount', id: 'id', ownId: 'id', envelope: 'account' },
    ...{ version: 'expectedRevision', ownVersion: 'revision' },
  },
  {
    ...{ make: '/crm/deal/start', read: '/crm/deal/look', change: '/crm/deal/retitle', id: 'dealKey', ownId: 'dealKey', envelope: 'data' },
    ...{ version: 'lock_number', ownVersion: 'lock_number' },
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ make, read, change, id, ownId, envelope, version, ownVersion }: Names): string {
  const thing = `{ type: object, required: [${ownId}, ${ownVersion}, name], properties: { ${ownId}: { type: string }, ${ownVersion}: { type: integer }, name: { type: string } } }`;
  const responses = `responses: { '200': { description: Done., ${json(`{ type: object, required: [${envelope}], properties: { ${envelope}: ${thing} } }`)} }, '400': { description: Failed. } }`;
  const body = (members: string, required: string): string =>
    `requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`)} }`;
  const name = 'name: { type: string, minLength: 1, maxLength: 30 }';
  const named = `${id}: { type: string, minLength: 1, maxLength: 20 }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  ${make}: { post: { operationId: make, ${body(name, 'name')}, ${responses} } }
  ${read}: { post: { operationId: read, ${body(named, id)}, ${responses} } }
  ${change}: { post: { operationId: change, ${body(`${named}, ${version}: { type: integer, minimum: 1, maximum: 1000000 }, ${name}`, `${id}, ${version}`)}, ${responses} } }
`;
}

describe.each(VARIANTS)('$make', (names) => {
  const { id, ownId, envelope, version, ownVersion } = names;

  async function started(): ReturnType<typeof serve> {
    return serve(documentOf(names), {
      basePath: '',
      refusal: (status) => new Response(null, { status }),
      make: () => {
        const things = new Map<string, Readonly<Record<string, unknown>>>();
        const keep = (thing: Readonly<Record<string, unknown>>): Response => {
          things.set(String(thing[ownId]), thing);
          return Response.json({ [envelope]: thing });
        };
        const refused = (): Response => new Response(null, { status: 400 });
        return {
          make: ({ body }) => keep({ ...body, [ownId]: `t${(things.size + 1) * 7919}`, [ownVersion]: 1 }),
          read: ({ body }) => {
            const thing = things.get(String(body[id]));
            return thing === undefined ? refused() : Response.json({ [envelope]: thing });
          },
          change: ({ body }) => {
            const thing = things.get(String(body[id]));
            if (thing === undefined || thing[ownVersion] !== body[version]) return refused();
            return keep({ ...thing, name: body.name ?? thing.name, [ownVersion]: Number(thing[ownVersion]) + 1 });
          },
        };
      },
    });
  }

  test('what makes a thing is found by its identifier', async () => {
    const { service } = await started();
    const edges = edgesOf(service).map(({ producer, from, consumer, to }) => `${producer.id} ${from} → ${consumer.id} ${to}`);
    expect(edges).toContain(`make /body/${envelope}/${ownId} → read /body/${id}`);
    expect(edges).toContain(`make /body/${envelope}/${ownId} → change /body/${id}`);
  });

  test('all operations are reached, without a finding', async () => {
    const { service, start } = await started();
    const report = await conformService(service, { target: start(), basePath: '', random: 2 });
    expect(report.findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`)).toEqual([]);
    expect(report.reached).toEqual({ succeeded: 3, of: 3 });
  });

  test.each([
    ['one more', 3, true],
    ['what was sent', 2, false],
    ['another number', 12, false],
  ])('a number that is answered with %s', async (_says, answered, isOne) => {
    const { service } = await started();
    const operation = service.operations.find((one) => one.id === 'change');
    if (operation === undefined) throw new Error('The document has no change.');
    const input = { body: { [id]: 't7919', [version]: 2 } };
    const body = { [envelope]: { [ownId]: 't7919', [ownVersion]: answered, name: 'Sand' } };
    expect(isCounted({ case: { input, operation }, reading: { body } }, `/body/${version}`)).toBe(isOne);
  });
});
