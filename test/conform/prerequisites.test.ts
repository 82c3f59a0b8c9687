// What something that a request names must have, as sentences say: a create and a step with one that has nothing of it do not succeed.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { prerequisitesIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NUMBER = '{ type: integer, minimum: 1, maximum: 99999 }';
const body = (required: string, members: string): string =>
  `requestBody: { required: true, ${json(`{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`)} }`;
const answers = (status: number, schema: string): string =>
  `responses: { '${status}': { description: It., ${json(schema)} }, '404': { description: None. }, '409': { description: Not possible. }, '422': { description: Wrong. } }`;
const shown = (members: string): string => `{ type: object, required: [id], properties: { id: { type: integer }, ${members} } }`;
const PILOT = shown('name: { type: string }');
const LICENCE = shown('pilotId: { type: integer }, category: { type: string }');
const TRAINING = shown('pilotId: { type: integer }');
const FLIGHT = shown('pilotId: { type: integer }, state: { type: string, enum: [planned, cleared, over] }');
const id = `parameters: [{ name: id, in: path, required: true, schema: ${NUMBER} }]`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Flights, version: '1' }
paths:
  /pilots:
    post: { operationId: addPilot, ${body('name', 'name: { type: string, minLength: 1, maxLength: 20 }')}, ${answers(201, PILOT)} }
  /pilots/{id}:
    ${id}
    get: { operationId: readPilot, ${answers(200, PILOT)} }
  /licences:
    post: { operationId: addLicence, ${body('pilotId, category', `pilotId: ${NUMBER}, category: { type: string, enum: [A, B] }`)}, ${answers(201, LICENCE)} }
  /licences/{id}:
    ${id}
    get: { operationId: readLicence, ${answers(200, LICENCE)} }
  /trainings:
    post: { operationId: addTraining, ${body('pilotId', `pilotId: ${NUMBER}`)}, ${answers(201, TRAINING)} }
  /trainings/{id}:
    ${id}
    get: { operationId: readTraining, ${answers(200, TRAINING)} }
  /flights:
    post:
      operationId: planFlight
      description: The pilot must have a licence (409).
      ${body('pilotId', `pilotId: ${NUMBER}`)}
      ${answers(201, FLIGHT)}
  /flights/{id}:
    ${id}
    get: { operationId: readFlight, ${answers(200, FLIGHT)} }
    patch:
      operationId: moveFlight
      description: A flight can be over at any time, and it is cleared only if the pilot has a training of this year (409).
      ${body('state', 'state: { type: string, enum: [cleared, over] }')}
      ${answers(200, FLIGHT)}
`;

async function found(missing: 'none' | 'licence' | 'training'): Promise<readonly string[]> {
  const service = await serviceFrom(DOCUMENT);
  const judge = await createJudge(service);
  const pilots: string[] = [];
  const licences: { pilotId: number; category: string }[] = [];
  const trainings: number[] = [];
  const flights: { readonly pilotId: number; state: string }[] = [];
  const none = (status: number, message = 'No.'): Response => Response.json({ message }, { status });
  const target = async (request: Request): Promise<Response> => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return none(422);
    const sent = text === '' ? {} : JSON.parse(text);
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const at = Number(key) - 1;
    const one = <T extends object>(all: readonly T[]): Response => {
      const value = all[at];
      return value === undefined ? none(404) : Response.json({ id: at + 1, ...value });
    };
    if (kind === 'pilots' && key === undefined) return Response.json({ id: pilots.push(sent.name), ...sent }, { status: 201 });
    if (kind === 'pilots') return one(pilots.map((name) => ({ name })));
    if (key === undefined && pilots[sent.pilotId - 1] === undefined) return none(422, 'There is no such pilot.');
    if (kind === 'licences')
      return key === undefined ? Response.json({ id: licences.push(sent), ...sent }, { status: 201 }) : one(licences);
    if (kind === 'trainings' && key !== undefined) return one(trainings.map((pilotId) => ({ pilotId })));
    if (kind === 'trainings') return Response.json({ id: trainings.push(sent.pilotId), ...sent }, { status: 201 });
    if (key === undefined) {
      if (missing !== 'licence' && !licences.some(({ pilotId }) => pilotId === sent.pilotId)) return none(409, 'The pilot has no licence.');
      return Response.json({ id: flights.push({ ...sent, state: 'planned' }), ...sent, state: 'planned' }, { status: 201 });
    }
    const flight = flights[at];
    if (flight !== undefined && request.method === 'PATCH') {
      if (missing !== 'training' && sent.state === 'cleared' && !trainings.includes(flight.pilotId)) return none(409, 'No training.');
      flight.state = sent.state;
    }
    return one(flights);
  };
  const { findings } = await conformService(service, {
    target,
    random: 1,
    sequences: true,
    ...lookingFor('stated-rules', 'state-rules'),
  });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describe('what something named must have', () => {
  test('nothing is found where it is wanted', async () => expect(await found('none')).toEqual([]));

  test('a create succeeds without it', async () =>
    expect(await found('licence')).toEqual(['planFlight: planFlight succeeds with one of pilots that has none of licences.']));

  test('a step succeeds without it', async () =>
    expect(await found('training')).toEqual([
      'moveFlight: moveFlight to cleared succeeds in the state `planned` for one of pilots that has none of trainings.',
    ]));
});

const NAMED = { owners: ['members'], kinds: ['passes', 'lockers'], own: 'visits', isAnswer: false };

test.each([
  'The member must have a valid pass.',
  'The member needs a pass (409).',
  'A visit needs a pass of its member (409).',
  'Only if the member has a pass.',
  'Only members with a pass can come.',
])('says what must be there: %s', (text) => expect(prerequisitesIn(text, NAMED)).toMatchObject([{ owner: 'members', kind: 'passes' }]));

test.each([
  'The member needs a pass.',
  'The member must have a pass or a locker.',
  'Only if the member has another pass.',
  'The member may have a pass.',
  'The member has no pass.',
])('says nothing: %s', (text) => expect(prerequisitesIn(text, NAMED)).toEqual([]));

test('a refusal says what is missing', () =>
  expect(prerequisitesIn('The member has no pass.', { ...NAMED, isAnswer: true })).toMatchObject([{ kind: 'passes' }]));
