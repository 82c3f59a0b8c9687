// Stages and their slots.
import { isDeepStrictEqual } from 'node:util';
import { instant, millisecondsOf } from '../../clock.ts';
import { compare, isSameText } from '../../texts.ts';
import type { Account, FestivalRecord, StageRecord, Store } from '../store.ts';
import type { Slot, Stage } from '../things.ts';
import { conflict, unprocessable } from '../wire.ts';
import { type Call, type Faults, type Part, requireFestival, requireLive, requireStage, requireThing } from './call.ts';
import { ordered, paged } from './lists.ts';
import { slotLook, stageLook } from './looks.ts';

interface Place {
  readonly festival: FestivalRecord;
  readonly stage: StageRecord;
}

const MINUTE = 60_000;
const [LEAST, MOST] = [10, 480];

function checkLength({ startTime, endTime }: Slot, { value }: FestivalRecord, faults: Faults): void {
  const day = startTime.slice(0, 10);
  const isOutside = day < value.startDate || day > value.endDate;
  if (isOutside && !faults.has('slot-outside-festival')) throw unprocessable('#/startTime', 'is on no day of the festival');
  const minutes = (millisecondsOf(endTime) - millisecondsOf(startTime)) / MINUTE;
  const least = faults.has('slot-nine-minutes') ? LEAST - 1 : LEAST;
  const isLong = faults.has('slot-refuses-eight-hours') ? minutes >= MOST : minutes > MOST;
  if (minutes < least || isLong) throw unprocessable('#/endTime', 'makes the slot too short or too long');
}

function overlaps(a: Slot, b: Slot, faults: Faults): boolean {
  if (a.slotId === b.slotId && !faults.has('slot-blocks-itself')) return false;
  if (faults.has('slot-touching-refused')) return a.startTime <= b.endTime && b.startTime <= a.endTime;
  // Somebody thought that the ends of the new slot alone can lie within another slot.
  if (faults.has('slot-around-another'))
    return (a.startTime >= b.startTime && a.startTime < b.endTime) || (a.endTime > b.startTime && a.endTime <= b.endTime);
  return a.startTime < b.endTime && b.startTime < a.endTime;
}

function checkSlot(store: Store, account: Account, { festival, stage }: Place, slot: Slot, faults: Faults): void {
  const accounts = faults.has('slot-performer-of-other-account') ? [...store.accounts.values()] : [account];
  const isKnown = accounts.some(({ performers }) => performers.has(slot.performerId));
  if (!isKnown && !faults.has('slot-performer-unknown')) throw unprocessable('#/performerId', 'is no performer');
  checkLength(slot, festival, faults);
  const onStage = [...stage.slots.values()];
  const all = [...festival.stages.values()].flatMap(({ slots }) => [...slots.values()]);
  const ofPerformer = faults.has('slot-performer-twice') ? [] : all.filter(({ performerId }) => performerId === slot.performerId);
  if ([...onStage, ...ofPerformer].some((other) => overlaps(slot, other, faults))) throw conflict('Another slot is at that time.');
}

interface Step {
  readonly op: 'add' | 'replace' | 'test' | 'remove';
  readonly path: string;
  readonly value?: string;
}

/** The members of a slot after the steps of a JSON Patch (RFC 6902). */
function patchedBy(slot: Slot, steps: readonly Step[], faults: Faults): Record<string, unknown> {
  const members: Record<string, unknown> = { ...slot };
  for (const [index, { op, path, value }] of steps.entries()) {
    const name = path.slice(1);
    const isThere = name in members;
    if (op === 'test') {
      if (isDeepStrictEqual(members[name], value) || faults.has('slot-patch-tests-nothing')) continue;
      throw conflict('A test does not hold.');
    }
    if (!isThere && op !== 'add') throw unprocessable(`#/${index}/path`, 'is not there');
    if (op !== 'remove') members[name] = value;
    else if (name === 'setKind') members[name] = faults.has('slot-kind-talk-when-removed') ? 'talk' : 'concert';
    else delete members[name];
  }
  return members;
}

function rich(slot: Slot, faults: Faults): Slot {
  const { notes } = slot;
  const lines = notes === undefined || !faults.has('slot-notes-newlines') ? {} : { notes: notes.replaceAll('\r\n', '\n') };
  return { ...slot, ...lines };
}

/** By a fault, the slot has the changes before the first test already when the test is looked at. */
function keepHalf({ stage }: Place, slot: Slot, steps: readonly Step[]): void {
  const test = steps.findIndex(({ op }) => op === 'test');
  const half = patchedBy(slot, steps.slice(0, Math.max(test, 0)), new Set());
  stage.slots.set(slot.slotId, half as unknown as Slot);
}

function richStage(stage: Stage, faults: Faults): Stage {
  const { title, equipment } = stage;
  return {
    ...stage,
    title: faults.has('stage-title-capitals') ? title.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : title,
    equipment: faults.has('stage-equipment-sorted') ? equipment.toSorted((a, b) => compare(a.item, b.item)) : equipment,
  };
}

function utcOf(text: string, faults: Faults): string {
  const time = instant(faults.has('slot-offset-ignored') ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text);
  return faults.has('slot-milliseconds-lost') ? time.replace(/\.\d+Z$/, '.000Z') : time;
}

const inUtc = (slot: Slot, faults: Faults): Slot => ({
  ...slot,
  startTime: utcOf(slot.startTime, faults),
  endTime: utcOf(slot.endTime, faults),
});

function requireSlot(call: Call, { festival, stage }: Place, faults: Faults): Slot {
  const slots = [...festival.stages.values()].map((one) => one.slots.get(call.id('slotId')));
  const elsewhere = faults.has('slot-under-other-stage') ? slots.find((slot) => slot !== undefined) : undefined;
  return elsewhere ?? requireThing(stage.slots, call.id('slotId'));
}

