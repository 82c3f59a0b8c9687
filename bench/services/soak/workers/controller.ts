// The controller service: displays read a plant, and programs set its variables, outputs and tables.

import { type ControllerClient, createControllerClient } from '@octavo/interfaces/c-controller';
import { unwrap } from '@octavo/runtime';
import { Counts, oneOf, unlessCutOr, type Worker, type World } from '../worker.ts';

interface Place {
  readonly name: string;
  write(value: number): Promise<unknown>;
  read(): Promise<string | number | boolean>;
  /** What is read after a number was written. */
  held(value: number): string | number | boolean;
}

interface Written {
  /** The number that was acknowledged last. */
  last?: number;
  /** Numbers after it that may have been written, or not. */
  unknown: number[];
}

const KEY = { username: 'kettle-house', password: 'M4shT0n-67C-Harvest' };
/** Beyond what a double holds. */
const LARGE = 1_795_266_000_123_000_000n;

function placesOf(client: ControllerClient): Place[] {
  const number = (value: number) => value;
  const text = (value: number) => `Batch ${value}`;
  const large = (value: number) => String(LARGE + BigInt(value));
  const int32 = (int32Name: string): Place => ({
    name: int32Name,
    write: async (value) => unwrap(await client.writeInt32Var({ path: { int32Name }, body: { value } }), 200),
    read: async () => unwrap(await client.readInt32Var({ path: { int32Name } }), 200).value,
    held: number,
  });
  const int64 = (int64Name: string): Place => ({
    name: int64Name,
    write: async (value) => unwrap(await client.writeInt64VarAsString({ path: { int64Name }, body: { value: large(value) } }), 200),
    read: async () => unwrap(await client.readInt64VarAsString({ path: { int64Name } }), 200).value,
    held: large,
  });
  const float = (floatName: string): Place => ({
    name: floatName,
    write: async (value) => unwrap(await client.writeFloatVar({ path: { floatName }, body: { value } }), 200),
    read: async () => unwrap(await client.readFloatVar({ path: { floatName } }), 200).value,
    held: number,
  });
  const string = (stringName: string): Place => ({
    name: stringName,
    write: async (value) => unwrap(await client.writeStringVar({ path: { stringName }, body: { value: text(value) } }), 200),
    read: async () => unwrap(await client.readStringVar({ path: { stringName } }), 200).value,
    held: text,
  });
  const output = (ioName: string): Place => ({
    name: ioName,
    write: async (value) => unwrap(await client.writeDigitalOutputState({ path: { ioName }, body: { value: value % 2 === 1 } }), 200),
    read: async () => unwrap(await client.readDigitalOutputState({ path: { ioName } }), 200).value,
    held: (value) => value % 2 === 1,
  });
  const element = (index: number): Place => ({
    name: `HopTimes[${index}]`,
    write: async (value) => unwrap(await client.writeInt32TableElement({ path: { tableName: 'HopTimes', index }, body: { value } }), 200),
    read: async () => unwrap(await client.readInt32TableElement({ path: { tableName: 'HopTimes', index } }), 200).value,
    held: number,
  });
  const name = (index: number): Place => ({
    name: `HopNames[${index}]`,
    write: async (value) =>
      unwrap(await client.writeStringTableElement({ path: { tableName: 'HopNames', index }, body: { value: text(value) } }), 200),
    read: async () => unwrap(await client.readStringTableElement({ path: { tableName: 'HopNames', index } }), 200).value,
    held: text,
  });
  return [
    int32('BatchNumber'),
    int64('TotalPulses'),
    float('SetpointC'),
    string('BrewerName'),
    output('StirrerOn'),
    int32('BrewingNow'),
    int64('LastRinseNs'),
    float('WortPlato'),
    string('RecipeName'),
    output('DrainOpen'),
    ...[0, 1, 2, 3].map(element),
    ...[0, 1, 2, 3].map(name),
  ];
}

export function controllerWorker({ url, fetch, callers }: World): Worker {
  const service = 'c-controller';
  const counts = new Counts();
  const client = createControllerClient({ baseUrl: url(service), fetch: fetch(service), credentials: { key: KEY } });
  const places = placesOf(client);
  const written = new Map<Place, Written>(places.map((place) => [place, { unknown: [] }]));
  let next = 0;

  /** A place belongs to one caller, so that it is known what was written last. */
  const own = (caller: number) => places.filter((_, index) => index % callers === caller);

  async function write(place: Place): Promise<void> {
    next += 1;
    const value = next;
    const kept = written.get(place);
    const isDone = await unlessCutOr(async () => {
      await place.write(value);
      return true;
    }, false);
    if (kept === undefined) return;
    if (isDone) {
      Object.assign(kept, { last: value, unknown: [] });
      counts.add('values');
    } else kept.unknown.push(value);
  }

  async function difference(place: Place): Promise<string[]> {
    const { last, unknown } = written.get(place) ?? { unknown: [] };
    if (last === undefined) return [];
    const value = await place.read();
    const wanted = [last, ...unknown].map((one) => place.held(one));
    return wanted.includes(value) ? [] : [`${place.name} has ${value}, not ${wanted.join(' or ')}.`];
  }

  const overviews = [
    () => client.readDeviceDetails({}),
    () => client.readStrategyDetails({}),
    () => client.readAnalogInputs({}),
    () => client.readInt32Vars({}),
    () => client.readInt64VarsAsStrings({}),
    () => client.readStringTable({ path: { tableName: 'HopNames' } }),
    () => client.readUpTimerVars({}),
  ];

  return {
    service,
    async act(caller) {
      const place = oneOf(own(caller));
      const chance = Math.random();
      if (chance < 0.3) return write(place);
      if (chance < 0.6) {
        const { status } = await oneOf(overviews)();
        if (status !== 200) throw new Error(`A list of variables was answered with ${status}.`);
        return;
      }
      const faults = await difference(place);
      if (faults.length > 0) throw new Error(faults.join(' '));
    },
    acknowledged: () => counts.all(),
    missing: () => [],
    compare: async () => (await Promise.all(places.map(difference))).flat(),
  };
}
