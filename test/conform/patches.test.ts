// Tests that octavo conform finds patches that change too much or too little, and creates that forget a default, in a small service of plans.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (name: string, type = 'application/json'): string =>
  `content: { ${type}: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const changed = `responses: { '200': { description: Changed., ${json('Plan')} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
const kind = (name: string, type: string, body: string, parameters = ''): string => `
  /${name}:
    post:
      operationId: add-${name}
      requestBody: { required: true, ${json('NewPlan')} }
      responses: { '201': { description: Made., ${json('Plan')} }, '422': { description: Invalid. } }
  /${name}/{id}:
    parameters: [${id}]
    get: { operationId: read-${name}, responses: { '200': { description: Found., ${json('Plan')} }, '404': { description: None. } } }
    patch: { operationId: change-${name}, ${parameters} requestBody: { required: true, ${json(body, type)} }, ${changed} }`;

const members = `
        name: { type: string, minLength: 1, maxLength: 9 }
        priority: { type: string, enum: [low, normal, high], default: normal }
        note: { type: string, minLength: 1, maxLength: 20 }
        labels: { type: object, maxProperties: 40, additionalProperties: { type: [string, 'null'], minLength: 1, maxLength: 9 } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Plans, version: '1' }
paths:${kind('merges', 'application/merge-patch+json', 'Change')}${kind('patches', 'application/json-patch+json', 'Patch')}${kind(
  'drafts',
  'application/json',
  'Change',
  'parameters: [{ name: updateMask, in: query, schema: { type: string, minLength: 1 } }],',
)}
components:
  schemas:
    NewPlan: { type: object, required: [name], additionalProperties: false, properties: {${members.replaceAll(/\n\s+/g, ', ').slice(1)} } }
    Change: { type: object, additionalProperties: false, properties: {${members.replaceAll(/\n\s+/g, ', ').slice(1)} } }
    Plan: { type: object, required: [id], properties: { id: { type: integer }${members.replaceAll(/\n\s+/g, ', ')} } }
    Patch:
      type: array
      minItems: 1
      items: { type: object, required: [op, path], properties: { op: { type: string, enum: [test, replace, remove] }, path: { type: string, pattern: '^/' }, value: {} } }
`);
const judge = await createJudge(service);

type Plan = Readonly<Record<string, unknown>>;
interface Step {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

interface Faults {
  readonly defaults?: Plan;
  /** How an object of labels changes. */
  readonly labels?: (before: object, given: object) => object;
  /** Whether a patch goes on after a step that fails. */
  readonly goesOn?: boolean;
  /** Whether what was changed before a step that fails stays. */
  readonly half?: boolean;
  readonly ignoresTests?: boolean;
  readonly refusesTests?: boolean;
  readonly ignoresMask?: boolean;
}

const merge = (before: object, given: object): object =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null));

function plans(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<string, Plan>();
  let last = 0;
  const none = (status: number): Response => new Response(null, { status });
  const merged = (before: Plan, given: Plan): Plan => ({
    ...before,
    ...given,
    ...(given.labels === undefined ? {} : { labels: (faults.labels ?? merge)(Object(before.labels), Object(given.labels)) }),
  });
  const patched = (before: Plan, steps: readonly Step[]): { readonly plan: Plan; readonly failed: boolean } => {
    let plan = before;
    for (const { op, path, value } of steps) {
      const name = path.slice(1);
      const isTest = op === 'test';
      const fails = isTest ? faults.ignoresTests !== true && !isDeepStrictEqual(plan[name], value) : plan[name] === undefined;
      if ((fails && faults.goesOn !== true) || (isTest && faults.refusesTests === true)) return { plan, failed: true };
      if (!isTest && !fails) plan = { ...plan, [name]: op === 'remove' ? undefined : value };
    }
    return { plan, failed: false };
  };
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, name = '', key] = pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    if (request.method === 'POST') {
      kept.set(`${name}/${++last}`, { priority: 'normal', ...faults.defaults, ...JSON.parse(text) });
      return Response.json({ id: last, ...kept.get(`${name}/${last}`) }, { status: 201 });
    }
    const at = `${name}/${key}`;
    const before = kept.get(at);
    if (before === undefined) return none(404);
    if (request.method === 'PATCH') {
      const body = JSON.parse(text);
      const mask = faults.ignoresMask === true ? undefined : searchParams.get('updateMask')?.split(',');
      const own =
        mask === undefined || Array.isArray(body) ? body : Object.fromEntries(Object.entries(body).filter(([one]) => mask.includes(one)));
      const { plan, failed } = Array.isArray(own) ? patched(before, own) : { plan: merged(before, own), failed: false };
      if (!failed || faults.half === true) kept.set(at, plan);
      if (failed) return none(409);
    }
    return Response.json({ id: Number(key), ...kept.get(at) });
  };
}

const CHECKS = ['member-defaults', 'merge-patch', 'json-patch', 'update-mask'];

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['a service without a fault', {}, []],
      [
        'another default',
        { defaults: { priority: 'low' } },
        ['merges', 'patches', 'drafts'].map(
          (name) => new RegExp(`^member-defaults: \`priority\` is "low" after add-${name} without it, and its default is "normal"\\.$`),
        ),
      ],
      [
        'labels that are replaced',
        { labels: (_, given) => merge({}, given) },
        [/^merge-patch: `labels\..*` is lost after change-merges with other members/],
      ],
      [
        'labels that stay in spite of null',
        { labels: (before, given) => ({ ...before, ...merge({}, given) }) },
        [/^merge-patch: `labels\..*` is still ".*" after change-merges with null for it\.$/],
      ],
      [
        'a test without effect',
        { ignoresTests: true },
        [/^json-patch: A patch of change-patches with a `test` that does not hold is answered with 200\.$/],
      ],
      [
        'places that need not be there',
        { goesOn: true },
        [/^json-patch: A patch of change-patches with a `test` that does not hold is answered with 200\.$/],
      ],
      [
        'a patch that is made in part',
        { half: true },
        [/^json-patch: `.*` is changed by a patch of change-patches with a `test` at its end that/],
      ],
      [
        'a test that always fails',
        { refusesTests: true },
        [/^json-patch: A patch of change-patches with a `test` that holds is answered with 409, and/],
      ],
      [
        'a mask without effect',
        { ignoresMask: true },
        [/^update-mask: `.*` is changed by change-drafts, although `updateMask` names `.*` alone\.$/],
      ],
    ],
    3,
  ),
)('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: plans(faults), most: 1, random: 0, ...lookingFor(...CHECKS) });
  const shown = report.findings.flatMap(({ check, message }) => (CHECKS.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = report.operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of CHECKS) expect(looked).toContain(check);
});
