// What waits moves up once something becomes free, where a document says so: three domains in other words, with services that forget it.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { movesUpIn } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly room: string;
  readonly takers: string;
  readonly reference: string;
  /** The states of one that has a place, of one that waits, and of one that is over. */
  readonly states: readonly [string, string, string];
  /** The action that gives a place back; a delete where it has none. */
  readonly action?: string;
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'classes',
    room: 'seats',
    takers: 'enrolments',
    reference: 'class_id',
    states: ['enrolled', 'waiting', 'cancelled'],
    action: 'cancel',
    says: 'If a seat becomes free by this, the first enrolment on the waiting list is enrolled.',
  },
  {
    things: 'tours',
    room: 'capacity',
    takers: 'signups',
    reference: 'tourId',
    states: ['joined', 'queued', 'withdrawn'],
    action: 'withdraw',
    says: 'The next one in the queue gets the place.',
  },
  {
    things: 'shifts',
    room: 'slots',
    takers: 'helpers',
    reference: 'shift',
    states: ['planned', 'standby', 'gone'],
    says: 'Whoever is on standby longest moves up.',
  },
];

function documentOf({ things, room, takers, reference, states, action, says }: Domain): string {
  const id = "{ type: string, pattern: '^[a-z]{2}-[0-9]+$' }";
  const at = `parameters: [{ name: id, in: path, required: true, schema: ${id} }]`;
  const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const thing = `{ type: object, required: [id, ${room}], properties: { id: ${id}, ${room}: { type: integer } } }`;
  const taker = `{ type: object, required: [id, ${reference}, status], properties: { id: ${id}, ${reference}: ${id}, status: { type: string, enum: [${states.join(', ')}] } } }`;
  const none = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Wrong. }";
  const giveBack =
    action === undefined
      ? `    delete: { operationId: giveBack, description: '${says}', responses: { '204': { description: Gone. }, ${none} } }`
      : `  /${takers}/{id}/${action}:
    ${at}
    post: { operationId: giveBack, description: '${says}', responses: { '200': { description: It., ${json(taker)} }, ${none} } }`;
  return `openapi: 3.1.0
info: { title: Places, version: '1' }
paths:
  /${things}:
    post: { operationId: addThing, requestBody: { required: true, ${json(`{ type: object, required: [${room}], properties: { ${room}: { type: integer, minimum: 1, maximum: 50, example: 20 } } }`)} }, responses: { '201': { description: Added., ${json(thing)} }, ${none} } }
  /${things}/{id}:
    ${at}
    get: { operationId: readThing, responses: { '200': { description: It., ${json(thing)} }, ${none} } }
  /${takers}:
    post: { operationId: take, requestBody: { required: true, ${json(`{ type: object, required: [${reference}], properties: { ${reference}: ${id} } }`)} }, responses: { '201': { description: Added., ${json(taker)} }, ${none} } }
  /${takers}/{id}:
    ${at}
    get: { operationId: readTaker, responses: { '200': { description: It., ${json(taker)} }, ${none} } }
${giveBack}
`;
}

interface Taker {
  readonly id: string;
  status: string;
  readonly [member: string]: string;
}

async function foundWith(domain: Domain, movesUp: boolean): Promise<readonly string[]> {
  const { things, room, takers, reference, states, action } = domain;
  const [has, waits, over] = states;
  const rooms = new Map<string, number>();
  const all = new Map<string, Taker>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const giveBack = (one: Taker): void => {
    const next = [...all.values()].find((other) => other[reference] === one[reference] && other.status === waits);
    if (one.status === has && next !== undefined && movesUp) next.status = has;
    one.status = over;
  };
  const create = (kind: string, sent: Readonly<Record<string, unknown>>): Response => {
    const id = `${kind.slice(0, 2)}-${++last}`;
    if (kind === things) {
      const count = sent[room];
      if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > 50) return status(422);
      rooms.set(id, Number(count));
      return Response.json({ id, [room]: count }, { status: 201 });
    }
    const named = String(sent[reference]);
    const most = rooms.get(named);
    if (most === undefined) return status(422);
    const taken = [...all.values()].filter((one) => one[reference] === named && one.status === has).length;
    const one: Taker = { id, [reference]: named, status: taken < most ? has : waits };
    all.set(id, one);
    return Response.json(one, { status: 201 });
  };
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', id, act] = new URL(request.url).pathname.split('/');
    if (id === undefined) {
      const sent: unknown = await request.json().catch(() => undefined);
      return typeof sent === 'object' && sent !== null ? create(kind, sent as Record<string, unknown>) : status(422);
    }
    if (kind === things) return rooms.has(id) ? Response.json({ id, [room]: rooms.get(id) }) : status(404);
    const one = kind === takers ? all.get(id) : undefined;
    if (one === undefined) return status(404);
    if (request.method === 'GET') return Response.json(one);
    if (action !== undefined && (act !== action || one.status === over)) return status(409);
    giveBack(one);
    if (action !== undefined) return Response.json(one);
    all.delete(id);
    return status(204);
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), {
    target,
    random: 0,
    ...lookingFor('effects-elsewhere'),
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

describeInTurns('$takers', DOMAINS, (domain, test) => {
  test('that move up are no finding', async () => expect(await foundWith(domain, true)).toEqual([]));

  test('that do not are found', async () => {
    const found = new RegExp(
      `^effects-elsewhere: .status. of what waits first in ${domain.takers} is .${domain.states[1]}. after giveBack`,
    );
    expect(await foundWith(domain, false)).toEqual([expect.stringMatching(found)]);
  });
});

test.each<readonly [text: string, to: readonly string[] | undefined]>([
  ['The first booking on the waiting list whose guest still has enough credit is confirmed.', ['confirmed']],
  ['Promotes the first entry of the waitlist.', []],
  ['When its seat is released, the next guest in the queue becomes confirmed.', ['confirmed']],
  ['The first one on the waiting list may be confirmed.', undefined],
  ['The first one that waits is confirmed if it has paid.', undefined],
  ['Nobody on the waiting list moves up first.', undefined],
  ['The guest is first on the bus.', undefined],
])('“%s”', (text, to) => expect(movesUpIn(text, ['confirmed', 'waiting', 'cancelled'])?.to).toEqual(to));
