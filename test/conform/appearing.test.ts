// Tests that octavo conform reaches what only comes about by something else, what needs a map with the names of other things, and what takes a second
// thing with other references alone.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { sampleOf } from '../support/effort.ts';
import {
  type Answer,
  body,
  handlerOf,
  ID,
  inPath,
  json,
  object,
  refusal,
  refused,
  serviceOf,
  shown,
  unreachedOf,
} from './small-services.ts';

describe('what an action brings about is changed, and what was there before is not', () => {
  test.each([
    ['sales', 'saleId', 'close', 'Closes a sale, which makes an invoice.', 'invoices', 'pay'],
    ['requests', 'requestId', 'approval', 'Approves a request. The permit is valid at once.', 'permits', 'extend'],
    ['orders', 'order', 'dispatch', 'Sends the order away.', 'shipments', 'confirm'],
  ])('%s and %s of %s', async (things, reference, action, summary, items, verb) => {
    const thing = object({ id: ID, title: { type: 'string' } });
    const item = object({ id: ID, [reference]: ID });
    const service = await serviceOf({
      [`/${things}`]: {
        post: { operationId: 'make', ...body(object({ title: { type: 'string' } })), responses: { 201: shown(thing), ...refused } },
      },
      [`/${things}/{id}/${action}`]: {
        ...inPath('id'),
        post: { operationId: 'act', summary, responses: { 200: shown(thing), ...refused } },
      },
      [`/${items}`]: { get: { operationId: 'list', responses: { 200: shown({ type: 'array', items: item }) } } },
      [`/${items}/{id}/${verb}`]: { ...inPath('id'), post: { operationId: 'change', responses: { 200: shown(item), ...refused } } },
    });
    const known = new Map<string, object>();
    const before: Readonly<Record<string, string>> = { id: crypto.randomUUID(), [reference]: crypto.randomUUID() };
    const listed = [before];
    const changed = new Set<unknown>();
    const target = handlerOf({
      [`POST ${things}`]: (_, { title }) => {
        const made = { id: crypto.randomUUID(), title };
        known.set(made.id, made);
        return json(201, made);
      },
      [`POST ${things}/*/${action}`]: ([, id = '']) => {
        const found = known.get(id);
        if (found === undefined) return refusal(404, 'There is no such thing.');
        listed.push({ id: crypto.randomUUID(), [reference]: id });
        return json(200, found);
      },
      [`GET ${items}`]: () => json(200, listed),
      [`POST ${items}/*/${verb}`]: ([, id]) => {
        const found = listed.find((one) => one.id === id);
        changed.add(found);
        return found === undefined ? refusal(404, 'There is no such thing.') : json(200, found);
      },
    });
    expect(await unreachedOf(service, target)).toEqual([]);
    expect(changed.has(before)).toBe(false);
  });
});

