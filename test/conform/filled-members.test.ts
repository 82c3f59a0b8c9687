// What an action empties is filled by another action first: a member that is empty already shows nothing.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';
import { lookingFor } from './support.ts';

interface Domain {
  /** The collection, the action that fills, the action that empties and what it says, and the state that it leads to. */
  readonly things: string;
  readonly fills: readonly [method: 'put' | 'post', segment: string, member: string];
  readonly empties: readonly [segment: string, says: string, state: string];
  readonly value: Readonly<Record<string, unknown>>;
  readonly shown: readonly [schema: object, filled: unknown, empty: unknown];
}

const DOMAINS: readonly Domain[] = [
  {
    things: 'claims',
    fills: ['put', 'reserve', 'reserve'],
    empties: ['closing', 'The claim is then `closed`, and its reserve is 0.', 'closed'],
    value: { amount: 40 },
    shown: [{ type: 'integer' }, 40, 0],
  },
  {
    things: 'rooms',
    fills: ['post', 'assign', 'guest'],
    empties: ['leave', 'Nobody has the room any more: `guest` is null again.', 'clean'],
    value: { name: 'Mira' },
    shown: [{ type: ['string', 'null'] }, 'Mira', null],
  },
  {
    things: 'pumps',
    fills: ['post', 'start', 'load'],
    empties: ['halt', 'Halts the pump. Its `load` is then 0.', 'halted'],
    value: { percent: 80 },
    shown: [{ type: 'number' }, 80, 0],
  },
];

const serviceFor = ({ things, fills, empties, value, shown: [schema] }: Domain) => {
  const [member, one] = [fills[2], things.slice(0, -1)];
  const thing = object({ id: ID, state: { type: 'string', enum: ['new', empties[2]] }, [member]: schema });
  const example = Object.fromEntries(
    Object.entries(value).map(([name, shape]) => [name, { type: typeof shape === 'number' ? 'integer' : 'string' }]),
  );
  return serviceOf({
    [`/${things}`]: {
      post: { operationId: 'create', ...body(object({ label: { type: 'string' } })), responses: { 201: shown(thing), ...refused } },
    },
    [`/${things}/{id}`]: { ...inPath('id'), get: { operationId: 'read', responses: { 200: shown(thing), ...refused } } },
    [`/${things}/{id}/${fills[1]}`]: {
      ...inPath('id'),
      [fills[0]]: {
        operationId: 'fill',
        summary: `Gives the ${one} what it has`,
        ...body(object(example), value),
        responses: { 200: shown(thing), ...refused },
      },
    },
    [`/${things}/{id}/${empties[0]}`]: {
      ...inPath('id'),
      post: { operationId: 'empty', description: empties[1], responses: { 200: shown(thing), ...refused } },
    },
  });
};

function handlerFor({ things, fills, empties, shown: [, filled, empty] }: Domain, isKept: boolean): Handler {
  const all = new Map<string, Record<string, unknown>>();
  const one = (id = ''): Record<string, unknown> | undefined => all.get(id);
  const changed = (id: string | undefined, change: Record<string, unknown>): Response => {
    const known = one(id);
    return known === undefined ? refusal(404, 'Nothing has this identifier.') : json(200, Object.assign(known, change));
  };
  return handlerOf({
    [`POST ${things}`]: () => {
      const made = { id: crypto.randomUUID(), state: 'new', [fills[2]]: empty };
      all.set(made.id, made);
      return json(201, made);
    },
    [`GET ${things}/*`]: ([, id]) => changed(id, {}),
    [`${fills[0].toUpperCase()} ${things}/*/${fills[1]}`]: ([, id]) =>
      one(id)?.state === 'new' ? changed(id, { [fills[2]]: filled }) : refusal(409, 'It is over.'),
    [`POST ${things}/*/${empties[0]}`]: ([, id]) => changed(id, { state: empties[2], ...(isKept ? {} : { [fills[2]]: empty }) }),
  });
}

describe.each(
  sampleOf(
    DOMAINS.map((domain) => [domain.things, domain] as const),
    1,
  ),
)('%s', (_, domain) => {
  test.each([
    [false, []],
    [true, ['state-rules read']],
  ])('whether the member is kept: %s', async (isKept, want) => {
    const report = await conformService(await serviceFor(domain), {
      ...{ target: handlerFor(domain, isKept), seed: 1, random: 1, most: 10 },
      ...lookingFor('state-rules'),
    });
    expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(want);
  });
});
