// A hub of smart homes with rooms, devices, scenes and schedules, as household.yaml says, with nothing wrong in it.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

type State =
  | { readonly kind: 'lamp'; readonly on: boolean; readonly brightness?: number }
  | { readonly kind: 'thermostat'; readonly target: number; readonly mode?: string };

interface DeviceAdd {
  readonly kind: 'lamp' | 'thermostat' | 'meter';
  readonly label: string;
  readonly room?: string | null;
}

interface Action {
  readonly device_id: string;
  readonly state: State;
}

interface Entry {
  readonly day: string;
  readonly at: string;
  readonly state: State;
}

/** Bodies of states have `kind` and members of their own. */
type Body = DeviceAdd &
  State & {
    readonly name: string;
    readonly timezone?: string;
    readonly rooms?: readonly string[];
    readonly devices?: readonly DeviceAdd[];
    readonly entries: readonly Entry[];
    readonly actions: readonly Action[];
  };

interface Device {
  readonly device_id: string;
  readonly home_id: string;
  readonly kind: DeviceAdd['kind'];
  readonly label: string;
  readonly room: string | null;
  readonly state: State | null;
  readonly added: string;
}

interface Home {
  readonly home_id: string;
  readonly owner: string;
  readonly name: string;
  readonly timezone: string;
  readonly rooms: readonly string[];
}

interface Scene {
  readonly scene_id: string;
  readonly home_id: string;
  readonly name: string;
  readonly actions: readonly Action[];
}

const MOST_ROOMS = 8;
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const REASONS: Readonly<Record<number, string>> = { 401: 'who_are_you', 404: 'not_found', 405: 'not_allowed', 415: 'media_type' };

/** A state as it is kept: with its defaults, and the target in halves of a degree. */
function kept(state: State): State {
  if (state.kind === 'lamp') return { kind: 'lamp', on: state.on, brightness: state.brightness ?? 100 };
  return { kind: 'thermostat', target: Math.round(state.target * 2) / 2, mode: state.mode ?? 'heat' };
}

function inOrder(one: Entry, other: Entry): number {
  return DAYS.indexOf(one.day) - DAYS.indexOf(other.day) || (one.at < other.at ? -1 : 1);
}

