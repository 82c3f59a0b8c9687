// Tests that conform prepares several things together: a create names two of them, one has to be brought into a state, the other one needs something
// below it and takes one such create only. Then the values of the create are tried on their limits, in requests that succeed otherwise.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

interface Domain {
  /** The plural of what has to be brought into a state, and the action that does so. */
  readonly actor: string;
  readonly action: string;
  /** The plural of what takes one create, and of what it needs below it. */
  readonly thing: string;
  readonly below: string;
  /** The plural of what is created, and its number with its greatest value. */
  readonly made: string;
  readonly amount: string;
  readonly most: number;
  /** The error of a refusal for the state of the thing that a member names. */
  readonly errorOf: (member: string) => unknown;
}

const domains: readonly Domain[] = [
  {
    ...{ actor: 'readers', action: 'confirm', thing: 'copies', below: 'labels', made: 'loans', amount: 'days', most: 28 },
    errorOf: (member) => ({ error: { code: 'not_possible', target: member, message: 'It cannot be lent.' } }),
  },
  {
    ...{ actor: 'crews', action: 'certify', thing: 'boats', below: 'inspections', made: 'charters', amount: 'guests', most: 12 },
    errorOf: (member) => ({ message: `The ${member.slice(0, -2)} is not ready for sea.` }),
  },
  {
    ...{ actor: 'rooms', action: 'unlock', thing: 'exhibits', below: 'valuations', made: 'showings', amount: 'weeks', most: 40 },
    errorOf: (member) => ({ type: 'about:blank', title: 'Conflict', detail: `Not with this ${member.slice(0, -2)} as it stands.` }),
  },
];

const idOf = (plural: string): string => `${plural === 'copies' ? 'copy' : plural.slice(0, -1)}Id`;

function documentOf({ actor, action, thing, below, made, amount, most }: Domain): string {
  const id = '[{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999999 } }]';
  const plain = 'content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer } } } } }';
  const at = (path: string, operationId: string, rest = ''): string => `
  ${path}:${path.includes('{') ? `\n    parameters: ${id}` : ''}
    post: { operationId: ${operationId}, ${rest}responses: { '201': { description: Done., ${plain} }, '400': { description: Wrong. }, '404': { description: Unknown. }, '409': { description: Not as things are. }, '422': { description: Unknown. } } }`;
  const number = '{ type: integer, minimum: 1, maximum: 99999999 }';
  const body = `requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: false, required: [${idOf(actor)}, ${idOf(thing)}, ${amount}], properties: { ${idOf(actor)}: ${number}, ${idOf(thing)}: ${number}, ${amount}: { type: integer, minimum: 1, maximum: ${most} } } } } } }, `;
  const read = (plural: string): string => `
    get: { operationId: read_${plural}, responses: { '200': { description: It., ${plain} }, '404': { description: Unknown. } } }`;
  return `openapi: 3.1.0
info: { title: ${made}, version: '1' }
paths:${at(`/${actor}`, `add_${actor}`)}
  /${actor}/{id}:
    parameters: ${id}${read(actor)}${at(`/${actor}/{id}/${action}`, `${action}_${actor}`)}${at(`/${thing}`, `add_${thing}`)}
  /${thing}/{id}:
    parameters: ${id}${read(thing)}${at(`/${thing}/{id}/${below}`, `add_${below}`)}
  /${below}/{id}:
    parameters: ${id}${read(below)}${at(`/${made}`, `add_${made}`, body)}
`;
}

/** A service that looks at the form first, then for the things, and at last at their state. */
function serviceOf({ actor, action, thing, below, made, amount, most, errorOf }: Domain, isWrong: boolean): Handler {
  const all = new Map<string, Set<number>>(
    [actor, thing, below, made, `${actor} ready`, `${thing} ready`, `${thing} taken`].map((name) => [name, new Set()]),
  );
  const has = (name: string, id: number): boolean => all.get(name)?.has(id) === true;
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const done = (name: string, id: number): Response => {
    all.get(name)?.add(id);
    return Response.json({ id }, { status: 201 });
  };
  const refused = (member: string): Response => Response.json(errorOf(member), { status: 409 });
  return async (request) => {
    const [, kind = '', part, inner] = new URL(request.url).pathname.split('/');
    const id = /^[1-9]\d{0,7}$/.test(part ?? '') ? Number(part) : 0;
    if (request.method === 'GET') return has(kind, id) ? Response.json({ id }) : status(404);
    if (kind !== made && part === undefined) return done(kind, ++last);
    if (kind !== made && !has(kind, id)) return status(404);
    if (kind !== made) {
      if (inner === action) return done(`${actor} ready`, id);
      all.get(`${thing} ready`)?.add(id);
      return done(below, ++last);
    }
    const body: unknown = await request.json().catch(() => undefined);
    const isObject = typeof body === 'object' && body !== null && Object.keys(body).length === 3;
    const values = [idOf(actor), idOf(thing), amount].map((name) => (isObject ? Reflect.get(body, name) : undefined) as unknown);
    const [one = 0, other = 0, many = 0] = values.map(Number);
    const isForm = values.every((value) => Number.isInteger(value) && Number(value) >= 1) && many <= most + Number(isWrong);
    if (!isForm) return status(400);
    if (!has(actor, one) || !has(thing, other)) return status(422);
    if (!has(`${actor} ready`, one)) return refused(idOf(actor));
    if (!has(`${thing} ready`, other) || has(`${thing} taken`, other)) return refused(idOf(thing));
    all.get(`${thing} taken`)?.add(other);
    return done(made, ++last);
  };
}

const cases = domains.flatMap((domain) => [false, true].map((isWrong) => ({ domain, isWrong, name: domain.made })));

test.each(sampleOf(cases, 3))(
  'the limits of $name are tried on things that are prepared together, wrong: $isWrong',
  async ({ domain, isWrong }) => {
    const { findings, constraints } = await conformService(await serviceFrom(documentOf(domain)), {
      target: serviceOf(domain, isWrong),
      ...{ random: 2, sequences: false },
      ...lookingFor('refuses-invalid', 'accepts-valid'),
      most: 200,
    });
    const untried = (constraints?.untried ?? []).filter(({ operation }) => operation.id === `add_${domain.made}`);
    expect(untried.map(({ at, keyword, reason }) => `${at} ${keyword}: ${reason}`)).toEqual([]);
    expect(findings.map(({ check, operation }) => [check, operation.id])).toEqual(
      isWrong ? [['refuses-invalid', `add_${domain.made}`]] : [],
    );
  },
);
