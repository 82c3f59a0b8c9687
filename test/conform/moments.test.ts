// Tests that an action is refused at a time that an event of the thing rules out, on small services of several domains with one fault at a time.
import { expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  readonly things: string;
  readonly action: string;
  readonly says: string;
  /** The members of a thing with its event, and of the body of the action with its time. */
  readonly event: string;
  readonly time: string;
  readonly format: 'date' | 'date-time';
  readonly example: string;
  /** Whether the service takes a time, in milliseconds. */
  readonly isRight: (time: number, event: number) => boolean;
}

const HOUR = 3_600_000;
const DOMAINS: readonly Domain[] = [
  {
    things: 'loans',
    action: 'return',
    says: 'A return before the day of the lending is refused with 422.',
    event: 'lentOn',
    time: 'on',
    format: 'date',
    example: '2026-05-09',
    isRight: (time, event) => time >= event,
  },
  {
    things: 'cases',
    action: 'closing',
    says: 'Nothing is closed before the case was opened (422).',
    event: 'openedAt',
    time: 'at',
    format: 'date-time',
    example: '2026-05-09T10:00:00Z',
    isRight: (time, event) => time >= event,
  },
  {
    things: 'parcels',
    action: 'pickup',
    says: 'Parcels are picked up no later than 48 hours after `readyAt`; all else is refused with 422.',
    event: 'readyAt',
    time: 'moment',
    format: 'date-time',
    example: '2026-05-03T10:00:00Z',
    isRight: (time, event) => time <= event + 48 * HOUR,
  },
];

function documentOf({ things, action, says, event, time, format, example }: Domain): string {
  const first = format === 'date' ? '2026-05-02' : '2026-05-02T08:00:00Z';
  const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
  const id = '{ name: id, in: path, required: true, schema: { type: string, format: uuid } }';
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /${things}:
    post:
      operationId: add
      requestBody: { required: true, ${json('New')} }
      responses: { '201': { description: Made., ${json('Thing')} }, '422': { description: Wrong. } }
  /${things}/{id}:
    parameters: [${id}]
    get: { operationId: read, responses: { '200': { description: Found., ${json('Thing')} }, '404': { description: None. } } }
  /${things}/{id}/${action}:
    parameters: [${id}]
    post:
      operationId: act
      description: ${JSON.stringify(says)}
      requestBody: { required: true, ${json('Act')} }
      responses: { '200': { description: Done., ${json('Thing')} }, '404': { description: None. }, '422': { description: Wrong. } }
components:
  schemas:
    New:
      type: object
      required: [${event}]
      properties: { ${event}: { type: string, format: ${format} } }
      example: { ${event}: '${first}' }
    Thing:
      type: object
      required: [id, ${event}]
      properties: { id: { type: string, format: uuid }, ${event}: { type: string, format: ${format} } }
    Act:
      type: object
      required: [${time}]
      properties: { ${time}: { type: string, format: ${format} } }
      example: { ${time}: '${example}' }
`;
}

async function run(domain: Domain, isChecked: boolean): Promise<ConformReport> {
  const kept = new Map<string, Record<string, string>>();
  const target = async (request: Request): Promise<Response> => {
    const [, , id, action] = new URL(request.url).pathname.split('/');
    if (id === undefined) {
      const made: Record<string, string> = { ...((await request.json()) as Record<string, string>), id: crypto.randomUUID() };
      kept.set(made.id ?? '', made);
      return Response.json(made, { status: 201 });
    }
    const thing = kept.get(id);
    if (thing === undefined) return new Response(null, { status: 404 });
    if (action === undefined) return Response.json(thing);
    const sent = (await request.json()) as Record<string, string>;
    const [time, event] = [sent[domain.time], thing[domain.event]].map((text) => Date.parse(text ?? ''));
    const isRight = time !== undefined && event !== undefined && domain.isRight(time, event);
    return isChecked && !isRight ? new Response(null, { status: 422 }) : Response.json(thing);
  };
  return conformService(await serviceFrom(documentOf(domain)), { target, random: 2, ...lookingFor('stated-rules') });
}

const shown = ({ findings }: ConformReport): readonly string[] =>
  findings.filter(({ check }) => check === 'stated-rules').map(({ message }) => message);

test.each(sampleOf(DOMAINS, 1))('$things: a service that keeps the rule has no finding', async (domain) => {
  expect(shown(await run(domain, true))).toEqual([]);
});

test.each(sampleOf(DOMAINS, 1))('$things: a service that does not look at the event has one', async (domain) => {
  const [message] = shown(await run(domain, false));
  expect(message).toMatch(new RegExp(`^act with the \`${domain.time}\` \\S+ is accepted with 200 where \`${domain.event}\` is `));
});
