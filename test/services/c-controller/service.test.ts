// Tests the controller service alive, on each database: tags and their views, tables, timers, codes of errors, and what control can do.

import { type ControllerClient, createControllerClient } from '@octavo/interfaces/c-controller';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/c-controller/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { describeOnEachDatabase } from '../../support/databases.ts';

const login = ({ id, value }: { readonly id: string; readonly value: string }) => ({ username: id, password: value });

describeOnEachDatabase('the controller', ({ place }) => {
  async function open() {
    const sandbox = await createSandbox({ services: ['c-controller'], at: 'story', store: await place() });
    onTestFinished(() => sandbox.close());
    const clientOf = (key: { readonly id: string; readonly value: string }): ControllerClient =>
      createControllerClient({ fetch: sandbox.fetch('c-controller'), credentials: { key: login(key) } });
    const act = (action: string, body: Record<string, string | number | boolean | string[]> = {}) =>
      sandbox.control.runAction({ path: { service: 'c-controller', action }, body });
    return { sandbox, client: clientOf(keys.readWrite), clientOf, act };
  }

  test('C2: the controller and its strategy are read, and the time since the start grows', async () => {
    const { sandbox, client } = await open();
    expect(unwrap(await client.readDeviceDetails(), 200).upTimeSeconds).toBe(1209663);
    await sandbox.clock.set(sandbox.clock.now() + 60_500);
    expect(unwrap(await client.readDeviceDetails(), 200).upTimeSeconds).toBe(1209723);
    expect(unwrap(await client.readStrategyDetails(), 200)).toMatchObject({ strategyName: 'BrewhouseControl', runningCharts: 7 });
  });

  test('C3 to C5: a value that is written shows in the point and in the list', async () => {
    const { client } = await open();
    const path = { ioName: 'SteamValvePct' };
    expect((await client.writeAnalogOutputEu({ path, body: { value: 42.1 } })).status).toBe(200);
    expect(unwrap(await client.readAnalogOutputEu({ path }), 200).value).toBe(Math.fround(42.1));
    expect(unwrap(await client.readAnalogOutputs(), 200)[0]).toEqual({ name: 'SteamValvePct', value: Math.fround(42.1) });
    await client.writeDigitalOutputState({ path: { ioName: 'DrainOpen' }, body: { value: true } });
    expect(unwrap(await client.readDigitalOutputs(), 200)).toContainEqual({ name: 'DrainOpen', value: true });
    expect(unwrap(await client.readDigitalInputs(), 200)).toContainEqual({ name: 'LidClosed', value: true });
  });

  test('64-bit integers keep all digits, and show in both spellings', async () => {
    const { client } = await open();
    const path = { int64Name: 'TotalPulses' };
    await client.writeInt64Var({ path, body: { value: 9223372036854775807n } });
    expect(unwrap(await client.readInt64VarAsString({ path }), 200).value).toBe('9223372036854775807');
    await client.writeInt64VarAsString({ path, body: { value: '-9007199254740993' } });
    expect(unwrap(await client.readInt64Var({ path }), 200).value).toBe(-9007199254740993n);
    expect(unwrap(await client.readInt64Vars(), 200)[0]).toEqual({ name: 'TotalPulses', value: -9007199254740993n });
    expect(unwrap(await client.readInt64VarsAsStrings(), 200)[0]?.value).toBe('-9007199254740993');
  });

  test('a table is written in part, by element and as strings, and each view shows it', async () => {
    const { client } = await open();
    const path = { tableName: 'HopTimes' };
    await client.writeInt32Table({ path, query: { startIndex: 2 }, body: [7, 6, 5] });
    expect(unwrap(await client.readInt32Table({ path }), 200)).toEqual([60, 15, 7, 6]);
    await client.writeInt32TableElement({ path: { ...path, index: 0 }, body: { value: 90 } });
    expect(unwrap(await client.readInt32Table({ path, query: { startIndex: 0, numElements: 2 } }), 200)).toEqual([90, 15]);
    const due = { tableName: 'FermentersDueNs' };
    await client.writeInt64TableAsString({ path: due, query: { startIndex: 3 }, body: ['9223372036854775807'] });
    expect(unwrap(await client.readInt64TableElement({ path: { ...due, index: 3 } }), 200).value).toBe(9223372036854775807n);
    expect(unwrap(await client.readFloatTables(), 200)).toEqual([{ name: 'MashStepsC', length: 4 }]);
  });

  test('a string that is too long is truncated and stored, with the status 200 and -23', async () => {
    const { client } = await open();
    const path = { stringName: 'RecipeName' };
    const stored = unwrap(await client.writeStringVar({ path, body: { value: 'Winter Wheat Special' } }), 200);
    expect(stored).toEqual({ errorCode: -23, message: 'Only the first 16 characters are stored.' });
    expect(unwrap(await client.readStringVar({ path }), 200).value).toBe('Winter Wheat Spe');
    const table = { tableName: 'HopNames' };
    const written = await client.writeStringTable({ path: table, query: { startIndex: 3 }, body: ['Cascade', 'ignored'] });
    expect(unwrap(written, 200)?.errorCode).toBe(0);
    expect(unwrap(await client.readStringTable({ path: table }), 200)).toEqual(['Northdown', 'Northdown', 'Fuggle', 'Cascade']);
  });

  test('timers count on the sandbox clock, and a down timer stops at 0', async () => {
    const { sandbox, client } = await open();
    await sandbox.clock.set(sandbox.clock.now() + 3_600_000);
    expect(unwrap(await client.readUpTimerValue({ path: { upTimerName: 'MashTimer' } }), 200).value).toBe(6300.25);
    expect(unwrap(await client.readDownTimerVars(), 200)).toEqual([{ name: 'BoilTimer', value: 0 }]);
  });

  test('each refusal has the status and the code of the document, and changes nothing', async () => {
    const { client, clientOf } = await open();
    const codes = async (...calls: Promise<{ status: number; body?: unknown }>[]) =>
      (await Promise.all(calls)).map(({ status, body }) => [status, (body as { errorCode?: number } | undefined)?.errorCode]);
    const hops = { tableName: 'HopTimes' };
    const int32Name = 'BatchNumber';
    expect(
      await codes(
        client.readFloatVar({ path: { floatName: 'SetpontC' } }),
        client.readFloatVar({ path: { floatName: int32Name } }),
        client.readInt32Table({ path: hops, query: { startIndex: 1, numElements: 4 } }),
        client.readInt32Table({ path: hops, query: { startIndex: 4 } }),
        client.readInt32TableElement({ path: { ...hops, index: 4 } }),
        client.writeInt32Table({ path: hops, query: { startIndex: 9 }, body: [1] }),
        client.writeInt32Var({ path: { int32Name }, body: { value: 2147483648 } }),
        client.writeFloatVar({ path: { floatName: 'SetpointC' }, body: { value: 1e39 } }),
        client.writeInt64VarAsString({ path: { int64Name: 'TotalPulses' }, body: { value: '9223372036854775808' } }),
        client.writeInt32Var({ path: { int32Name }, body: { value: 'many' as never } }),
        clientOf(keys.readOnly).writeInt32Var({ path: { int32Name }, body: { value: 1 } }),
        clientOf({ id: keys.readWrite.id, value: 'wrong' }).readDeviceDetails(),
      ),
    ).toEqual([
      [404, -28],
      [404, -29],
      [400, -3],
      [400, -12],
      [400, -12],
      [400, -12],
      [400, -13],
      [400, -13],
      [400, -13],
      [400, -8],
      [400, -109],
      [401, -104],
    ]);
    expect(unwrap(await client.readInt32Var({ path: { int32Name } }), 200).value).toBe(412);
    expect(unwrap(await clientOf(keys.readOnly).readInt32Table({ path: hops }), 200)).toEqual([60, 15, 5, 0]);
  });

  test('a body of more than 3,072 bytes, an unknown path and a literal path are answered as the document says', async () => {
    const { sandbox } = await open();
    const send = async (path: string, init: RequestInit = {}) => {
      const authorization = `Basic ${btoa(`${keys.readWrite.id}:${keys.readWrite.value}`)}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await sandbox.fetch('c-controller')(`https://controller.example.com/api/v1${path}`, { ...init, headers });
      return [response.status, await response.json()];
    };
    const long = JSON.stringify({ value: 'x'.repeat(3072) });
    expect(await send('/device/strategy/vars/strings/BrewerName', { method: 'POST', body: long })).toMatchObject([413, { errorCode: 413 }]);
    expect(await send('/device/strategy/charts')).toMatchObject([404, { errorCode: 404 }]);
    expect(await send('/device/strategy/vars/int64s/_string')).toMatchObject([200, [{ name: 'TotalPulses', value: '48219007311' }, {}]]);
  });

  test('control unloads the strategy, makes the controller busy, and gives it the factory password', async () => {
    const { client, act } = await open();
    await act('unload-strategy');
    expect(unwrap(await client.readStrategyDetails(), 200).strategyName).toBe('');
    expect(unwrap(await client.readFloatVars(), 200)).toEqual([]);
    expect(await client.readFloatVar({ path: { floatName: 'SetpointC' } })).toMatchObject({ status: 400, body: { errorCode: -1 } });
    await act('load-strategy');
    await act('set-busy', { busy: true });
    expect(await client.readDeviceDetails()).toMatchObject({ status: 400, body: { errorCode: -17 } });
    await act('set-factory-password', { factory: true });
    expect(await client.readDeviceDetails()).toMatchObject({ status: 400, body: { errorCode: 400 } });
    await act('set-factory-password', { factory: false });
    await act('set-busy', { busy: false });
    expect((await client.readDeviceDetails()).status).toBe(200);
  });

  test('control sets inputs, moves them in a simulation, and makes keys', async () => {
    const { sandbox, client, clientOf, act } = await open();
    await act('set-input', { name: 'TankTempC', value: '71.25' });
    await act('set-input', { name: 'TankFull', value: 'true' });
    expect(unwrap(await client.readAnalogInputEu({ path: { ioName: 'TankTempC' } }), 200).value).toBe(71.25);
    expect(unwrap(await client.readDigitalInputState({ path: { ioName: 'TankFull' } }), 200).value).toBe(true);
    expect(await act('set-input', { name: 'SteamValvePct', value: '1' })).toMatchObject({ status: 400 });
    await act('simulate-plant', { running: true });
    await sandbox.clock.set(sandbox.clock.now() + 20_000);
    expect(unwrap(await client.readAnalogInputs(), 200)[0]?.value).not.toBe(71.25);
    const { result } = unwrap(await act('mint-key', { write: false }), 200);
    const minted = clientOf(result as { id: string; value: string });
    expect((await minted.readDeviceDetails()).status).toBe(200);
    expect((await minted.writeFloatVar({ path: { floatName: 'SetpointC' }, body: { value: 1 } })).status).toBe(400);
  });

  test('parallel writes to one table are each written whole', async () => {
    const { client } = await open();
    const path = { tableName: 'HopTimes' };
    await Promise.all(Array.from({ length: 25 }, (_, index) => client.writeInt32Table({ path, body: [index, index, index, index] })));
    const after = unwrap(await client.readInt32Table({ path }), 200);
    expect(new Set(after).size).toBe(1);
  });
});
