// Tests the controller service alive, on each engine: tags, tables, timers, keys, and what control can do.

import { type ControllerClient, createControllerClient } from '@octavo/interfaces/c-controller';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { keys } from '../../../services/c-controller/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const login = ({ id, value }: { readonly id: string; readonly value: string }) => ({ username: id, password: value });

describeOnEngines('the controller', (engine) => {
  async function open() {
    const sandbox = await engine.open('c-controller');
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

  test('C3, C4, C5: a value that is written shows in the point and in the list', async () => {
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

  test('C6: the user id is the identifier of a key, the password its value; a read-only key reads', async () => {
    const { client, clientOf, act } = await open();
    const path = { floatName: 'SetpointC' };
    const readOnly = clientOf(keys.readOnly);
    expect((await readOnly.readFloatVar({ path })).status).toBe(200);
    expect(await readOnly.writeFloatVar({ path, body: { value: 1 } })).toMatchObject({ status: 400, body: { errorCode: -109 } });
    expect(unwrap(await client.readFloatVar({ path }), 200).value).toBe(67);
    const { id, value } = unwrap(await act('mint-key', { write: true }), 200).result as { id: string; value: string };
    const minted = clientOf({ id, value });
    expect((await minted.writeFloatVar({ path, body: { value: 1 } })).status).toBe(200);
    expect((await act('revoke-key', { key: `${id}:another` })).status).toBe(404);
    expect((await act('revoke-key', { key: `${id}:${value}` })).status).toBe(200);
    expect(await minted.readFloatVar({ path })).toMatchObject({ status: 401, body: { errorCode: -104 } });
  });

  test('control unloads the strategy, makes the controller busy, and gives it the factory password', async () => {
    const { client, act } = await open();
    await act('unload-strategy');
    expect(unwrap(await client.readStrategyDetails(), 200).strategyName).toBe('');
    expect(unwrap(await client.readFloatVars(), 200)).toEqual([]);
    expect(await client.readFloatVar({ path: { floatName: 'SetpointC' } })).toMatchObject({ status: 400, body: { errorCode: -1 } });
    await act('load-strategy');
    expect(unwrap(await client.readFloatVar({ path: { floatName: 'SetpointC' } }), 200).value).toBe(67);
    await act('set-busy', { busy: true });
    expect(await client.readDeviceDetails()).toMatchObject({ status: 400, body: { errorCode: -17 } });
    expect((await act('set-busy', { busy: true, code: -1 })).status).toBe(400);
    await act('set-busy', { busy: true, code: -20 });
    expect(await client.readDeviceDetails()).toMatchObject({ status: 400, body: { errorCode: -20 } });
    await act('set-factory-password', { factory: true });
    expect(await client.readDeviceDetails()).toMatchObject({ status: 400, body: { errorCode: 400 } });
    await act('set-factory-password', { factory: false });
    await act('set-busy', { busy: false });
    expect((await client.readDeviceDetails()).status).toBe(200);
  });

  test('control sets inputs, and moves them in a simulation until it ends', async () => {
    const { sandbox, client, act } = await open();
    const inputs = async () => [...unwrap(await client.readAnalogInputs(), 200), ...unwrap(await client.readDigitalInputs(), 200)];
    await act('set-input', { name: 'TankTempC', value: '71.25' });
    await act('set-input', { name: 'TankFull', value: 'true' });
    const still = await inputs();
    expect(still).toMatchObject([{ name: 'TankTempC', value: 71.25 }, {}, {}, { name: 'TankFull', value: true }]);
    expect(unwrap(await client.readAnalogInputEu({ path: { ioName: 'TankTempC' } }), 200).value).toBe(71.25);
    expect(unwrap(await client.readDigitalInputState({ path: { ioName: 'TankFull' } }), 200).value).toBe(true);
    for (const [name, value] of [
      ['SteamValvePct', '1'],
      ['TankTempC', 'hot'],
      ['TankFull', '1'],
    ])
      expect((await act('set-input', { name: name ?? '', value: value ?? '' })).status).toBe(400);
    await act('simulate-plant', { running: true });
    const seen: (typeof still)[] = [];
    for (let step = 0; step < 9; step += 1) {
      await sandbox.clock.set(sandbox.clock.now() + 10_000);
      seen.push(await inputs());
      const [temperature] = seen.at(-1) ?? [];
      expect(unwrap(await client.readAnalogInputEu({ path: { ioName: 'TankTempC' } }), 200).value).toBe(temperature?.value);
    }
    for (const [index, { name }] of still.entries())
      expect(new Set(seen.map((values) => values[index]?.value)).size, `${name} moves`).toBeGreaterThan(1);
    await act('simulate-plant', { running: false });
    expect(await inputs()).toEqual(still);
  });

  test('parallel writes to one table are each written whole', async () => {
    const { client } = await open();
    const path = { tableName: 'HopTimes' };
    await Promise.all(Array.from({ length: 25 }, (_, index) => client.writeInt32Table({ path, body: [index, index, index, index] })));
    const after = unwrap(await client.readInt32Table({ path }), 200);
    expect(new Set(after).size).toBe(1);
  });
});
