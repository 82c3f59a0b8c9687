// Tests that octavo conform finds two things in one slot of which one thing has only one there: in three domains, in other words.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { slotIn } from '../../generator/inference/prose/index.ts';
import { describeInTurns } from '../support/in-turns.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly name: string;
  /** What they stand below, what they name, and the member that names it. */
  readonly above: string;
  readonly named: string;
  readonly reference: string;
  /** A member with a text, and the members of the slot. */
  readonly place: string;
  readonly slot: readonly [word: string, number: string];
  readonly says: string;
}

const DOMAINS: readonly Domain[] = [
  {
    name: 'trainings',
    above: 'teams',
    named: 'coaches',
    reference: 'coachId',
    place: 'court',
    slot: ['weekday', 'hour'],
    says: 'A team, a coach and a court each have at most one training in an hour of a weekday; otherwise the answer is 409.',
  },
  {
    name: 'duties',
    above: 'wards',
    named: 'nurses',
    reference: 'nurse_id',
    place: 'desk',
    slot: ['weekday', 'shift'],
    says: 'Every ward, every nurse and every desk has only one duty per weekday and shift (409).',
  },
  {
    name: 'talks',
    above: 'tracks',
    named: 'speakers',
    reference: 'speaker',
    place: 'stage',
    slot: ['weekday', 'slot'],
    says: 'A speaker, a stage and a track can have no more than one talk at the same slot of a weekday. Otherwise it is a 409.',
  },
];

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const id = '{ type: integer, minimum: 1, maximum: 99999 }';
const text = '{ type: string, minLength: 1, maxLength: 20 }';

function documentOf({ name, above, named, reference, place, slot: [word, number], says }: Domain): string {
  const kind = (one: string): string => `
  /${one}:
    post:
      operationId: add-${one}
      requestBody: { required: true, ${json(`{ type: object, required: [name], properties: { name: ${text} } }`)} }
      responses: { '201': { description: Made., ${json(`{ type: object, required: [id], properties: { id: ${id} } }`)} }, '422': { description: Wrong. } }
  /${one}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: read-${one}, responses: { '200': { description: It., ${json(`{ type: object, required: [id], properties: { id: ${id} } }`)} }, '404': { description: None. } } }`;
  const own = `${reference}: ${id}, ${place}: ${text}, ${word}: { type: string, enum: [mon, tue, wed, thu, fri] }, ${number}: { type: integer, minimum: 1, maximum: 9 }`;
  const thing = `{ type: object, required: [id], properties: { id: ${id}, ${own} } }`;
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:${kind(above)}${kind(named)}
  /${above}/{aboveId}/${name}:
    parameters: [{ name: aboveId, in: path, required: true, schema: ${id} }]
    post:
      operationId: add
      description: '${says}'
      requestBody: { required: true, ${json(`{ type: object, required: [${reference}, ${place}, ${word}, ${number}], properties: { ${own} } }`)} }
      responses: { '201': { description: Made., ${json(thing)} }, '404': { description: None. }, '409': { description: Not free. }, '422': { description: Wrong. } }
  /${above}/{aboveId}/${name}/{id}:
    parameters: [{ name: aboveId, in: path, required: true, schema: ${id} }, { name: id, in: path, required: true, schema: ${id} }]
    get: { operationId: read, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. } } }
`;
}

type Members = Readonly<Record<string, unknown>>;

/** `missed`: by what two of them are not compared. */
async function foundWith(domain: Domain, missed: 'above' | 'reference' | 'place' | undefined): Promise<readonly string[]> {
  const { above, named, reference, place, slot } = domain;
  const kept = new Map<string, Members[]>([
    [above, []],
    [named, []],
  ]);
  const all: Members[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const target = async (request: Request): Promise<Response> => {
    const [, kind = '', key, inner, innerKey] = new URL(request.url).pathname.split('/');
    const one = kept.get(kind)?.[Number(key) - 1];
    if (key !== undefined && one === undefined) return status(404);
    const found = all[Number(innerKey) - 1];
    if (innerKey !== undefined) return found?.above === Number(key) ? Response.json(found) : status(404);
    if (request.method === 'GET') return Response.json(one);
    const given: unknown = await request.json().catch(() => undefined);
    if (typeof given !== 'object' || given === null) return status(422);
    const body = given as Members;
    const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && value.length <= 20;
    if (inner === undefined) {
      if (!isText(body.name)) return status(422);
      const made = { id: (kept.get(kind)?.length ?? 0) + 1 };
      kept.get(kind)?.push(made);
      return Response.json(made, { status: 201 });
    }
    const [word, number] = slot.map((name) => body[name]);
    const isSlot = ['mon', 'tue', 'wed', 'thu', 'fri'].includes(String(word)) && Number(number) >= 1 && Number(number) <= 9;
    if (!isSlot || !isText(body[place]) || kept.get(named)?.[Number(body[reference]) - 1] === undefined) return status(422);
    const own: Members = { ...Object.fromEntries([reference, place, ...slot].map((name) => [name, body[name]])), above: Number(key) };
    const parts = { above: 'above', reference, place };
    const isTaken = all
      .filter((other) => slot.every((name) => other[name] === own[name]))
      .some((other) => Object.entries(parts).some(([part, name]) => part !== missed && other[name] === own[name]));
    if (isTaken) return status(409);
    all.push({ id: all.length + 1, ...own });
    return Response.json(all.at(-1), { status: 201 });
  };
  const { findings } = await conformService(await serviceFrom(documentOf(domain)), { target, random: 0, ...lookingFor('unique-values') });
  return findings.map(({ message }) => message);
}

describeInTurns('$name', DOMAINS, (domain, test) => {
  test('nothing is found where each has one', async () => expect(await foundWith(domain, undefined)).toEqual([]));

  test.each(['above', 'reference', 'place'] as const)('it is found that two have the same: %s', async (missed) => {
    const subject = missed === 'reference' ? domain.named : domain[missed];
    expect(await foundWith(domain, missed)).toEqual([
      expect.stringMatching(new RegExp(`^add succeeds in the slot of \\d+ with the same of ${subject}, and the document says: “`)),
    ]);
  });
});

test.each<readonly [text: string, found: object | undefined]>([
  [
    'In one school year a class, a teacher and a room each have at most one lesson in a period of a weekday.',
    { subjects: ['classes', 'teachers', 'room'], members: ['weekday', 'period'], within: 'years' },
  ],
  [
    'A teacher has only one lesson per weekday and period, if it is not a double one.',
    { subjects: ['teachers'], members: ['weekday', 'period'] },
  ],
  ['A young teacher has only one lesson per weekday and period.', undefined],
  ['A teacher has only one lesson per period of the week.', undefined],
  ['A teacher has at most one lesson.', undefined],
  ['In one quarter a teacher has only one lesson per weekday.', undefined],
])('“%s”', (says, found) => {
  const words = { name: 'lessons', kinds: ['classes', 'teachers', 'years'], members: ['weekday', 'period', 'room', 'teacher'] };
  expect(slotIn(says, words)).toEqual(found);
});
