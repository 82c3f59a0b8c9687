// What something new has taken is available again once that is cancelled, also where no sentence says so: by an action, and by a change of the state.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly sources: string;
  readonly states: readonly [free: string, taken: string];
  readonly users: string;
  readonly names: string;
  readonly isAction: boolean;
  readonly says: string;
  readonly isFound: boolean;
}

const DOMAINS: readonly Domain[] = [
  {
    sources: 'boats',
    states: ['available', 'promised'],
    users: 'offers',
    names: 'boatId',
    isAction: true,
    says: 'Takes the offer back.',
    isFound: true,
  },
  {
    sources: 'pitches',
    states: ['vacant', 'let'],
    users: 'stays',
    names: 'pitch_id',
    isAction: false,
    says: 'Changes the stay.',
    isFound: true,
  },
  {
    sources: 'desks',
    states: ['free', 'taken'],
    users: 'bookings',
    names: 'deskId',
    isAction: true,
    says: 'Cancels the booking. Its desk remains taken for the day.',
    isFound: false,
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const answers = (status: number, schema: string): string =>
  `responses: { '${status}': { description: It., ${json(schema)} }, '404': { description: None. }, '409': { description: No. }, '422': { description: Wrong. } }`;
const body = (required: string, members: string): string =>
  `requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`)} }`;

function documentOf({ sources, states, users, names, isAction, says }: Domain): string {
  const source = `{ type: object, required: [id, label, status], properties: { id: { type: integer }, label: { type: string }, status: { type: string, enum: [${states.join(', ')}] } } }`;
  const user = `{ type: object, required: [id, ${names}, state], properties: { id: { type: integer }, ${names}: { type: integer }, state: { type: string, enum: [made, cancelled] } } }`;
  const id = `parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]`;
  const action = `  /${users}/{id}/cancel:\n    ${id}\n    post: { operationId: end, description: ${says}, ${answers(200, user)} }\n`;
  const change = `    patch: { operationId: end, description: ${says}, ${body('state', 'state: { type: string, enum: [cancelled] }')}, ${answers(200, user)} }\n`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${sources}:
    post: { operationId: addSource, ${body('label', 'label: { type: string, minLength: 1, maxLength: 20 }')}, ${answers(201, source)} }
  /${sources}/{id}:
    ${id}
    get: { operationId: readSource, ${answers(200, source)} }
  /${users}:
    post: { operationId: addUser, ${body(names, `${names}: ${NUMBER}`)}, ${answers(201, user)} }
  /${users}/{id}:
    ${id}
    get: { operationId: readUser, ${answers(200, user)} }
${isAction ? action : change}`;
}

async function found(domain: Domain, isFreed: boolean): Promise<readonly string[]> {
  const { sources, states, names } = domain;
  const service = await serviceFrom(documentOf(domain));
  const judge = await createJudge(service);
  const labels: string[] = [];
  const users: { readonly source: number; isCancelled: boolean }[] = [];
  const none = (status: number): Response => new Response(null, { status });
  const isTaken = (id: number): boolean => users.some(({ source, isCancelled }) => source === id && !(isCancelled && isFreed));
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return none(422);
    const sent = text === '' ? {} : JSON.parse(text);
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const id = Number(key);
    const source = (one: number): object => ({ id: one, label: labels[one - 1], status: states[isTaken(one) ? 1 : 0] });
    const user = (one: number): object => ({
      id: one,
      [names]: users[one - 1]?.source,
      state: users[one - 1]?.isCancelled === true ? 'cancelled' : 'made',
    });
    if (kind === sources && key === undefined) return Response.json(source(labels.push(sent.label)), { status: 201 });
    if (kind === sources) return labels[id - 1] === undefined ? none(404) : Response.json(source(id));
    if (key === undefined) {
      if (labels[sent[names] - 1] === undefined) return none(422);
      if (isTaken(sent[names])) return none(409);
      return Response.json(user(users.push({ source: sent[names], isCancelled: false })), { status: 201 });
    }
    const one = users[id - 1];
    if (one === undefined) return none(404);
    if (action !== undefined && one.isCancelled) return none(409);
    if (request.method !== 'GET') one.isCancelled = true;
    return Response.json(user(id));
  };
  const { findings } = await conformService(service, { target, random: 1, sequences: true, ...lookingFor('effects-elsewhere') });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describeInTurns('$users', DOMAINS, (domain, test) => {
  test('nothing is found where it is free again', async () => expect(await found(domain, true)).toEqual([]));

  test('it stays taken', async () => {
    const says = `readSource: \`status\` of ${domain.sources} is not as before addUser again after end${domain.isAction ? '' : ' to cancelled'}.`;
    expect(await found(domain, false)).toEqual(domain.isFound ? [says] : []);
  });
});
