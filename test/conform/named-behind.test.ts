// Tests what is found of creates that name what stands below a thing which must have a state: a line names a variant of an active product.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly states: readonly [first: string, second: string];
  readonly parts: string;
  readonly member: string;
  readonly users: string;
  /** The member of a user that names parts, in a list or alone. */
  readonly list?: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'plays',
    states: ['sketch', 'running'],
    parts: 'evenings',
    member: 'evening_id',
    users: 'bookings',
    list: 'seats',
    says: 'A seat names an evening of a running play (422 otherwise), and a booking has one seat at least.',
  },
  {
    things: 'machines',
    states: ['prototype', 'released'],
    parts: 'spares',
    member: 'spareId',
    users: 'repairs',
    says: 'The spare has to belong to a machine that is released (422).',
  },
  {
    things: 'courses',
    states: ['planned', 'open'],
    parts: 'modules',
    member: 'moduleId',
    users: 'enrolments',
    says: 'Only modules of an open course can be named (422).',
  },
];

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = '{ type: integer, minimum: 1, maximum: 99999 }';
const label = 'label: { type: string, minLength: 1, maxLength: 20 }';

function documentOf({ things, states, parts, member, users, list, says }: Domain): string {
  const status = `status: { type: string, enum: [${states.join(', ')}] }`;
  const thing = content(`{ type: object, required: [id, label, status], properties: { id: ${ID}, ${label}, ${status} } }`);
  const part = content(`{ type: object, required: [id, label], properties: { id: ${ID}, ${label} } }`);
  const named =
    list === undefined
      ? `${member}: ${ID}`
      : `${list}: { type: array, minItems: 1, maxItems: 4, items: { type: object, required: [${member}], properties: { ${member}: ${ID} } } }`;
  const user = content(`{ type: object, required: [id], properties: { id: ${ID}, ${named} } }`);
  const parameters = (name: string): string => `parameters: [{ name: ${name}, in: path, required: true, schema: ${ID} }]`;
  const body = (schema: string): string => `requestBody: { required: true, ${content(schema)} }`;
  const made = (shown: string): string =>
    `responses: { '201': { description: Made., ${shown} }, '404': { description: None. }, '422': { description: Wrong. } }`;
  const read = (id: string, shown: string): string =>
    `get: { operationId: ${id}, responses: { '200': { description: It., ${shown} }, '404': { description: None. } } }`;
  return `openapi: 3.1.0
info: { title: Behind, version: '1' }
paths:
  /${things}:
    post: { operationId: addThing, ${body(`{ type: object, required: [label], properties: { ${label}, ${status} } }`)}, ${made(thing)} }
  /${things}/{id}:
    ${parameters('id')}
    ${read('readThing', thing)}
  /${things}/{id}/${parts}:
    ${parameters('id')}
    post: { operationId: addPart, ${body(`{ type: object, required: [label], properties: { ${label} } }`)}, ${made(part)} }
  /${parts}/{partId}:
    ${parameters('partId')}
    ${read('readPart', part)}
  /${users}:
    post: { operationId: addUser, description: ${JSON.stringify(says)}, ${body(`{ type: object, required: [${list ?? member}], properties: { ${named} } }`)}, ${made(user)} }
  /${users}/{userId}:
    ${parameters('userId')}
    ${read('readUser', user)}
`;
}

async function foundWith(domain: Domain, isOverlooked: boolean): Promise<readonly string[]> {
  const { things, states, parts, member, users, list } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const kept: { label: string; status: string }[] = [];
  const partsOf: { of: number; label: string }[] = [];
  const made: object[] = [];
  const answer = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return answer(422);
    const [, kind, key, below] = pathname.split('/');
    const [id, body] = [Number(key), text === '' ? {} : JSON.parse(text)];
    const added = (one: object): Response => Response.json(one, { status: 201 });
    if (kind === things && key === undefined) {
      const one = { label: String(body.label), status: String(body.status ?? states[0]) };
      return added({ id: kept.push(one), ...one });
    }
    const thing = kind === things ? kept[id - 1] : undefined;
    if (thing !== undefined && below === undefined) return Response.json({ id, ...thing });
    if (thing !== undefined) return added({ id: partsOf.push({ of: id, label: body.label }), label: body.label });
    if (kind === parts) return partsOf[id - 1] === undefined ? answer(404) : Response.json({ id, label: partsOf[id - 1]?.label });
    if (kind !== users) return answer(404);
    if (key !== undefined) return made[id - 1] === undefined ? answer(404) : Response.json({ id, ...made[id - 1] });
    const ids: number[] = list === undefined ? [body[member]] : body[list].map((one: Record<string, number>) => one[member]);
    const isFit = (one: number): boolean => {
      const of = partsOf[one - 1]?.of;
      return of !== undefined && (isOverlooked || kept[of - 1]?.status === states[1]);
    };
    return ids.every(isFit) ? added({ id: made.push(body), ...body }) : answer(422);
  };
  const { findings } = await conformService(service, { target, most: 1, random: 0, ...lookingFor('state-rules') });
  return findings.map(({ message }) => message);
}

describeInTurns('$parts of $things', DOMAINS, (domain, test) => {
  test('nothing is found where the state counts', async () => expect(await foundWith(domain, false)).toEqual([]));

  test('it is found that the state does not count', async () => {
    const [first, second] = domain.states;
    const where = `addUser succeeds both where \`status\` is \`${second}\` in ${domain.things} and where it is \`${first}\``;
    expect(await foundWith(domain, true)).toEqual([expect.stringContaining(where)]);
  });
});
