// Tests that octavo conform keeps things apart in time of which callers send the start alone, and answers show the end: in three domains, in other
// words.
import { expect } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly start: string;
  readonly end: string;
  readonly over: string;
  readonly act: string;
  /** How long a thing lasts, in minutes. */
  readonly lasts: number;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'lessons',
    start: 'starts_at',
    end: 'ends_at',
    over: 'dropped',
    act: 'drop',
    lasts: 45,
    says: 'A lesson lasts as long as its subject does. The classroom must be vacant during that time (409). Dropped lessons do not count. A lesson may follow directly where another one ends.',
  },
  {
    things: 'screenings',
    start: 'begin',
    end: 'endsAt',
    over: 'called_off',
    act: 'call-off',
    lasts: 130,
    says: 'It ends when the film does. No two screenings of a hall run at the same time, or else the answer is 409; one can begin the minute another has ended. Screenings that are called off leave the hall free.',
  },
  {
    things: 'treatments',
    start: 'fromTime',
    end: 'until',
    over: 'cancelled',
    act: 'cancel',
    lasts: 20,
    says: 'A couch cannot be used for two treatments at once: that is refused with 409. A cancelled treatment does not occupy the couch. Treatments may be back to back.',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

function documentOf({ things, start, end, over, act, says }: Domain): string {
  const id = '{ type: integer, minimum: 1, maximum: 99999 }';
  const thing = `{ type: object, required: [id, ${start}, ${end}, state], properties: { id: ${id}, ${start}: { type: string, format: date-time }, ${end}: { type: string, format: date-time, readOnly: true }, state: { type: string, enum: [planned, ${over}], readOnly: true } } }`;
  return `openapi: 3.1.0
info: { title: Times, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      description: '${says}'
      requestBody: { required: true, ${json(`{ type: object, required: [${start}], properties: { ${start}: { type: string, format: date-time, example: '2034-05-02T09:00:00Z' } } }`)} }
      responses: { '201': { description: Made., ${json(thing)} }, '409': { description: Not possible. }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: read, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. } } }
  /${things}/{id}/${act}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    post: { operationId: end, responses: { '200': { description: Done., ${json(thing)} }, '404': { description: None. }, '409': { description: Over. } } }
`;
}

interface Mistake {
  /** Whether a thing stands in the way of a new one; both by their starts in minutes, and how long they last. */
  readonly isInTheWay?: (start: number, other: number, lasts: number) => boolean;
  readonly keepsTime?: boolean;
}

const overlaps = (start: number, other: number, lasts: number): boolean => start < other + lasts && other < start + lasts;

async function foundWith(domain: Domain, { isInTheWay = overlaps, keepsTime = false }: Mistake): Promise<readonly string[]> {
  const { start, end, over, act, lasts } = domain;
  const kept: { at: number; state: string }[] = [];
  const shown = (index: number): object => {
    const { at = 0, state } = kept[index] ?? {};
    return { id: index + 1, [start]: new Date(at * 60_000).toISOString(), [end]: new Date((at + lasts) * 60_000).toISOString(), state };
  };
  const target = async (request: Request): Promise<Response> => {
    const [, , id, action] = new URL(request.url).pathname.split('/');
    const index = Number(id) - 1;
    const one = kept[index];
    if (id === undefined) {
      const body: unknown = await request.json().catch(() => undefined);
      const given = typeof body === 'object' && body !== null ? Object.entries(body).find(([name]) => name === start)?.[1] : undefined;
      const at = typeof given === 'string' && /^\d{4}-\d\d-\d\dT/.test(given) ? Date.parse(given) / 60_000 : Number.NaN;
      if (!(Math.abs(at) < 4e9)) return new Response(null, { status: 422 });
      const isTaken = kept.some((other) => (keepsTime || other.state === 'planned') && isInTheWay(at, other.at, lasts));
      if (isTaken) return new Response(null, { status: 409 });
      kept.push({ at, state: 'planned' });
      return Response.json(shown(kept.length - 1), { status: 201 });
    }
    if (one === undefined) return new Response(null, { status: 404 });
    if (action === act && one.state === over) return new Response(null, { status: 409 });
    if (action === act) one.state = over;
    return Response.json(shown(index));
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('no-overlap') });
  return findings.map(({ message }) => message);
}

describeInTurns('$things', DOMAINS, (domain, test) => {
  test('nothing is found where they are kept apart', async () => expect(await foundWith(domain, {})).toEqual([]));

  test.each<readonly [says: string, mistake: Mistake, finding: RegExp]>([
    ['they stand at the same time', { isInTheWay: () => false }, /^add succeeds with the same start of \d+, and the document says: “/],
    ['the start alone is compared', { isInTheWay: (start, other) => start === other }, /^add succeeds with a start before its own/],
    [
      'one that begins at the end of another one is refused',
      { isInTheWay: (start, other, lasts) => start <= other + lasts && other <= start + lasts },
      /^add is answered with 409 for a span that begins at the end of \d+, and succeeds a little later\.$/,
    ],
    ['what is over keeps its time', { keepsTime: true }, /^add is answered with 409 at the time of \d+, which is `/],
  ])('it is found that %s', async (_, mistake, finding) => {
    expect(await foundWith(domain, mistake)).toEqual([expect.stringMatching(finding)]);
  });
});
