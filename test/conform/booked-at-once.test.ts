// Tests that octavo conform sends two creates at once for the same days, where nothing but the days tells one from another: stays, hours, leases.
// Each service takes them in one season alone.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

interface Domain {
  readonly things: string;
  readonly members: readonly [from: string, until: string];
  readonly example: readonly [from: string, until: string];
  readonly season: readonly [from: string, until: string];
}

const DOMAINS: readonly Domain[] = [
  { things: 'stays', members: ['arrival', 'departure'], example: ['2031-06-02', '2031-06-05'], season: ['2031-06-01', '2031-10-01'] },
  {
    things: 'sessions',
    members: ['startsAt', 'endsAt'],
    example: ['2031-03-03T10:00:00Z', '2031-03-03T12:00:00Z'],
    season: ['2031-03-01', '2031-07-01'],
  },
  { things: 'leases', members: ['first_day', 'last_day'], example: ['2031-01-06', '2031-01-17'], season: ['2031-01-01', '2031-08-01'] },
];

/** @param isBusy whether there is room for two, and somebody else has one of the places in the first weeks of the season */
async function foundWith({ things, members, example, season }: Domain, isLate: boolean, isBusy = false): Promise<readonly string[]> {
  const [from, until] = members;
  const format = example[0].length === 10 ? 'date' : 'date-time';
  const own = `${from}: { type: string, format: ${format} }, ${until}: { type: string, format: ${format} }`;
  const id = 'id: { type: integer, minimum: 1, maximum: 99999 }';
  const shown = `content: { application/json: { schema: { type: object, required: [id, ${from}, ${until}], properties: { ${id}, ${own} } } } }`;
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Bookings, version: '1' }
paths:
  /${things}:
    post:
      operationId: book
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${from}, ${until}], properties: { ${own} } }, example: { ${from}: '${example[0]}', ${until}: '${example[1]}' } } } }
      responses: { '201': { description: Booked., ${shown} }, '409': { description: Not then. }, '422': { description: Wrong. } }
  /${things}/{id}:
    get:
      operationId: readOne
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]
      responses: { '200': { description: It., ${shown} }, '404': { description: None. } }
`);
  const judge = await createJudge(service);
  const kept: Readonly<Record<string, unknown>>[] = [];
  const timeOf = (one: Readonly<Record<string, unknown>>, name: string): number => Date.parse(String(one[name]));
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, , key] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return status(422);
    if (key !== undefined) {
      const one = kept[Number(key) - 1];
      return one === undefined ? status(404) : Response.json(one);
    }
    const sent = JSON.parse(text) as Record<string, unknown>;
    const [start, end] = [timeOf(sent, from), timeOf(sent, until)];
    if (start > end) return status(422);
    const taken = kept.filter((one) => timeOf(one, from) <= end && start <= timeOf(one, until)).length;
    const free = isBusy && start > Date.parse(example[1]) + 4 * 86_400_000 ? 2 : 1;
    if (taken >= free || start < Date.parse(season[0]) || end > Date.parse(season[1])) return status(409);
    if (isLate) await wait(3);
    const made = { ...sent, id: kept.length + 1 };
    kept.push(made);
    return Response.json(made, { status: 201 });
  };
  const { findings } = await conformService(service, { target, random: 1, ...lookingFor('create-at-once') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where one of them is booked', async () => expect(await foundWith(domain, false)).toEqual([]));

  test('nothing is found where there is room for two on other days', async () => expect(await foundWith(domain, false, true)).toEqual([]));

  test('it is found that the same days are booked twice', async () => {
    expect(await foundWith(domain, true)).toEqual([
      expect.stringMatching(/^Requests at once with the same values have both succeeded; .* refused with 409/),
    ]);
  });
});
