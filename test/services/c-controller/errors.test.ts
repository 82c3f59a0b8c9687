// Tests the code and status of every error of the controller, on each engine: those of all operations, and those of values, ranges and paths.

import * as interfaces from '@octavo/interfaces/c-controller';
import { expect, test } from 'vitest';
import { keys } from '../../../services/c-controller/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const API = 'https://controller.example.com/api/v1';

interface Call {
  readonly id: string;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
}

/** All operations of the document. */
const operations: readonly Call[] = Object.values<unknown>(interfaces).filter(
  (value): value is Call => typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'responses' in value,
);

/** A value that fits the body of a write. */
function bodyOf({ id, path }: Call): unknown {
  const value = id.includes('AsString') ? '7' : path.includes('/strings') ? 'Fuggle' : path.includes('/digitalOutputs') ? true : 7;
  return /Table(?:AsString)?$/.test(id) ? [value] : { value };
}

/** The operation at a tag, and at the first element of a table. */
function at(call: Call, tag: string): Call {
  return { ...call, path: call.path.replace('{index}', '0').replace(/\{\w+\}/, tag) };
}

/** Tables with an element that fits, and one that does not, as JSON. `twin`: the view of 64-bit integers as strings of digits. */
const tables: readonly { table: string; twin?: string; value: unknown; misfit: string; code: number }[] = [
  { table: 'int32s/HopTimes', value: 1, misfit: '2147483648', code: -13 },
  { table: 'int64s/FermentersDueNs', value: 1, misfit: '9223372036854775808', code: -13 },
  { table: 'int64s/FermentersDueNs', twin: '/_string', value: '1', misfit: '"9223372036854775808"', code: -13 },
  { table: 'floats/MashStepsC', value: 1, misfit: '1e39', code: -13 },
  { table: 'strings/HopNames', value: 'a', misfit: JSON.stringify('a'.repeat(1025)), code: -8 },
];

/** Tags with bodies that do not fit them. */
const misfits: readonly [tag: string, body: string, code: number][] = [
  ['vars/int32s/BatchNumber', '{"value":-2147483649}', -13],
  ['vars/int32s/BatchNumber', '{"value":1.5}', -8],
  ['vars/int64s/TotalPulses', '{"value":-9223372036854775809}', -13],
  ['vars/int64s/TotalPulses', '{"value":"7"}', -8],
  ['vars/int64s/TotalPulses/_string', '{"value":"-9223372036854775809"}', -13],
  ['vars/int64s/TotalPulses/_string', '{"value":"seven"}', -8],
  ['vars/floats/SetpointC', '{"value":-3.5e38}', -13],
  ['vars/floats/SetpointC', '{}', -8],
  ['vars/floats/SetpointC', '{"value":', -8],
  ['vars/strings/RecipeName', '{"value":7}', -8],
  ['ios/analogOutputs/SteamValvePct/eu', '{"value":1e39}', -13],
  ['ios/digitalOutputs/DrainOpen/state', '{"value":1}', -8],
];

