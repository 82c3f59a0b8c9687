// Rooms and tables, and the hours at which guests can come.
import { byText, isSameText } from '../../texts.ts';
import { type House, newId } from '../store.ts';
import type { Faults, Period, Room, Table, TableInput } from '../things.ts';
import { roomView, type Shown, tableView } from '../views.ts';
import { conflict, created, gone, ok, tagOf, unfit, withTag } from '../wire.ts';
import { type Handlers, pageOf, read, requireMatch } from './call.ts';

interface TableFilters {
  readonly roomId: string;
  readonly minSeats: number;
  readonly features: readonly string[];
}

function roomHandlers(faults: Faults): Handlers {
  return {
    listRooms: (call) => {
      const rooms = call.house.rooms.all().toSorted((a, b) => byText(a.name, b.name));
      return pageOf(
        call,
        rooms.map((room) => roomView(call.house, room)),
        { pagesRoundedDown: faults.has('room-pages-rounded-down') },
      );
    },
    createRoom: ({ house, input }) => {
      const room = input<Omit<Room, 'id' | 'createdAt'>>();
      const isTaken = ({ name }: Room): boolean =>
        faults.has('room-name-in-other-case') ? name === room.name : isSameText(name, room.name);
      if (house.rooms.all().some(isTaken)) throw conflict('There is a room of this name.');
      const shown = roomView(house, house.rooms.put({ id: newId(), ...room, createdAt: house.clock.now() }));
      return faults.has('new-room-is-200') ? ok(shown) : created(shown);
    },
    deleteRoom: ({ house, text }) => {
      const { id } = house.rooms.require(text('roomId'));
      const hasTables = house.tables.all().some(({ roomId }) => roomId === id);
      if (hasTables && !faults.has('room-deleted-with-tables')) throw conflict('There are tables in the room.');
      house.rooms.delete(id);
      return gone;
    },
  };
}

function requireLabel({ tables }: House, label: string, own?: string): void {
  if (tables.all().some((one) => one.label === label && one.id !== own)) throw conflict('There is a table with this label.');
}

function requireRoom({ rooms }: House, roomId: string): void {
  if (rooms.find(roomId) === undefined) throw unfit('/roomId', 'The house has no such room.');
}

/** Refuses to take away seats that a party needs. */
function requireSeats({ reservations }: House, id: string, seats: number): void {
  const isTooLarge = reservations.all().some(({ tableId, status, party }) => tableId === id && status === 'booked' && party > seats);
  if (isTooLarge) throw conflict('A larger party has booked the table.');
}

/** Refuses to remove a table that guests have booked or sit at. */
function requireEmpty({ reservations, orders }: House, id: string, faults: Faults): void {
  const isBooked = reservations.all().some(({ tableId, status }) => tableId === id && status === 'booked');
  if (isBooked && !faults.has('booked-table-deleted')) throw conflict('The table is booked.');
  const isUsed = (status: string): boolean => (faults.has('table-deleted-before-payment') ? status === 'open' : status !== 'paid');
  if (orders.all().some(({ tableId, status }) => tableId === id && isUsed(status))) throw conflict('Guests sit at the table.');
}

function tableFilter({ roomId, minSeats, features }: Partial<TableFilters>, faults: Faults): (table: Table) => boolean {
  const has = (table: Table, wanted: readonly string[]): boolean =>
    faults.has('any-feature-is-enough')
      ? wanted.some((one) => table.features.includes(one))
      : wanted.every((one) => table.features.includes(one));
  return (table) =>
    (roomId === undefined || table.roomId === roomId) &&
    (minSeats === undefined || table.seats >= minSeats) &&
    (features === undefined || has(table, features));
}

function tableHandlers(faults: Faults): Handlers {
  const show = (table: Table): Shown => tableView(table, faults);
  const answer = (table: Table): Parameters<typeof withTag> => [ok(show(table)), tagOf(show(table))];
  return {
    listTables: (call) => {
      const found = call.house.tables.all().filter(tableFilter(call.given<TableFilters>(), faults));
      const shown = found.toSorted((a, b) => byText(a.label, b.label)).map(show);
      return pageOf(call, shown, { lastPageAgain: faults.has('last-table-page-again') });
    },
    createTable: ({ house, input }) => {
      const table = input<TableInput>();
      requireRoom(house, table.roomId);
      requireLabel(house, table.label);
      const now = house.clock.now();
      const made = house.tables.put({ id: newId(), ...table, createdAt: now, updatedAt: now });
      const location = faults.has('table-location-elsewhere') ? `/table/${made.id}` : `/tables/${made.id}`;
      return withTag(created(show(made), location), tagOf(show(made)));
    },
    getTable: (call) => {
      const shown = show(call.house.tables.require(call.text('tableId')));
      return faults.has('unchanged-table-sent-again') ? withTag(ok(shown), tagOf(shown)) : read(call, shown);
    },
    updateTable: (call) => {
      const { house, text, input } = call;
      const table = house.tables.require(text('tableId'));
      requireMatch(call, tagOf(show(table)), faults);
      const changed: Table = { ...table, ...input<Partial<TableInput>>(), updatedAt: house.clock.now() };
      if (changed.roomId !== table.roomId) requireRoom(house, changed.roomId);
      if (!faults.has('label-changed-to-taken')) requireLabel(house, changed.label, table.id);
      if (!faults.has('table-too-small-for-party')) requireSeats(house, table.id, changed.seats);
      return withTag(...answer(house.tables.put(changed)));
    },
    deleteTable: (call) => {
      const { house, text } = call;
      const table = house.tables.require(text('tableId'));
      if (!faults.has('table-deleted-whatever-the-tag')) requireMatch(call, tagOf(show(table)), faults);
      requireEmpty(house, table.id, faults);
      house.tables.delete(table.id);
      return gone;
    },
  };
}

function requireApart(periods: readonly Period[], faults: Faults): void {
  for (const [index, { opens, closes }] of periods.entries()) {
    if (closes <= opens) throw unfit('/periods', 'A period closes later than it opens.');
    const next = periods[index + 1]?.opens ?? '24:00';
    if (next < closes || (next === closes && faults.has('periods-cannot-touch'))) throw unfit('/periods', 'Periods do not overlap.');
  }
}

function hourHandlers(faults: Faults): Handlers {
  return {
    getOpeningHours: ({ house, text }) => ok({ weekday: text('weekday'), periods: house.hours.get(text('weekday')) ?? [] }),
    setOpeningHours: ({ house, text, input }) => {
      const given = input<{ readonly periods: readonly Period[] }>().periods;
      const periods = given.toSorted((a, b) => byText(a.opens, b.opens));
      requireApart(periods, faults);
      house.hours.set(text('weekday'), faults.has('periods-not-sorted') ? given : periods);
      return ok({ weekday: text('weekday'), periods });
    },
  };
}

export const rooms = (faults: Faults): Handlers => ({ ...roomHandlers(faults), ...tableHandlers(faults), ...hourHandlers(faults) });