describe('a map gets the names that members of another thing have', () => {
  test.each(
    sampleOf(
      [
        ['surveys', 'questions', 'id', 'answers', 'marks', 'An answer to each question.'],
        ['contests', 'criteria', 'key', 'reviews', 'scores', 'By the key of the criterion.'],
        ['menus', 'dishes', 'code', 'meals', 'portions', 'How many of each dish of the menu.'],
      ],
      1,
    ),
  )('%s with %s by %s', async (things, list, name, below, map, description) => {
    const member = object({ [name]: { type: 'string' }, label: { type: 'string' } });
    const members = { type: 'array', minItems: 1, items: member };
    const marks = { type: 'object', description, additionalProperties: { type: 'integer', minimum: 1 } };
    const thing = object({ id: ID, [list]: members });
    const service = await serviceOf({
      [`/${things}`]: {
        post: {
          operationId: 'make',
          ...body(object({ [list]: members }), { [list]: [1, 2].map((one) => ({ [name]: `own-${one}`, label: 'One' })) }),
          responses: { 201: shown(thing), ...refused },
        },
      },
      [`/${things}/{id}/${below}`]: {
        ...inPath('id'),
        post: {
          operationId: 'add',
          ...body(object({ [map]: marks }), { [map]: { other: 3 } }),
          responses: { 201: shown(object({ [map]: marks })), ...refused },
        },
      },
    });
    const known = new Map<string, Readonly<Record<string, unknown>>>();
    const target = handlerOf({
      [`POST ${things}`]: (_, sent) => {
        const made = { id: crypto.randomUUID(), ...sent };
        known.set(made.id, made);
        return json(201, made);
      },
      [`POST ${things}/*/${below}`]: ([, id = ''], sent) => {
        const found = known.get(id);
        if (found === undefined) return refusal(404, 'There is no such thing.');
        const wanted = (found[list] as Readonly<Record<string, string>>[]).map((one) => one[name]);
        const given = Object.keys(sent[map] as object);
        const fits = given.length === new Set(wanted).size && wanted.every((one) => given.includes(String(one)));
        return fits ? json(201, sent) : refusal(422, `The ${map} do not fit.`);
      },
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('a step that one reference takes once is done on things with other references', () => {
  test.each(
    sampleOf(
      [
        ['members', 'memberId', 'loans', 'start', 'extend', 'The member has another loan that was started.'],
        ['teams', 'teamId', 'entries', 'register', 'withdraw', 'Another entry of the team is registered.'],
        ['patients', 'patientId', 'stays', 'admission', 'discharge', 'The patient has been admitted.'],
      ],
      1,
    ),
  )('%s with %s in %s', async (holders, reference, things, first, second, detail) => {
    const thing = object({ id: ID, [reference]: ID });
    const act = (operationId: string) => ({ ...inPath('id'), post: { operationId, responses: { 200: shown(thing), ...refused } } });
    const service = await serviceOf({
      [`/${holders}`]: {
        post: {
          operationId: 'makeHolder',
          ...body(object({ title: { type: 'string' } })),
          responses: { 201: shown(object({ id: ID })), ...refused },
        },
      },
      [`/${things}`]: { post: { operationId: 'make', ...body(object({ [reference]: ID })), responses: { 201: shown(thing), ...refused } } },
      [`/${things}/{id}/${second}`]: act('second'),
      [`/${things}/{id}/${first}`]: act('first'),
      [`/${things}/{id}/review`]: act('third'),
    });
    const holding = new Set<string>();
    const known = new Map<string, { readonly id: string; readonly holder: string; state: number }>();
    const step =
      (from: number): Answer =>
      ([, id = '']) => {
        const found = known.get(id);
        if (found === undefined) return refusal(404, 'There is no such thing.');
        if (found.state !== from) return refusal(409, 'It is in another state.');
        const isTaken = [...known.values()].some((one) => one !== found && one.state > 0 && one.holder === found.holder);
        if (from === 0 && isTaken) return refusal(409, detail);
        found.state++;
        return json(200, { id, [reference]: found.holder });
      };
    const target = handlerOf({
      [`POST ${holders}`]: () => {
        const id = crypto.randomUUID();
        holding.add(id);
        return json(201, { id });
      },
      [`POST ${things}`]: (_, sent) => {
        const holder = String(sent[reference]);
        if (!holding.has(holder)) return refusal(422, `${reference} leads to nothing.`);
        const id = crypto.randomUUID();
        known.set(id, { id, holder, state: 0 });
        return json(201, { id, [reference]: holder });
      },
      [`POST ${things}/*/${first}`]: step(0),
      [`POST ${things}/*/${second}`]: step(1),
      [`POST ${things}/*/review`]: step(2),
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('what a list below a thing of the run has is changed', () => {
  test.each(
    sampleOf(
      [
        ['accounts', 'account', 'variables', 'key'],
        ['teams', 'teamId', 'seats', 'number'],
        ['boxes', 'id', 'labels', 'code'],
      ],
      1,
    ),
  )('%s by %s with %s', async (things, parameter, items, name) => {
    const item = object({ [name]: { type: 'string' } });
    const list = { type: 'array', items: item };
    const service = await serviceOf({
      [`/${things}`]: {
        post: {
          operationId: 'make',
          ...body(object({ title: { type: 'string' } })),
          responses: { 201: shown(object({ id: ID })), ...refused },
        },
      },
      [`/${things}/{${parameter}}/${items}`]: {
        ...inPath(parameter),
        get: { operationId: 'list', responses: { 200: shown(list), ...refused } },
      },
      [`/${things}/{${parameter}}/${items}/{${name}}`]: {
        parameters: [...inPath(parameter).parameters, { name, in: 'path', required: true, schema: { type: 'string' } }],
        put: { operationId: 'change', responses: { 200: shown(item), ...refused } },
      },
    });
    const known = new Map<string, string>();
    const target: Handler = async (request) => {
      const [, , id, below, key] = new URL(request.url).pathname.split('/');
      if (request.method === 'POST' && id === undefined) {
        const made = { id: crypto.randomUUID() };
        known.set(made.id, `own-${known.size}`);
        return json(201, made);
      }
      const own = known.get(id ?? '');
      if (own === undefined || below !== items) return refusal(404, 'There is no such thing.');
      if (request.method === 'GET' && key === undefined) return json(200, [{ [name]: own }]);
      return request.method === 'PUT' && key === own ? json(200, { [name]: own }) : refusal(404, 'There is no such item.');
    };
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});