describeOnEngines('errors of the controller', (engine) => {
  async function open() {
    const sandbox = await engine.open('c-controller');
    const fetch = sandbox.fetch('c-controller');
    const act = (action: string, body: Record<string, boolean | number> = {}) =>
      sandbox.control.runAction({ path: { service: 'c-controller', action }, body });
    /** Status and code of the answer, or its body. */
    async function send(path: string, body?: unknown, key: { readonly id: string; readonly value: string } = keys.readWrite) {
      const headers = { authorization: `Basic ${btoa(`${key.id}:${key.value}`)}`, 'content-type': 'application/json' };
      const sent =
        body === undefined ? { headers } : { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
      const response = await fetch(API + path, sent);
      const text = await response.text();
      const answer: unknown = text === '' ? undefined : JSON.parse(text);
      const code = typeof answer === 'object' && answer !== null && 'errorCode' in answer ? answer.errorCode : undefined;
      return [response.status, code ?? answer];
    }
    const call = (one: Call, key?: { id: string; value: string }) => send(one.path, one.method === 'GET' ? undefined : bodyOf(one), key);
    /** Calls operations, each at a tag that the strategy does not have, and gives those that were answered otherwise. */
    async function others(calls: readonly Call[], wanted: readonly unknown[], key?: { id: string; value: string }): Promise<unknown[]> {
      const answers = await Promise.all(calls.map(async (one) => [one.id, ...(await call(at(one, 'NoSuchTag'), key))]));
      return answers.filter(([, ...answer]) => JSON.stringify(answer) !== JSON.stringify(wanted));
    }
    return { act, send, call, others };
  }
  const ofTags = operations.filter(({ path }) => path.includes('{'));
  const lists = operations.filter(({ id, path }) => !path.includes('{') && !/^read(?:Device|Strategy)Details$/.test(id));
  const writes = operations.filter(({ method }) => method === 'POST');

  test('all 55 operations refuse a key that is not valid, and writes one that only reads', async () => {
    const { others } = await open();
    expect([operations.length, ofTags.length, lists.length, writes.length]).toEqual([55, 38, 15, 17]);
    expect(await others(operations, [401, -104], { id: keys.readWrite.id, value: 'wrong' })).toEqual([]);
    expect(await others(operations, [401, -104], { id: 'nobody', value: keys.readWrite.value })).toEqual([]);
    expect(await others(writes, [400, -109], keys.readOnly)).toEqual([]);
  });

  test('all operations refuse while the controller is busy, or has the factory password', async () => {
    const { act, others } = await open();
    for (const code of [-17, -20]) {
      await act('set-busy', { busy: true, code });
      expect(await others(operations, [400, code])).toEqual([]);
    }
    await act('set-factory-password', { factory: true });
    expect(await others(operations, [400, 400])).toEqual([]);
  });

  test('each operation of a tag refuses a name that is unknown, and a tag of another type', async () => {
    const { call, others } = await open();
    expect(await others(ofTags, [404, -28])).toEqual([]);
    for (const one of ofTags)
      expect([one.id, ...(await call(at(one, one.path.includes('analogInputs') ? 'LidClosed' : 'TankTempC')))]).toEqual([one.id, 404, -29]);
  });

  test('without a strategy, lists are empty, and each operation of a tag refuses', async () => {
    const { act, send, others } = await open();
    await act('unload-strategy');
    expect(await others(ofTags, [400, -1])).toEqual([]);
    expect(await others(lists, [200, []])).toEqual([]);
    expect(await send('/device/strategy')).toEqual([200, { strategyName: '', date: '', time: '', crc: '', runningCharts: 0 }]);
  });

  test('a range or an element that a table does not have, and elements that do not fit', async () => {
    const { send } = await open();
    for (const { table, twin = '', value, misfit, code } of tables) {
      const [path, element] = [
        `/device/strategy/tables/${table}${twin}`,
        (index: string) => `/device/strategy/tables/${table}/${index}${twin}`,
      ];
      const before = await send(path);
      for (const query of ['startIndex=1&numElements=4', 'numElements=0', 'numElements=-1', 'numElements=2147483648'])
        expect([table, query, await send(`${path}?${query}`)]).toEqual([table, query, [400, -3]]);
      for (const query of ['startIndex=4', 'startIndex=-1', 'startIndex=2147483648']) {
        expect([table, query, await send(`${path}?${query}`)]).toEqual([table, query, [400, -12]]);
        expect([table, query, await send(`${path}?${query}`, [value])]).toEqual([table, query, [400, -12]]);
      }
      for (const index of ['4', '-1', '2147483648']) {
        expect([table, index, await send(element(index))]).toEqual([table, index, [400, -12]]);
        expect([table, index, await send(element(index), { value })]).toEqual([table, index, [400, -12]]);
      }
      expect([table, await send(element('0'), `{"value":${misfit}}`)]).toEqual([table, [400, code]]);
      expect([table, await send(path, `[${JSON.stringify(value)},${misfit}]`)]).toEqual([table, [400, code]]);
      expect([table, await send(path, [value, {}])]).toEqual([table, [400, -8]]);
      expect([table, await send(path)]).toEqual([table, before]);
    }
  });

  test('a value that does not fit its tag', async () => {
    const { send } = await open();
    for (const [tag, body, code] of misfits) {
      const path = `/device/strategy/${tag}`;
      const before = await send(path);
      expect([tag, body, await send(path, body)]).toEqual([tag, body, [400, code]]);
      expect([tag, await send(path)]).toEqual([tag, before]);
    }
  });

  test('a body has up to 3,072 bytes', async () => {
    const { send } = await open();
    const path = '/device/strategy/tables/strings/HopNames';
    const body = JSON.stringify(['Fuggle']);
    expect(await send(path, body.padEnd(3072))).toEqual([200, 0]);
    expect(await send(path, body.padEnd(3073))).toEqual([413, 413]);
  });

  test('paths that name no operation', async () => {
    const { send } = await open();
    expect(await send('/device/strategy/charts')).toEqual([404, 404]);
    expect(await send('/device/strategy/vars/int32s/BatchNumber/value')).toEqual([404, 404]);
    expect(await send('/device/strategy/vars/pointers')).toEqual([400, -36]);
    expect(await send('/device/strategy/tables/pointers/Next?startIndex=1', [1])).toEqual([400, -36]);
    expect(await send('/device/strategy/ios/chassis/0')).toEqual([400, -36]);
    expect(await send('/device/strategy/vars/int32s/%ff')).toEqual([400, -13019]);
  });
});
