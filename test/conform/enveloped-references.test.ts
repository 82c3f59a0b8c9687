// Tests that octavo conform finds references inside of envelopes, and makes what fits the thing of a path: an entry of a lesson names an enrolment
// in its course.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const document = (kind: string): string =>
  `{ type: object, required: [data], properties: { data: { $ref: '#/components/schemas/${kind}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: string, format: uuid } }';
const making = (path: string, kind: string): string => `
  /${path}:
    ${path.includes('{id}') ? `parameters: [${id}]` : ''}
    post:
      operationId: add${kind}
      requestBody: { required: true, ${json(document(kind))} }
      responses: { '201': { description: Made., ${json(document(kind))} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
const reading = (path: string, kind: string): string => `
  /${path}/{id}:
    parameters: [${id}]
    get: { operationId: get${kind}, responses: { '200': { description: It., ${json(document(kind))} }, '404': { description: None. } } }`;
const resource = (kind: string, required: string, members: string): string => `
    ${kind}:
      type: object
      required: [type, id, attributes]
      properties:
        type: { type: string, const: ${kind.toLowerCase()} }
        id: { type: string, format: uuid, readOnly: true }
        attributes: { type: object, required: [${required}], properties: { ${members} } }`;
const reference = '{ type: string, format: uuid }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Classes, version: '1' }
paths:${making('courses', 'Course')}${reading('courses', 'Course')}${making('courses/{id}/lessons', 'Lesson')}${reading('lessons', 'Lesson')}${making('enrolments', 'Enrolment')}${reading('enrolments', 'Enrolment')}
  /lessons/{id}/attendance:
    parameters: [${id}]
    put:
      operationId: takeAttendance
      requestBody: { required: true, ${json(document('Attendance'))} }
      responses: { '200': { description: Taken., ${json(document('Lesson'))} }, '404': { description: None. }, '422': { description: Invalid. } }
components:
  schemas:${resource('Course', 'title', 'title: { type: string, minLength: 1 }')}${resource('Lesson', 'topic', 'topic: { type: string, minLength: 1 }')}${resource('Enrolment', 'courseId', `courseId: ${reference}`)}
    Entry: { type: object, required: [enrolmentId], properties: { enrolmentId: ${reference}, note: { type: string, maxLength: 20 } } }
    Attendance:
      type: object
      required: [type, attributes]
      properties:
        type: { type: string, const: attendances }
        attributes: { type: object, required: [entries], properties: { entries: { type: array, minItems: 1, items: { $ref: '#/components/schemas/Entry' } } } }
`);
const judge = await createJudge(service);

interface Resource {
  readonly id: string;
  readonly attributes: { readonly courseId?: string; readonly entries?: readonly { readonly enrolmentId: string; note?: string }[] };
}

/** A school whose lessons take entries of their own course alone; with the fault, notes of any length. */
function school(hasFault: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, Resource>();
  const none = (status: number): Response => new Response(null, { status });
  const refused = (pointer: string): Response =>
    Response.json({ errors: [{ detail: 'Is not in the course.', source: { pointer } }] }, { status: 422 });
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, , key, below] = pathname.split('/');
    const text = await request.text();
    const looked = hasFault ? text.replace(/"note":"[^"]*"/g, '"note":"x"') : text;
    const verdict = await verdictOn(judge, request, looked);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    const found = kept.get(key ?? '');
    if (key !== undefined && found === undefined) return none(404);
    if (request.method === 'GET') return Response.json({ data: found });
    const { data } = JSON.parse(text) as { readonly data: Resource };
    const { courseId, entries = [] } = data.attributes;
    if (courseId !== undefined && !kept.has(courseId)) return refused('/data/attributes/courseId');
    const wrong = entries.findIndex((one) => kept.get(one.enrolmentId)?.attributes.courseId !== found?.attributes.courseId);
    if (below === 'attendance')
      return wrong >= 0 ? refused(`/data/attributes/entries/${wrong}/enrolmentId`) : Response.json({ data: found });
    const made = {
      ...data,
      id: crypto.randomUUID(),
      attributes: { ...data.attributes, ...(below === 'lessons' && key ? { courseId: key } : {}) },
    };
    kept.set(made.id, made);
    return Response.json({ data: made }, { status: 201 });
  };
}

test('members of attributes refer to what other operations make', () => {
  const places = edgesOf(service).filter(({ to }) => to.startsWith('/body/'));
  expect(places.map(({ producer, from, consumer, to }) => [producer.id, from, consumer.id, to])).toEqual([
    ['addCourse', '/body/data/id', 'addEnrolment', '/body/data/attributes/courseId'],
    ['addEnrolment', '/body/data/id', 'takeAttendance', '/body/data/attributes/entries/0/enrolmentId'],
  ]);
});

test.each([
  [false, []],
  [true, ['takeAttendance']],
])('a note that is too long is found in an entry that fits the lesson: %s', async (hasFault, operations) => {
  const { findings, reached } = await conformService(service, {
    ...{ target: school(hasFault), random: 2, most: 100, sequences: false },
    ...lookingFor('refuses-invalid'),
  });
  expect([...new Set(findings.map(({ operation }) => operation.id))]).toEqual(operations);
  expect(reached).toMatchObject({ succeeded: 7, of: 7 });
});
