// Tests that octavo conform ends what it tries in vain: firings in a kiln that stays cold, and pots that nothing can glaze. Each is refused for one
// reason, whatever is sent.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { byEffort } from '../support/effort.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';
import { lookingFor } from './support.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 20 };
const KILN = object({ id: ID, name: NAME });
const FIRING = object({ id: ID, kiln: ID, degrees: { type: 'integer', minimum: 600, maximum: 1300 }, note: { type: 'string' } });
const POT = object({ id: ID, form: NAME, state: { type: 'string', enum: ['raw', 'glazed', 'broken'] } });

const { id: _, ...firing } = FIRING.properties as Record<string, object>;
const service = await serviceOf({
  '/kilns': {
    post: { operationId: 'addKiln', ...body(object({ name: NAME }), { name: 'Big' }), responses: { 201: shown(KILN), ...refused } },
  },
  '/kilns/{id}': { ...inPath('id'), get: { operationId: 'getKiln', responses: { 200: shown(KILN), ...refused } } },
  '/firings': { post: { operationId: 'fire', ...body(object(firing)), responses: { 201: shown(FIRING), ...refused } } },
  '/firings/{id}': { ...inPath('id'), get: { operationId: 'getFiring', responses: { 200: shown(FIRING), ...refused } } },
  '/pots': {
    post: { operationId: 'addPot', ...body(object({ form: NAME }), { form: 'Jug' }), responses: { 201: shown(POT), ...refused } },
  },
  '/pots/{id}': { ...inPath('id'), get: { operationId: 'getPot', responses: { 200: shown(POT), ...refused } } },
  '/pots/{id}/glaze': {
    ...inPath('id'),
    post: {
      operationId: 'glaze',
      ...body(object({ coats: { type: 'integer', minimum: 1, maximum: 9 }, minutes: { type: 'integer', minimum: 5, maximum: 50 } })),
      responses: { 200: shown(POT), ...refused },
    },
  },
  '/pots/{id}/smash': { ...inPath('id'), post: { operationId: 'smash', responses: { 200: shown(POT), ...refused } } },
});

/** Answers as the service, and counts what was refused for its state. */
function pottery(): { readonly target: Handler; readonly vain: Map<string, number> } {
  const kilns = new Map<string, object>();
  const pots = new Map<string, { form: unknown; state: string }>();
  const vain = new Map<string, number>();
  const isName = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 20;
  const isIn = (value: unknown, least: number, most: number): boolean =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  const none = (): Response => refusal(404, 'There is none.');
  const inVain = (name: string, detail: string): Response => {
    vain.set(name, (vain.get(name) ?? 0) + 1);
    return refusal(409, detail);
  };
  const shownPot = (id: string): Response => (pots.has(id) ? json(200, { id, ...pots.get(id) }) : none());
  const target = handlerOf({
    'POST kilns'(_path, { name }) {
      if (!isName(name)) return refusal(422, 'name');
      const id = crypto.randomUUID();
      kilns.set(id, { name });
      return json(201, { id, name });
    },
    'GET kilns/*': ([, id = '']) => (kilns.has(id) ? json(200, { id, ...kilns.get(id) }) : none()),
    'POST firings'(_path, { kiln, degrees, note }) {
      if (typeof kiln !== 'string' || typeof note !== 'string' || !isIn(degrees, 600, 1300)) return refusal(422, 'firing');
      if (!kilns.has(kiln)) return refusal(422, 'There is no such kiln.');
      return inVain('fire', 'The kiln is cold.');
    },
    'POST pots'(_path, { form }) {
      if (!isName(form)) return refusal(422, 'form');
      const id = crypto.randomUUID();
      pots.set(id, { form, state: 'raw' });
      return json(201, { id, ...pots.get(id) });
    },
    'GET pots/*': ([, id = '']) => shownPot(id),
    'POST pots/*/glaze'([, id = ''], { coats, minutes }) {
      const pot = pots.get(id);
      if (pot === undefined) return none();
      if (!isIn(coats, 1, 9) || !isIn(minutes, 5, 50)) return refusal(422, 'coats');
      return inVain('glaze', `The pot is ${pot.state}.`);
    },
    'POST pots/*/smash'([, id = '']) {
      const pot = pots.get(id);
      if (pot?.state === 'broken') return refusal(409, 'The pot is broken.');
      if (pot !== undefined) pot.state = 'broken';
      return shownPot(id);
    },
  });
  return { target, vain };
}

/** How many requests of sequences were refused for the state of what they name. */
async function refusedInVain(): Promise<(name: string) => number> {
  const [whole, alone] = [pottery(), pottery()];
  const options = { seed: 1, random: 4, most: 4, ...lookingFor('read-after-create', 'state-rules') };
  const { findings } = await conformService(service, { ...options, target: whole.target });
  await conformService(service, { ...options, target: alone.target, sequences: false });
  expect(findings).toEqual([]);
  return (name) => (whole.vain.get(name) ?? 0) - (alone.vain.get(name) ?? 0);
}

test('what is refused for the same reason is not tried without end', async () => {
  const vain = await refusedInVain();
  expect(vain('fire')).toBeLessThan(byEffort({ quick: 20, deep: 24 }));
  expect(vain('glaze')).toBeLessThan(28);
});
