// Tests that texts which want a member of some kinds alone restrict it: a refusal without it may be right.
import { expect, test } from 'vitest';
import { createProse } from '../../generator/conform/values/prose.ts';
import type { Operation } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

const SERVICE = (says: string, member: string): string => `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    post: { operationId: addThing, responses: { '201': { description: Added. } } }
  /things/{id}/end:
    post:
      operationId: endThing
      description: ${says}
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { reason: { type: string, enum: [a, b] }, ${member}: { type: string } } } } } }
      responses: { '200': { description: Ended. } }
`;

test.each([
  ['With a transfer we want to know the recipient; for the other reasons there is none.', 'recipient'],
  ['For a gift the shop wants the giver as well.', 'giver'],
  ['A journey by train has a carriage; on a bus there is none, so leave the carriage out.', 'carriage'],
  ['Only a parcel that leaves the country has a customs code.', 'customsCode'],
  ['A patient under age has a legal guardian, and others have none.', 'legal_guardian'],
  ['When the tank holds gas, its burst pressure is given.', 'burstPressure'],
])('a text that wants a member of some kinds alone restricts it: %s', async (says, member) => {
  const service = await serviceFrom(SERVICE(says, member));
  const operation = service.operations.find(({ id }) => id === 'endThing') as Operation;
  expect(createProse(service).restricts(operation, `/body/${member}`)).toBe(true);
  expect(createProse(service).restricts(operation, '/body/unnamed')).toBe(false);
});
