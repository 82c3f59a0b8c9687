// Tests that octavo conform reaches what needs things in a state or of a quality that refusals speak of: steps that keep what they are for, steps on
// what was made below a thing, what things were made with, and times of one request that are ordered or too far apart.
import { describe, expect, test } from 'vitest';
import { apartBlamed, apartFrom, apartsFor } from '../../generator/conform/reach/corrections/apart.ts';
import { waysBefore } from '../../generator/conform/reach/ways/inserted.ts';
import { amountsOf, boundsOf, saidOf } from '../../generator/conform/reach/ways/qualities.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown, unreachedOf } from './small-services.ts';

const SHOWN = object({ id: ID });
const TITLE = object({ title: { type: 'string', minLength: 1 } });
const create = (operationId: string, schema: object, description = 'Adds one.') => ({
  post: { operationId, description, ...body(schema), responses: { 201: shown(SHOWN), ...refused } },
});
const action = (operationId: string, schema?: object) => ({
  ...inPath('id'),
  post: { operationId, ...(schema && body(schema)), responses: { 200: shown(SHOWN), ...refused } },
});

describe('a step keeps the state that it is for', () => {
  test.each([
    ['courses', 'status', ['hidden', 'announced', 'paused'], 'bookings'],
    ['stalls', 'phase', ['planned', 'running', 'moved'], 'sales'],
  ])('%s by their %s', async (things, member, [first = '', wanted = '', last = ''], below) => {
    const states = { type: 'string', enum: [first, wanted, last] };
    const thing = object({ id: ID, [member]: states });
    const service = await serviceOf({
      [`/${things}`]: { post: { operationId: 'make', ...body(TITLE), responses: { 201: shown(thing), ...refused } } },
      [`/${things}/{id}`]: {
        ...inPath('id'),
        patch: {
          operationId: 'change',
          ...body(object({ [member]: states }), { [member]: last }),
          responses: { 200: shown(thing), ...refused },
        },
      },
      [`/${things}/{id}/${below}`]: action('add', TITLE),
    });
    const known = new Map<string, string>();
    const target = handlerOf({
      [`POST ${things}`]: () => {
        const id = crypto.randomUUID();
        known.set(id, first);
        return json(201, { id, [member]: first });
      },
      [`PATCH ${things}/*`]: ([, id = ''], sent) => {
        const [now, next] = [known.get(id), String(sent[member])];
        if (now === undefined) return refusal(404, 'There is no such thing.');
        // From the first state, the last one cannot be reached.
        if (now === first && next === last) return refusal(409, `The ${member} is ${now}.`);
        known.set(id, next);
        return json(200, { id, [member]: next });
      },
      [`POST ${things}/*/${below}`]: ([, id = '']) =>
        known.get(id) === wanted
          ? json(200, { id })
          : refusal(known.has(id) ? 409 : 404, `The ${member} is ${known.get(id)}, and it takes none then.`),
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('a step is done on what was made below a thing', () => {
  test.each([
    [
      'repairs',
      'estimates',
      'answer',
      'decision',
      ['approved', 'refused'],
      'stage',
      ['waiting', 'running'],
      'The repair has no approved estimate.',
    ],
    ['films', 'cuts', 'verdict', 'action', ['released', 'dropped'], 'state', ['rough', 'showing'], 'No cut was released for the film.'],
  ])('%s with %s', async (things, below, deciding, member, [good = '', bad = ''], moving, [before = '', after = ''], says) => {
    const service = await serviceOf({
      [`/${things}`]: create('make', TITLE),
      [`/${things}/{id}/${below}`]: { ...inPath('id'), ...create('add', TITLE) },
      [`/${below}/{id}`]: { ...inPath('id'), get: { operationId: 'read', responses: { 200: shown(SHOWN), ...refused } } },
      [`/${below}/{id}/${deciding}`]: action('decide', object({ [member]: { type: 'string', enum: [bad, good] } })),
      [`/${things}/{id}/${moving}`]: action('move', object({ to: { type: 'string', enum: [before, after] } })),
      [`/${things}/{id}/notes`]: action('note', TITLE),
    });
    const known = new Map<string, { readonly above?: string; is: string }>();
    const made = (one: { readonly above?: string; is: string }): Response => {
      const id = crypto.randomUUID();
      known.set(id, one);
      return json(201, { id });
    };
    const gone = refusal(404, 'There is no such thing.');
    const target = handlerOf({
      [`POST ${things}`]: () => made({ is: before }),
      [`POST ${things}/*/${below}`]: ([, id = '']) => (known.has(id) ? made({ above: id, is: 'open' }) : gone.clone()),
      [`GET ${below}/*`]: ([, id = '']) => (known.has(id) ? json(200, { id }) : gone.clone()),
      [`POST ${below}/*/${deciding}`]: ([, id = ''], sent) => {
        const one = known.get(id);
        if (one?.above === undefined) return gone.clone();
        if (one.is !== 'open') return refusal(409, 'It is decided.');
        one.is = String(sent[member]);
        return json(200, { id });
      },
      [`POST ${things}/*/${moving}`]: ([, id = ''], sent) => {
        const one = known.get(id);
        if (one === undefined) return gone.clone();
        if (sent.to !== after || one.is !== before) return refusal(409, `It does not go from ${one.is} to ${sent.to}.`);
        if (![...known.values()].some(({ above, is }) => above === id && is === good)) return refusal(409, says);
        one.is = after;
        return json(200, { id });
      },
      [`POST ${things}/*/notes`]: ([, id = '']) => {
        const one = known.get(id);
        return one === undefined ? gone.clone() : one.is === after ? json(200, { id }) : refusal(409, `It is not ${after}.`);
      },
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('a thing was made with what a refusal speaks of', () => {
  const none = { type: ['integer', 'null'], minimum: 5, default: null };
  const amount = { type: 'integer', minimum: 0, maximum: 900, default: 0 };
  test.each<readonly [things: string, members: object, isGood: (sent: Readonly<Record<string, unknown>>) => boolean, says: string]>([
    [
      'tariffs',
      { rate: { ...none, description: 'Cents for a minute, `null` for one that is flat.' } },
      ({ rate }) => typeof rate === 'number',
      'The tariff is flat.',
    ],
    ['purses', { first_payment: amount }, (sent) => Number(sent.first_payment ?? 0) > 100, 'There is not enough money in the purse.'],
    [
      'boats',
      { carries: { type: 'integer', minimum: 1, maximum: 9, examples: [2] } },
      ({ carries }) => Number(carries) > 5,
      'The boat carries 2.',
    ],
  ])('%s', async (things, members, isGood, says) => {
    const above = {
      ...TITLE,
      properties: { ...TITLE.properties, ...members },
      ...(things === 'boats' && { required: ['title', 'carries'] }),
    };
    const service = await serviceOf({
      [`/${things}`]: create('make', above),
      [`/${things}/{id}`]: { ...inPath('id'), get: { operationId: 'read', responses: { 200: shown(SHOWN), ...refused } } },
      [`/${things}/{id}/uses`]: action('use', TITLE),
    });
    const known = new Map<string, boolean>();
    const target = handlerOf({
      [`POST ${things}`]: (_, sent) => {
        const id = crypto.randomUUID();
        known.set(id, isGood(sent));
        return json(201, { id });
      },
      [`GET ${things}/*`]: ([, id = '']) => (known.has(id) ? json(200, { id }) : refusal(404, 'There is no such thing.')),
      [`POST ${things}/*/uses`]: ([, id = '']) => (known.get(id) === true ? json(200, { id }) : refusal(known.has(id) ? 409 : 404, says)),
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });
});

describe('times of one request', () => {
  const day = { type: 'string', format: 'date' };
  const week = 7 * 86_400_000;
  test.each<readonly [string, string, string, (first: number, second: number) => string | undefined]>([
    [
      'visits',
      'opened',
      'shut',
      (from, to) => (to - from > week ? 'A visit has at most 7 nights.' : to > from ? undefined : 'It is shut after it is opened.'),
    ],
    [
      'bids',
      'answer_by',
      'work_from',
      (from, to) => (to > from ? undefined : 'The first day of work comes after the last day for an answer.'),
    ],
  ])('of %s', async (things, first, second, wrong) => {
    const service = await serviceOf({
      [`/${things}`]: {
        post: {
          operationId: 'make',
          ...body(object({ [first]: day, [second]: day }), {
            [first]: '2034-05-01',
            [second]: things === 'bids' ? '2031-01-01' : '2039-01-01',
          }),
          responses: { 201: shown(SHOWN), ...refused },
        },
      },
    });
    const target = handlerOf({
      [`POST ${things}`]: (_, sent) => {
        const says = wrong(Date.parse(String(sent[first])), Date.parse(String(sent[second])));
        return says === undefined ? json(201, { id: crypto.randomUUID() }) : refusal(422, says);
      },
    });
    expect(await unreachedOf(service, target)).toEqual([]);
  });

  const input = { body: { first: '2034-05-01', second: '2034-06-01' } };
  test.each([
    ['A stay has at most 7 nights.', [{ kind: 'apart', from: '/body/first', units: 1, most: 31 * 86_400_000 }]],
    ['The second comes before the first.', [{ kind: 'apart', from: '/body/first', units: -1 }]],
    ['The second is after today.', []],
    ['The name is taken.', []],
  ])('%s', (says, found) => expect(apartsFor(input, '/body/second', says)).toEqual(found));

  test('the last of two is blamed where something is too long', () => {
    expect(apartBlamed('It lasts longer than a week.', input)).toEqual(['/body/second']);
    expect(apartBlamed('The name is taken.', input)).toEqual([]);
    expect(apartBlamed('It lasts longer than a week.', { body: { ...input.body, third: '2034-07-01' } })).toEqual([]);
  });

  test('what is near enough stays', () => {
    const near = { kind: 'apart', from: '/body/first', units: 1, most: 5 * 86_400_000 } as const;
    expect(apartFrom(near, input, '2034-05-03')).toBe('2034-05-03');
    expect(apartFrom(near, input, '2034-05-08')).toBe('2034-05-02');
    expect(apartFrom(near, input, '2034-04-20')).toBe('2034-05-02');
    expect(apartFrom(near, { body: {} }, '2034-04-20')).toBeUndefined();
    // A day in a 13th month moves nothing.
    expect(apartFrom(near, { body: { [near.from.slice('/body/'.length)]: '2034-13-01' } }, '2034-04-20')).toBe('2034-04-20');
  });
});

describe('what is done before a step that was refused', () => {
  const known = async (refusal: string) => {
    const service = await serviceOf({
      '/repairs': create('make', TITLE),
      '/repairs/{id}/estimates': { ...inPath('id'), ...create('add', TITLE) },
      '/estimates/{id}': { ...inPath('id'), get: { operationId: 'read', responses: { 200: shown(SHOWN), ...refused } } },
      '/estimates/{id}/answer': action('decide', object({ decision: { type: 'string', enum: ['refused', 'approved'] } })),
      '/repairs/{id}/stage': action('move', object({ to: { type: 'string', enum: ['waiting', 'running', 'done'] } })),
      '/repairs/{id}/notes': action('note', TITLE),
    });
    const one = (id: string) => {
      const found = service.operations.find((operation) => operation.id === id);
      if (found === undefined) throw new Error(id);
      return found;
    };
    const to = (value: string) => ({
      ...{ operation: one('move'), place: '/path/id', set: { place: '/body/to', value } },
      among: ['waiting', 'running', 'done'],
    });
    const about = { operation: one('note'), producer: one('make'), operations: service.operations, edges: edgesOf(service, {}), refusal };
    return (state: string) => {
      const way = { producer: one('make'), place: '/path/id', steps: [to(state)] };
      return waysBefore(way, to(state), about).map(({ steps }) => steps.map((step) => step.set?.value ?? step.operation.id));
    };
  };

  test('what its refusal names is done to what is made below the thing', async () => {
    const [first] = (await known('The repair has no approved estimate.'))('running');
    expect(first).toEqual(['add', 'approved', 'running']);
  });

  test('the states that the document lists before come before, the nearest first', async () => {
    const ways = (await known('It does not go from waiting to done.'))('done');
    expect(ways.slice(0, 2)).toEqual([
      ['running', 'done'],
      ['waiting', 'done'],
    ]);
  });

  test('nothing is done before a step that the way does not have', async () => {
    const ways = await known('The name is taken.');
    expect(ways('waiting')).toEqual([]);
  });
});

describe('what a refusal says of what a thing was made with', () => {
  const made = async (members: object) => {
    const service = await serviceOf({ '/tariffs': create('make', { ...TITLE, properties: { ...TITLE.properties, ...members } }) });
    const [maker] = service.operations;
    if (maker === undefined) throw new Error('no operation');
    return maker;
  };
  const set = (place: string, value: unknown) => [expect.objectContaining({ set: { place, value } })];

  test('a value in place of null', async () => {
    const rate = { type: ['integer', 'null'], minimum: 5, default: null, description: 'Cents a minute, `null` for one that is flat.' };
    const maker = await made({ rate });
    expect(saidOf(maker, 'The tariff is flat.')).toEqual(set('/body/rate', 5));
    expect(saidOf(maker, 'The tariff is archived.')).toEqual([]);
  });

  test('plenty where nothing is the default', async () => {
    const maker = await made({ first: { type: 'integer', maximum: 900, default: 0 }, sum: { type: 'string', default: '0.00' } });
    const both = [...set('/body/first', 900), ...set('/body/sum', '2000.00')];
    expect(amountsOf(maker, 'There is not enough money.')).toEqual(both);
    expect(amountsOf(maker, 'InsufficientFunds')).toEqual(both);
    expect(amountsOf(maker, 'The tariff is archived.')).toEqual([]);
  });

  test('the largest number where one is said with its value', async () => {
    const maker = await made({ carries: { type: 'integer', maximum: 9 }, title: { type: 'string' } });
    expect(boundsOf(maker, 'The boat carries 2.')).toEqual(set('/body/carries', 9));
    expect(boundsOf(maker, 'The boat is at sea.')).toEqual([]);
  });
});
