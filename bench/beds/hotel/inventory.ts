// Room types and rooms.
import { integer, oneOf, orNull, Problem, type Route, record, text, type Values } from '../plain.ts';
import { type Context, codeShape, compare, conflict, numberShape, pageOf, paging, unprocessable } from './common.ts';
import { canSpare } from './stays.ts';
import type { Room, RoomType } from './store.ts';

const note = orNull(text({ max: 200 }));

const showType =
  ({ house }: Context) =>
  (type: RoomType): unknown => ({ ...type, rooms: [...house.rooms.values()].filter(({ room_type }) => room_type === type.code).length });

function change(room: Room, body: Values, context: Context): Room {
  const { status } = body;
  if (status !== undefined && room.status === 'occupied') throw conflict('room_occupied', 'The room is occupied.');
  if (status === 'out_of_order' && room.status !== 'out_of_order' && !canSpare(context, room))
    throw conflict('room_needed', 'The room is needed for reservations.');
  return Object.assign(room, body);
}

export const inventoryRoutes: readonly Route<Context>[] = [
  {
    method: 'GET',
    path: '/room-types',
    query: paging,
    run: ({ query }, context) =>
      pageOf(
        [...context.house.types.values()].toSorted((a, b) => compare(a.code, b.code)),
        query,
        showType(context),
      ),
  },
  {
    method: 'POST',
    path: '/room-types',
    body: record({ code: codeShape, name: text({ min: 1, max: 80 }), sleeps: integer(1, 8), nightly_rate: integer(0, 500_000) }),
    run: ({ body }, context) => {
      const type = body as unknown as RoomType;
      if (context.house.types.has(type.code)) throw conflict('code_taken', 'Another room type has this code.');
      context.house.types.set(type.code, type);
      return { status: 201, body: showType(context)(type) };
    },
  },
  {
    method: 'GET',
    path: '/rooms',
    query: {
      room_type: { shape: codeShape },
      status: { shape: oneOf('ready', 'dirty', 'occupied', 'out_of_order') },
      ...paging,
    },
    run: ({ query }, { house }) => {
      const found = [...house.rooms.values()].filter(
        ({ room_type, status }) =>
          (query.room_type === undefined || room_type === query.room_type) && (query.status === undefined || status === query.status),
      );
      return pageOf(
        found.toSorted((a, b) => compare(a.number, b.number)),
        query,
        (room) => room,
      );
    },
  },
  {
    method: 'POST',
    path: '/rooms',
    body: record({ number: numberShape, room_type: codeShape, floor: integer(-2, 60) }, { note }),
    run: ({ body }, { house }) => {
      const room = { note: null, ...body, status: 'ready' } as unknown as Room;
      if (!house.types.has(room.room_type)) throw unprocessable('unknown_room_type', 'There is no such room type.');
      if (house.rooms.has(room.number)) throw conflict('number_taken', 'Another room has this number.');
      house.rooms.set(room.number, room);
      return { status: 201, body: room };
    },
  },
  {
    method: 'PATCH',
    path: '/rooms/{number}',
    body: record({}, { status: oneOf('ready', 'dirty', 'out_of_order'), note }, 1),
    run: ({ path, body }, context) => {
      const room = context.house.rooms.get(path.number ?? '');
      if (room === undefined) throw new Problem(404, 'not_found', 'There is no such room.');
      return { status: 200, body: change(room, body, context) };
    },
  },
];
