// Halls and prices.
import { without } from '../../members.ts';
import { isSameText } from '../../texts.ts';
import { capacityOf, type Group, newId, screeningsOf } from '../store.ts';
import type { Faults, Hall, NewHall, NewPrice, Price, Row } from '../things.ts';
import { conflict, deleted, ok, tagOf, unfit } from '../wire.ts';
import { answerRead, answerWith, byMember, changes, found, type Order, type Part, pageOf, requireMatch, sorted } from './call.ts';

interface Query {
  readonly features?: readonly string[];
  readonly min_capacity?: number;
  readonly order: Order;
}

function fits(hall: Hall, { features = [], min_capacity = 0 }: Query, faults: Faults): boolean {
  const has = (feature: string): boolean => hall.features.includes(feature);
  const isAnyEnough = faults.has('one-feature-is-enough') && features.length > 0;
  return hall.capacity >= min_capacity && (isAnyEnough ? features.some(has) : features.every(has));
}

function requireOwnName({ halls }: Group, name: string | undefined, faults: Faults, id?: string): void {
  const isSame = (other: string): boolean => (faults.has('hall-names-by-case') ? other === name : isSameText(other, name ?? ''));
  const isTaken = name !== undefined && [...halls.values()].some((one) => isSame(one.name) && one.id !== id);
  if (isTaken) throw conflict(`Another hall has the name ${name}.`);
}

function requireLetters(rows: readonly Row[] = []): void {
  if (new Set(rows.map(({ row }) => row)).size < rows.length) throw unfit('rows', 'has a letter twice');
}

/** The tag of a hall as it is shown. */
const hallTag = (hall: Hall, faults: Faults): string =>
  tagOf(faults.has('hall-tag-without-features') ? without(hall, 'features', 'updated_at') : hall);

export const halls: Part = (_, faults) => ({
  listHalls: ({ group, query }) => {
    const asked = query<Query>();
    const fitting = [...group.halls.values()].filter((hall) => fits(hall, asked, faults));
    return pageOf('halls', sorted(fitting, byMember<Hall>('name'), asked.order), asked, (hall) => hall);
  },
  createHall: ({ group, input }) => {
    const given = input<NewHall>();
    requireLetters(given.rows);
    requireOwnName(group, given.name, faults);
    const now = group.clock.now();
    const { features = [] } = given;
    const hall: Hall = { id: newId(), ...given, features, capacity: capacityOf(given.rows), created_at: now, updated_at: now };
    group.halls.set(hall.id, hall);
    const reply = answerWith({ ...hall }, `/halls/${hall.id}`, hallTag(hall, faults));
    return faults.has('hall-created-with-200') ? { ...reply, status: 200 } : reply;
  },
  getHall: (call) => {
    const hall = found(call.group.halls, call.path('hall_id'));
    return answerRead(call, { ...hall }, faults, hallTag(hall, faults));
  },
  updateHall: (call) => {
    const { group } = call;
    const hall = found(group.halls, call.path('hall_id'));
    requireMatch(call, hallTag(hall, faults), faults);
    const change = call.input<Partial<NewHall>>();
    requireLetters(change.rows);
    requireOwnName(group, change.name, faults, hall.id);
    const isPlanned = screeningsOf(group, 'hall_id', hall.id).some(({ status }) => status === 'scheduled');
    if (isPlanned && changes(hall.rows, change.rows)) throw conflict('The hall has scheduled screenings, so its rows cannot change.');
    const merged = { ...hall, ...change, updated_at: group.clock.now() };
    const changed: Hall = faults.has('capacity-of-old-rows') ? merged : { ...merged, capacity: capacityOf(merged.rows) };
    group.halls.set(hall.id, changed);
    return answerWith({ ...changed }, undefined, hallTag(changed, faults));
  },
  deleteHall: (call) => {
    const { group } = call;
    const hall = found(group.halls, call.path('hall_id'));
    requireMatch(call, hallTag(hall, faults), faults);
    const isUsed = screeningsOf(group, 'hall_id', hall.id).length > 0;
    if (isUsed && !faults.has('halls-with-screenings-deleted')) throw conflict('The hall has screenings.');
    group.halls.delete(hall.id);
    return faults.has('hall-deletion-with-body') ? ok({ deleted: true }) : deleted;
  },
});

export const prices: Part = (_, faults) => ({
  listPrices: ({ group }) => ok(sorted(group.prices.values(), byMember<Price>('code'))),
  putPrice: ({ group, path, input }) => {
    const code = path('code');
    const isNew = !group.prices.has(code) || faults.has('replaced-price-is-new');
    const price: Price = { code, ...input<NewPrice>(), updated_at: group.clock.now() };
    group.prices.set(code, price);
    return { status: isNew ? 201 : 200, body: price };
  },
});