export const stages: Part = (store, faults) => {
  function placeOf(call: Call, isChange = false): Place {
    const festival = (isChange ? requireLive : requireFestival)(call);
    return { festival, stage: requireStage(call, festival) };
  }

  function replaced(old: Stage, given: Stage): Stage {
    const equipment = given.equipment.length === 0 && faults.has('stage-put-keeps-equipment') ? old.equipment : given.equipment;
    const createTime = faults.has('stage-put-moves-creation') ? given.createTime : old.createTime;
    return { ...given, equipment, createTime };
  }

  return {
    listStages: (call) => {
      const { kind } = call.query<{ kind?: string }>();
      const { stages: all } = requireFestival(call);
      const found = [...all.values()].map(({ value }) => value).filter((stage) => kind === undefined || stage.kind === kind);
      const order = ordered(call, found, {
        createTime: ({ createTime }) => createTime,
        title: ({ title }) => title,
        capacity: ({ capacity }) => capacity,
      });
      return paged(call, order, ({ stageId }) => stageLook(requireThing(all, stageId), faults), faults, 'stages');
    },

    getStage: (call) => ({ status: 200, body: stageLook(placeOf(call).stage, faults) }),

    putStage: (call) => {
      const festival = requireLive(call);
      const stageId = call.id('stageId');
      const now = store.now();
      const times = { createTime: now, updateTime: now };
      const given: Stage = richStage({ ...call.input<Stage>(), stageId, festivalId: festival.value.festivalId, ...times }, faults);
      const most = festival.value.capacity + (faults.has('stage-one-above-festival') ? 1 : 0);
      if (given.capacity > most) throw unprocessable('#/capacity', 'is more than the festival has');
      const isSame = (a: string, b: string): boolean => (faults.has('stage-title-taken-by-case') ? a === b : isSameText(a, b));
      const isTaken = [...festival.stages.values()].some(({ value }) => value.stageId !== stageId && isSame(value.title, given.title));
      if (isTaken) throw conflict('Another stage has this title.');
      const old = festival.stages.get(stageId);
      const record = old ?? { value: given, slots: new Map<string, Slot>() };
      if (faults.has('stage-put-loses-slots')) record.slots.clear();
      if (old !== undefined) old.value = replaced(old.value, given);
      else festival.stages.set(stageId, record);
      const location = `/festivals/${festival.value.festivalId}/stages/${stageId}`;
      const body = stageLook(record, faults);
      return old === undefined && !faults.has('stage-new-200') ? { status: 201, body, headers: { location } } : { status: 200, body };
    },

    deleteStage: (call) => {
      const { festival, stage } = placeOf(call, true);
      const { force } = call.query<{ force: boolean }>();
      const isUsed = stage.slots.size > 0 && !force;
      if (isUsed && !faults.has('stage-delete-with-slots')) throw conflict('The stage has slots.');
      if (faults.has('stage-stays-when-forced') && force) stage.slots.clear();
      else festival.stages.delete(stage.value.stageId);
      return { status: 204 };
    },

    listSlots: (call) => {
      const { performerId, day } = call.query<{ performerId?: string; day?: string }>();
      const { stage } = placeOf(call);
      const found = [...stage.slots.values()].filter(
        (slot) =>
          (performerId === undefined || slot.performerId === performerId) &&
          (day === undefined || slot.startTime.startsWith(day) || faults.has('slots-day-ignored')),
      );
      const order = ordered(call, found, { startTime: ({ startTime }) => startTime });
      return paged(call, faults.has('slots-by-creation') ? found : order, (slot) => slotLook(slot, faults), faults, 'slots');
    },

    createSlot: (call) => {
      const place = placeOf(call, true);
      const { festivalId } = place.festival.value;
      const { stageId } = place.stage.value;
      const now = store.now();
      const given: Slot = { ...call.input<Slot>(), slotId: store.id(), festivalId, stageId, createTime: now, updateTime: now };
      const slot = rich(inUtc(given, faults), faults);
      checkSlot(store, call.account, place, slot, faults);
      place.stage.slots.set(slot.slotId, slot);
      const id = faults.has('slot-location-of-nothing') ? store.id() : slot.slotId;
      const location = `/festivals/${festivalId}/stages/${stageId}/slots/${id}`;
      return { status: 201, body: slotLook(slot, faults), headers: { location } };
    },

    getSlot: (call) => ({ status: 200, body: slotLook(requireSlot(call, placeOf(call), faults), faults) }),

    updateSlot: (call) => {
      const place = placeOf(call, true);
      const slot = requireSlot(call, place, faults);
      const steps = call.input<readonly Step[]>();
      if (faults.has('slot-patch-half')) keepHalf(place, slot, steps);
      const next = patchedBy(slot, steps, faults);
      if (!call.fits('Slot', { ...next })) throw unprocessable('#', 'leads to no valid slot');
      const moved = inUtc(next as unknown as Slot, faults);
      const isMoved = moved.startTime !== slot.startTime || moved.endTime !== slot.endTime;
      if (!(isMoved && faults.has('slot-moves-onto-another'))) checkSlot(store, call.account, place, moved, faults);
      const changed = faults.has('slot-update-time-stale') ? moved : { ...moved, updateTime: store.now() };
      place.stage.slots.set(slot.slotId, changed);
      return { status: 200, body: slotLook(changed, faults) };
    },

    deleteSlot: (call) => {
      const place = placeOf(call, true);
      const slot = requireSlot(call, place, faults);
      if (!faults.has('slot-stays')) place.stage.slots.delete(slot.slotId);
      return { status: 204 };
    },
  };
};
