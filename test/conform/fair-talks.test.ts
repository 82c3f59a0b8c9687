// Tests that octavo conform finds rules that sentences state in passing, in a small service of fairs with halls and talks: a talk is only made within
// the days of its fair, so that all of it has to be found out first.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }`;
const refusals = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Fairs, version: '1' }
paths:
  /fairs:
    post:
      operationId: addFair
      description: A draft is kept, and expires after 15 minutes, unless it is published.
      requestBody: { required: true, ${json('NewFair')} }
      responses: { '201': { description: Made., ${json('Fair')} }, '422': { description: Invalid. } }
  /fairs/{fair}:
    parameters: [${id('fair')}]
    get: { operationId: readFair, responses: { '200': { description: Found., ${json('Fair')} }, '404': { description: None. } } }
  /fairs/{fair}:publish:
    parameters: [${id('fair')}]
    post: { operationId: publishFair, description: Only a draft can be published., responses: { '200': { description: Found., ${json('Fair')} }, ${refusals} } }
  /fairs/{fair}/halls:
    parameters: [${id('fair')}]
    post:
      operationId: addHall
      description: 'Two halls of a fair cannot have the same title, in upper or lower case. That is a 409.'
      requestBody: { required: true, ${json('NewHall')} }
      responses: { '201': { description: Made., ${json('Hall')} }, ${refusals} }
  /fairs/{fair}/halls/{hall}:
    parameters: [${id('fair')}, ${id('hall')}]
    get: { operationId: readHall, responses: { '200': { description: Found., ${json('Hall')} }, '404': { description: None. } } }
    delete:
      operationId: removeHall
      description: A hall that still has talks is a 409, unless \`force\` is true, which removes them.
      parameters: [{ name: force, in: query, schema: { type: boolean, default: false } }]
      responses: { '204': { description: Gone. }, ${refusals} }
  /fairs/{fair}/halls/{hall}/talks:
    parameters: [${id('fair')}, ${id('hall')}]
    post:
      operationId: addTalk
      description: A talk is on a day of its fair. Two talks of a hall never overlap. That is a 409.
      requestBody: { required: true, ${json('NewTalk')} }
      responses: { '201': { description: Made., ${json('Talk')} }, ${refusals} }
  /fairs/{fair}/halls/{hall}/talks/{talk}:
    parameters: [${id('fair')}, ${id('hall')}, ${id('talk')}]
    get: { operationId: readTalk, responses: { '200': { description: Found., ${json('Talk')} }, '404': { description: None. } } }
  /guests:
    post:
      operationId: addGuest
      description: 'Only a published fair takes guests: a draft is a 409.'
      requestBody: { required: true, ${json('NewGuest')} }
      responses: { '201': { description: Made., ${json('Guest')} }, ${refusals} }
  /guests/{guest}:
    parameters: [${id('guest')}]
    get: { operationId: readGuest, responses: { '200': { description: Found., ${json('Guest')} }, '404': { description: None. } } }
components:
  schemas:
    NewFair:
      type: object
      required: [startDay, endDay]
      properties:
        startDay: { type: string, format: date, example: '2027-05-03' }
        endDay: { type: string, format: date, example: '2027-05-05' }
    Fair: { type: object, required: [id, state], properties: { id: { type: integer }, createdAt: { type: string, format: date-time }, expiresAt: { type: string, format: date-time }, startDay: { type: string }, endDay: { type: string }, state: { type: string, enum: [draft, published] }, code: { type: string, description: Left out until the fair is published. } } }
    NewHall: { type: object, required: [title], properties: { title: { type: string, minLength: 1, maxLength: 60, example: Blue } } }
    Hall: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }
    NewTalk:
      type: object
      required: [startTime, endTime]
      properties:
        startTime: { type: string, format: date-time, example: '2026-11-11T18:00:00Z' }
        endTime: { type: string, format: date-time, example: '2026-11-11T19:00:00Z' }
    Talk: { type: object, required: [id], properties: { id: { type: integer }, startTime: { type: string }, endTime: { type: string } } }
    NewGuest: { type: object, required: [fairId], properties: { fairId: { type: integer, minimum: 1, maximum: 999999999 } } }
    Guest: { type: object, required: [id, fairId], properties: { id: { type: integer }, fairId: { type: integer } } }
`);

interface Faults {
  readonly around?: true;
  readonly sameTitle?: true;
  readonly removesFull?: true;
  readonly takesDraft?: true;
  readonly holdsLong?: true;
  readonly hasCode?: true;
}