function rules(): Rules<Body> {
  const homes = new Map<string, Home>();
  const devices = new Map<string, Device>();
  const scenes = new Map<string, Scene>();
  const schedules = new Map<string, readonly Entry[]>();

  const homeOf = ({ caller, path }: Call<Body>, id = path.home_id): Home => {
    const home = homes.get((id ?? '').toLowerCase());
    if (home === undefined || home.owner !== caller.account) throw new Refusal(404, '', 'There is nothing here.');
    return home;
  };
  const ownOf = <Thing extends { readonly home_id: string }>(call: Call<Body>, things: Map<string, Thing>, id = ''): Thing => {
    const thing = things.get(id.toLowerCase());
    if (thing === undefined) throw new Refusal(404, '', 'There is nothing here.');
    homeOf(call, thing.home_id);
    return thing;
  };
  const devicesOf = ({ home_id }: Home): readonly Device[] => [...devices.values()].filter((one) => one.home_id === home_id);
  const shownHome = ({ owner: _, ...home }: Home): object => ({
    ...{ ...home, rooms: [...home.rooms].sort() },
    devices_total: [...devices.values()].filter((one) => one.home_id === home.home_id).length,
  });
  const keepHome = (home: Home): Response => {
    homes.set(home.home_id, home);
    return Response.json(shownHome(home));
  };
  const keepDevice = (device: Device, status = 200): Response => {
    devices.set(device.device_id, device);
    return Response.json(device, { status });
  };
  const checkRoom = ({ rooms }: Pick<Home, 'rooms'>, room: string | null | undefined): void => {
    if (typeof room === 'string' && !rooms.includes(room)) throw new Refusal(409, 'no_such_room', `There is no room ${room}.`);
  };
  const checkKind = (device: Device, state: State): void => {
    if (device.kind === 'meter') throw new Refusal(409, 'read_only', 'Meters cannot be set.');
    if (device.kind !== state.kind) throw new Refusal(409, 'wrong_kind', `The device is a ${device.kind}.`);
  };
  const made = (home_id: string, { kind, label, room = null }: DeviceAdd): Device => {
    return { device_id: randomUUID(), home_id, kind, label, room, state: null, added: new Date().toISOString() };
  };

  const operations: Rules<Body>['operations'] = {
    'home.list': ({ caller }) => {
      const own = [...homes.values()].filter(({ owner }) => owner === caller.account);
      return Response.json(own.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(shownHome));
    },
    'home.create': ({ caller, body: { name, timezone = 'Europe/Oslo', rooms = [], devices: first = [] } }) => {
      for (const { room } of first) checkRoom({ rooms }, room);
      const home: Home = { home_id: randomUUID(), owner: caller.account, name, timezone, rooms };
      const added = first.map((one) => made(home.home_id, one));
      for (const device of added) devices.set(device.device_id, device);
      homes.set(home.home_id, home);
      return Response.json({ ...shownHome(home), devices: added }, { status: 201 });
    },
    'home.get': (call) => Response.json(shownHome(homeOf(call))),
    'room.put': (call) => {
      const home = homeOf(call);
      const rooms = [...new Set([...home.rooms, call.path.room ?? ''])];
      if (rooms.length > MOST_ROOMS) throw new Refusal(409, 'too_many_rooms', `A home has at most ${MOST_ROOMS} rooms.`);
      return keepHome({ ...home, rooms });
    },
    'room.delete': (call) => {
      const home = homeOf(call);
      const { room = '' } = call.path;
      if (devicesOf(home).some((one) => one.room === room)) throw new Refusal(409, 'room_in_use', 'There is a device in it.');
      return keepHome({ ...home, rooms: home.rooms.filter((one) => one !== room) });
    },
    'device.list': (call) => {
      const { kind, room, sort = 'added' } = call.query as { readonly kind?: string; readonly room?: string; readonly sort?: string };
      const found = devicesOf(homeOf(call)).filter(
        (one) => (kind === undefined || one.kind === kind) && (room === undefined || one.room === room),
      );
      if (sort === 'label') return Response.json([...found].sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)));
      return Response.json(sort === 'added' ? found : [...found].reverse());
    },
    'device.add': (call) => {
      const home = homeOf(call);
      checkRoom(home, call.body.room);
      return keepDevice(made(home.home_id, call.body), 201);
    },
    'device.get': (call) => Response.json(ownOf(call, devices, call.path.device_id)),
    'device.update': (call) => {
      const device = ownOf(call, devices, call.path.device_id);
      const { label = device.label, room = device.room } = call.body;
      checkRoom(homeOf(call, device.home_id), call.body.room);
      return keepDevice({ ...device, label, room });
    },
    'device.remove': (call) => {
      const { device_id } = ownOf(call, devices, call.path.device_id);
      devices.delete(device_id);
      schedules.delete(device_id);
      for (const scene of scenes.values()) {
        scenes.set(scene.scene_id, { ...scene, actions: scene.actions.filter((one) => one.device_id !== device_id) });
      }
      return new Response(null, { status: 204 });
    },
    'device.set': (call) => {
      const device = ownOf(call, devices, call.path.device_id);
      checkKind(device, call.body);
      return keepDevice({ ...device, state: kept(call.body) });
    },
    'schedule.put': (call) => {
      const device = ownOf(call, devices, call.path.device_id);
      const { entries } = call.body;
      if (device.kind === 'meter') throw new Refusal(409, 'read_only', 'Meters have no schedule.');
      for (const { state } of entries) checkKind(device, state);
      if (new Set(entries.map(({ day, at }) => `${day} ${at}`)).size < entries.length)
        throw new Refusal(409, 'clash', 'Two entries are at one time.');
      const sorted = entries.map((entry) => ({ ...entry, state: kept(entry.state) })).sort(inOrder);
      schedules.set(device.device_id, sorted);
      return Response.json({ device_id: device.device_id, active: sorted.length > 0, entries: sorted });
    },
    'schedule.get': (call) => {
      const { device_id } = ownOf(call, devices, call.path.device_id);
      const entries = schedules.get(device_id) ?? [];
      return Response.json({ device_id, active: entries.length > 0, entries });
    },
    'scene.create': (call) => {
      const home = homeOf(call);
      const { name, actions } = call.body;
      const own = devicesOf(home);
      for (const { device_id, state } of actions) {
        const device = own.find((one) => one.device_id === device_id.toLowerCase());
        if (device === undefined) throw new Refusal(409, 'no_such_device', `There is no device ${device_id}.`);
        checkKind(device, state);
      }
      const ids = actions.map(({ device_id }) => device_id.toLowerCase());
      if (new Set(ids).size < ids.length) throw new Refusal(409, 'clash', 'A device is there twice.');
      const all = actions.map(({ device_id, state }) => ({ device_id: device_id.toLowerCase(), state: kept(state) }));
      const scene: Scene = { scene_id: randomUUID(), home_id: home.home_id, name, actions: all };
      scenes.set(scene.scene_id, scene);
      return Response.json(scene, { status: 201 });
    },
    'scene.get': (call) => Response.json(ownOf(call, scenes, call.path.scene_id)),
    'scene.activate': (call) => {
      const { actions } = ownOf(call, scenes, call.path.scene_id);
      const before = actions.map(({ device_id }) => ownOf(call, devices, device_id));
      const after = before.map((device, index) => ({ ...device, state: actions[index]?.state ?? null }));
      for (const device of after) devices.set(device.device_id, device);
      const changed = after.filter(({ state }, index) => !isDeepStrictEqual(state, before[index]?.state)).length;
      return Response.json({ changed, devices: after });
    },
  };

  return {
    base: '/v0',
    refuse: (status, hint, code) => Response.json({ reason: code || (REASONS[status] ?? 'invalid'), hint }, { status }),
    callerOf: (headers) => {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
      return ['tok-astrid', 'tok-bruno'].includes(token) ? { account: token, isLimited: false } : undefined;
    },
    operations,
  };
}

export const CREDENTIALS = { given: { bearerAuth: 'tok-astrid' }, other: { bearerAuth: 'tok-bruno' } };

export const household = (): Promise<Handler> => answering('household', rules);
