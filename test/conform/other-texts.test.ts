// Tests that a text is replaced by another one of its form where a refusal blames it, and a thing that the request names has the same: a crossing to
// the very water of the dock. And that a verdict is tried with each of its values where a thing has to be in a state.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { serviceFrom } from './support.ts';

const id = (name: string): string => `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const json = (schema: string, example?: string): string =>
  `{ application/json: { schema: { $ref: '#/components/schemas/${schema}' }${example === undefined ? '' : `, example: ${example}`} } }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Docks, version: '1' }
paths:
  /docks:
    post:
      operationId: addDock
      requestBody: { required: true, content: ${json('NewDock', '{ name: North, homeWater: ELB-01 }')} }
      responses: { '201': { description: Added., content: ${json('Thing')} } }
  /docks/{dockId}/crossings:
    post:
      operationId: addCrossing
      parameters: ${id('dockId')}
      requestBody: { required: true, content: ${json('NewCrossing', '{ farWater: ELB-01 }')} }
      responses:
        '201': { description: Added., content: ${json('Thing')} }
        '404': { description: There is no such dock. }
        '409': { description: The dock is in this water. }
  /crossings/{crossingId}/survey:
    post:
      operationId: survey
      parameters: ${id('crossingId')}
      requestBody: { required: true, content: ${json('Survey', '{ verdict: hold }')} }
      responses:
        '200': { description: Surveyed., content: ${json('Thing')} }
        '404': { description: There is no such crossing. }
  /crossings/{crossingId}/opening:
    post:
      operationId: open
      parameters: ${id('crossingId')}
      responses:
        '200': { description: Open., content: ${json('Thing')} }
        '404': { description: There is no such crossing. }
        '409': { description: The crossing is not cleared. }
components:
  schemas:
    Water: { type: string, pattern: '^[A-Z]{3}-[0-9]{2}$', examples: [ELB-01] }
    Thing: { type: object, required: [id], properties: { id: { type: string } } }
    NewDock:
      type: object
      required: [name, homeWater]
      properties: { name: { type: string, minLength: 1 }, homeWater: { $ref: '#/components/schemas/Water' } }
    NewCrossing: { type: object, required: [farWater], properties: { farWater: { $ref: '#/components/schemas/Water' } } }
    Survey: { type: object, required: [verdict], properties: { verdict: { type: string, enum: [hold, inspect, repair, clear] } } }
`;

/** `seen`: gets the status of each request, with the last segment of its path. */
function docks(seen: string[]): Handler {
  const waters = new Map<string, string>();
  const verdicts = new Map<string, string>();
  let next = 1;
  const shown = (thing: string, status = 200, more: object = {}): Response => Response.json({ id: thing, ...more }, { status });
  const refused = (status: number, error: string): Response => Response.json({ error }, { status });
  const answered = async (request: Request): Promise<Response> => {
    const [kind = '', thing = '', what] = new URL(request.url).pathname.split('/').slice(1);
    const text = await request.text();
    const body = text === '' ? {} : JSON.parse(text);
    if (kind === 'docks' && thing === '') {
      waters.set(`dock-${next}`, body.homeWater);
      return shown(`dock-${next++}`, 201, { homeWater: body.homeWater });
    }
    if (kind === 'docks') {
      if (!waters.has(thing)) return refused(404, 'There is no such dock.');
      if (waters.get(thing) === body.farWater) return refused(409, 'The dock is in this water.');
      verdicts.set(`crossing-${next}`, 'none');
      return shown(`crossing-${next++}`, 201);
    }
    if (!verdicts.has(thing)) return refused(404, 'There is no such crossing.');
    if (what === 'survey') verdicts.set(thing, body.verdict);
    return what === 'survey' || verdicts.get(thing) === 'clear' ? shown(thing) : refused(409, 'The crossing is not cleared.');
  };
  return async (request) => {
    const response = await answered(request);
    seen.push(`${new URL(request.url).pathname.split('/').at(-1)} ${response.status}`);
    return response;
  };
}

test('a crossing is made, and is opened, before values are tried by chance', async () => {
  const seen: string[] = [];
  await conformService(await serviceFrom(DOCUMENT), { target: docks(seen), random: 2, sequences: false });
  expect(seen.slice(0, 30)).toContain('crossings 201');
  expect(seen.slice(0, 60)).toContain('opening 200');
});