interface Kept {
  readonly id: number;
  readonly below: number;
  readonly state?: string;
  readonly code?: string;
  readonly title?: string;
  readonly startDay?: string;
  readonly endDay?: string;
  readonly startTime?: string;
  readonly endTime?: string;
}

function inMinutes(count: number): string {
  return new Date(Date.now() + count * 60_000).toISOString();
}

function fairs(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, Kept>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  const make = (below: number, members: object): Response => {
    last++;
    kept.set(last, { ...members, id: last, below });
    return Response.json({ ...members, id: last }, { status: 201 });
  };
  const others = (below: number): readonly Kept[] => [...kept.values()].filter((one) => one.below === below);
  const isAfter = (one: unknown, other: unknown): boolean => Date.parse(String(one)) >= Date.parse(String(other));
  return async (request) => {
    const path = new URL(request.url).pathname;
    const [, kind, number, part, hall] = path.split('/');
    const body = request.method === 'POST' ? await request.json().catch(() => ({})) : {};
    const own = kept.get(Number.parseInt(path.split('/').findLast((one) => /^\d+/.test(one)) ?? '0', 10));
    if (number !== undefined && own === undefined) return none(404);
    if (request.method === 'GET') return Response.json(own);
    if (request.method === 'DELETE') {
      if (own === undefined || (others(own.id).length > 0 && faults.removesFull !== true)) return none(409);
      kept.delete(own.id);
      return none(204);
    }
    if (kind === 'guests') {
      const fair = kept.get(body.fairId);
      if (fair === undefined) return none(422);
      return fair.state === 'draft' && faults.takesDraft !== true ? none(409) : make(0, { fairId: body.fairId });
    }
    if (number === undefined)
      return isAfter(body.endDay, body.startDay)
        ? make(0, {
            ...body,
            state: 'draft',
            createdAt: inMinutes(0),
            expiresAt: inMinutes(faults.holdsLong === true ? 50 : 15),
            ...(faults.hasCode === true ? { code: 'F1' } : {}),
          })
        : none(422);
    if (own === undefined) return none(404);
    if (path.endsWith(':publish')) {
      if (own.state !== 'draft') return none(409);
      kept.set(own.id, { ...own, state: 'published', code: 'F1' });
      return Response.json(kept.get(own.id));
    }
    if (hall === undefined && part === 'halls') {
      const textOf = (title: unknown): string => (faults.sameTitle === true ? String(title) : String(title).toLowerCase());
      return others(own.id).some(({ title }) => textOf(title) === textOf(body.title)) ? none(409) : make(own.id, { title: body.title });
    }
    const fair = kept.get(own.below);
    const isWithin = isAfter(body.startTime, fair?.startDay) && String(body.startTime).slice(0, 10) <= String(fair?.endDay);
    if (!isWithin || !isAfter(body.endTime, body.startTime)) return none(422);
    const meets = ({ startTime, endTime }: Kept): boolean => {
      if (faults.around === true && !isAfter(body.startTime, startTime) && isAfter(body.endTime, endTime)) return false;
      return !isAfter(body.startTime, endTime) && !isAfter(startTime, body.endTime);
    };
    return others(own.id).some(meets) ? none(409) : make(own.id, body);
  };
}

const CHECKS = ['no-overlap', 'unique-values', 'delete-in-use', 'state-rules', 'stated-times', 'read-after-create'];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'a talk around another one',
        { around: true },
        [/^no-overlap: addTalk succeeds with a span around it of \d+, and .*“Two talks of a hall never/],
      ],
      ['a title that differs by case alone', { sameTitle: true }, [/^unique-values: Two things have ".+" as `title` after addHall/]],
      [
        'a hall that is removed with its talks',
        { removesFull: true },
        [/^delete-in-use: \d+ is deleted with 204, although addTalk has named it/],
      ],
      ['a guest of a draft', { takesDraft: true }, [/^state-rules: addGuest is answered with 201 where `state` is `draft`/]],
      [
        'a draft that is kept for too long',
        { holdsLong: true },
        [/^stated-times: `expiresAt` is (?:3000|2999) seconds after the creation/],
      ],
      ['a draft with a code', { hasCode: true }, [/^state-rules: `code` is "F1" where `state` is `draft`/]],
    ],
    3,
  ),
)('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: fairs(faults), most: 4, random: 0, ...lookingFor(...CHECKS) });
  const shown = report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const tried = report.operations.flatMap(({ operation, cells }) => (cells.has('read-after-create') ? [operation.id] : []));
  expect(tried).toContain('readTalk');
});
