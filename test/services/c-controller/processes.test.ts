// Tests the controller in two processes on one PostgreSQL and Redis: what one of them changes shows in the other.

import { type ControllerClient, createControllerClient } from '@octavo/interfaces/c-controller';
import { unwrap } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../../services/c-controller/seed.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { type SandboxProcess, startTwoProcesses, type TwoProcesses } from '../../support/sandbox-process.ts';

// Where they are not installed, the helpers print a line that says so.
describe.runIf(IS_DEEP && POSTGRES && REDIS)('the controller in two processes', () => {
  let processes: TwoProcesses['processes'];
  let end: TwoProcesses['end'];
  let left: ControllerClient;
  let right: ControllerClient;
  const clientOf = (one: SandboxProcess, { id, value }: { readonly id: string; readonly value: string } = keys.readWrite) =>
    createControllerClient({ baseUrl: one.url('c-controller'), credentials: { key: { username: id, password: value } } });
  const act = async (one: SandboxProcess, action: string, body: Record<string, string | boolean> = {}) =>
    unwrap(await one.control.runAction({ path: { service: 'c-controller', action }, body }), 200).result;

  beforeAll(async () => {
    ({ processes, end } = await startTwoProcesses(['c-controller']));
    [left, right] = [clientOf(processes[0]), clientOf(processes[1])];
  });
  afterAll(() => end());

  test('a value that one writes shows in all views of the other', async () => {
    await left.writeInt64Var({ path: { int64Name: 'TotalPulses' }, body: { value: 9223372036854775807n } });
    const variable = { path: { int64Name: 'TotalPulses' } };
    expect(unwrap(await right.readInt64Var(variable), 200).value).toBe(9223372036854775807n);
    expect(unwrap(await right.readInt64VarAsString(variable), 200).value).toBe('9223372036854775807');
    expect(unwrap(await right.readInt64Vars(), 200)[0]).toEqual({ name: 'TotalPulses', value: 9223372036854775807n });
    expect(unwrap(await right.readInt64VarsAsStrings(), 200)[0]?.value).toBe('9223372036854775807');

    const path = { tableName: 'HopTimes' };
    await right.writeInt32TableElement({ path: { ...path, index: 1 }, body: { value: -7 } });
    await right.writeInt32Table({ path, query: { startIndex: 2 }, body: [8, 9, 10] });
    expect(unwrap(await left.readInt32Table({ path }), 200)).toEqual([60, -7, 8, 9]);
    expect(unwrap(await left.readInt32Table({ path, query: { startIndex: 1, numElements: 2 } }), 200)).toEqual([-7, 8]);
    expect(unwrap(await left.readInt32TableElement({ path: { ...path, index: 3 } }), 200).value).toBe(9);

    await left.writeAnalogOutputEu({ path: { ioName: 'SteamValvePct' }, body: { value: 12.5 } });
    expect(unwrap(await right.readAnalogOutputs(), 200)[0]).toEqual({ name: 'SteamValvePct', value: 12.5 });
  });

  test('writes of both to one table are each written whole', async () => {
    const path = { tableName: 'MashStepsC' };
    const writes = Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? left : right).writeFloatTable({ path, body: [index, index, index, index] }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200));
    const [first, ...rest] = unwrap(await left.readFloatTable({ path }), 200);
    expect(rest).toEqual([first, first, first]);
    expect(unwrap(await right.readFloatTable({ path }), 200)).toEqual([first, ...rest]);
  });

  test('what control of one does to the plant, its strategy and its keys, the other follows', async () => {
    const [one, other] = processes;
    await act(one, 'set-input', { name: 'TankFull', value: 'true' });
    expect(unwrap(await right.readDigitalInputState({ path: { ioName: 'TankFull' } }), 200).value).toBe(true);

    await act(one, 'unload-strategy');
    expect(await right.readFloatVar({ path: { floatName: 'SetpointC' } })).toMatchObject({ body: { errorCode: -1 } });
    await act(other, 'load-strategy');
    expect((await left.readFloatVar({ path: { floatName: 'SetpointC' } })).status).toBe(200);

    await act(one, 'set-busy', { busy: true });
    await expect.poll(async () => (await right.readDeviceDetails()).status).toBe(400);
    await act(other, 'set-busy', { busy: false });
    await expect.poll(async () => (await left.readDeviceDetails()).status).toBe(200);

    const key = (await act(one, 'mint-key', { write: true })) as { id: string; value: string };
    const minted = clientOf(other, key);
    expect((await minted.readDeviceDetails()).status).toBe(200);
    await act(one, 'revoke-key', { key: `${key.id}:${key.value}` });
    await expect.poll(async () => (await minted.readDeviceDetails()).status).toBe(401);
  });

  test('timers and the simulated plant show the same in both', async () => {
    const [one, other] = processes;
    await act(one, 'simulate-plant', { running: true });
    unwrap(await other.control.moveClock({ body: { by_seconds: 20 } }), 200);
    const { now } = unwrap(await one.control.freezeClock({ body: {} }), 200);
    await expect.poll(async () => unwrap(await other.control.getClock(), 200).now).toBe(now);
    const shown = async (client: ControllerClient) => [
      ...unwrap(await client.readUpTimerVars(), 200),
      ...unwrap(await client.readDownTimerVars(), 200),
      ...unwrap(await client.readAnalogInputs(), 200),
    ];
    expect(await shown(right)).toEqual(await shown(left));
    expect((await shown(left)).find(({ name }) => name === 'TankTempC')?.value).not.toBe(66.5);
  });
});
