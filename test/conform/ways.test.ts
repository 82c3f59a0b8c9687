// Tests that octavo conform finds the way to a success: several states in turn, steps on other things that an answer names, and names that are new.
import { describe, expect, test } from 'vitest';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { newlyNamed } from '../../generator/conform/reach/named.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown, unreachedOf } from './small-services.ts';

const SHOWN = object({ id: ID });

describe('one operation brings a thing to several states in turn', () => {
  test.each([
    ['parcels', 'transitions', 'to', ['packed', 'sent'], 'invoice'],
    ['visits', 'status', 'status', ['arrived', 'finished'], 'report'],
    ['loans', 'state', 'state', ['granted', 'returned'], 'rating'],
  ])('%s by %s', async (things, action, member, states, below) => {
    const states2 = ['new', ...states];
    const service = await serviceOf({
      [`/${things}`]: {
        post: { operationId: 'make', ...body(object({ title: { type: 'string' } })), responses: { 201: shown(SHOWN), ...refused } },
      },
      [`/${things}/{id}/${action}`]: {
        ...inPath('id'),
        post: {
          operationId: 'move',
          ...body(object({ [member]: { type: 'string', enum: states } })),
          responses: { 200: shown(SHOWN), ...refused },
        },
      },
      [`/${things}/{id}/${below}`]: { ...inPath('id'), post: { operationId: 'last', responses: { 200: shown(SHOWN), ...refused } } },
    });
    const known = new Map<string, number>();
    const target = handlerOf({
      [`POST ${things}`]: () => {
        const id = crypto.randomUUID();
        known.set(id, 0);
        return json(201, { id });
      },
      [`POST ${things}/*/${action}`]: ([, id = ''], sent) => {
        const [now, next] = [known.get(id), states2.indexOf(String(sent[member]))];
        if (now === undefined) return refusal(404, 'There is no such thing.');
        if (next !== now + 1) return refusal(409, `It does not come from ${states2[now]} to ${sent[member]}.`);
        known.set(id, next);
        return json(200, { id });
      },
      [`POST ${things}/*/${below}`]: ([, id = '']) =>
        known.get(id) === 2 ? json(200, { id }) : refusal(known.has(id) ? 409 : 404, `It is not ${states[1]}.`),
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('a step is done on what the same answer names', () => {
  test.each([
    ['orders', 'ticketId', 'tickets', 'pay', 'admission'],
    ['bookings', 'passId', 'passes', 'confirm', 'activation'],
    ['purchases', 'licenceId', 'licences', 'settlement', 'use'],
  ])('%s with %s', async (things, reference, others, step, last) => {
    const both = object({ id: ID, [reference]: ID });
    const service = await serviceOf({
      [`/${things}`]: {
        post: { operationId: 'make', ...body(object({ title: { type: 'string' } })), responses: { 201: shown(both), ...refused } },
      },
      [`/${things}/{id}/${step}`]: { ...inPath('id'), post: { operationId: 'step', responses: { 200: shown(SHOWN), ...refused } } },
      [`/${things}/{id}/cancellation`]: { ...inPath('id'), post: { operationId: 'cancel', responses: { 200: shown(SHOWN), ...refused } } },
      [`/${others}/{${reference}}/${last}`]: {
        ...inPath(reference),
        post: { operationId: 'last', responses: { 200: shown(object({ [reference]: ID })), ...refused } },
      },
    });
    const known = new Map<string, { readonly other: string; isDone: boolean; isCancelled: boolean }>();
    const target = handlerOf({
      [`POST ${things}`]: () => {
        const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
        known.set(id, { other, isDone: false, isCancelled: false });
        return json(201, { id, [reference]: other });
      },
      [`POST ${things}/*/${step}`]: ([, id = '']) => {
        const found = known.get(id);
        if (found === undefined) return refusal(404, 'There is no such thing.');
        found.isDone = true;
        return json(200, { id });
      },
      [`POST ${things}/*/cancellation`]: ([, id = '']) => {
        const found = known.get(id);
        if (found === undefined) return refusal(404, 'There is no such thing.');
        found.isCancelled = true;
        return json(200, { id });
      },
      [`POST ${others}/*/${last}`]: ([, id]) => {
        const found = [...known.values()].find(({ other }) => other === id);
        if (found === undefined) return refusal(404, 'There is no such thing.');
        return found.isDone && !found.isCancelled ? json(200, { [reference]: id }) : refusal(409, 'It is not valid.');
      },
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('what asks that nothing is there gets a new name, and no tag', () => {
  test.each([
    ['articles', 'slug'],
    ['rates', 'code'],
    ['zones', 'name'],
  ])('%s by %s', async (things, name) => {
    const thing = object({ [name]: { type: 'string' } });
    const header = (one: string) => ({ name: one, in: 'header', schema: { type: 'string' } });
    const service = await serviceOf({
      [`/${things}/{${name}}`]: {
        put: {
          operationId: 'put',
          parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }, header('If-Match'), header('If-None-Match')],
          responses: { 200: shown(thing), 201: shown(thing), 412: shown(thing) },
        },
      },
    });
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('The document has one operation.');
    const judge = await createJudge(service);
    const input = { path: { [name]: 'first' }, header: { 'If-Match': '"3"', 'If-None-Match': '*' } };
    const named = newlyNamed(judge, { operation }, input);
    expect(named.header).toEqual({ 'If-None-Match': '*' });
    expect(named.path).not.toEqual(input.path);
    expect(newlyNamed(judge, { operation, at: '/header/If-Match' }, input)).toBe(input);
    const free = { ...input, header: { 'If-Match': '"3"' } };
    expect(newlyNamed(judge, { operation }, free)).toBe(free);
  });
});
