// The bed `restaurant`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { etag, of } from '../../bench/beds/probes.ts';
import { callers, docsOf, idOf, ids, PATCH } from '../../bench/beds/restaurant/probes/callers.ts';
import { probes } from '../../bench/beds/restaurant/probes/index.ts';
import { createRestaurant, documentPath, listen } from '../../bench/beds/restaurant/server.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const paths = {
  roomId: ids.room,
  tableId: ids.booked,
  dishId: ids.soup,
  reservationId: ids.reservation,
  orderId: ids.order,
  billId: ids.bill,
  employeeId: ids.employee,
};
const { change, readTwice } = taggedBy(judge, paths);

testLists('restaurant', probes);

test('keeps rooms, tables and hours as its document says', async () => {
  const { linden, waiter } = callers(service.url);
  expect(of(await call(waiter, 200, 'listRooms'))).toMatchObject({ totalDocs: 2, totalPages: 1, docs: [{ tableCount: 2 }, {}] });
  const room = { roomId: idOf(await call(linden, 201, 'createRoom', {}, example('createRoom'))) };
  await call(linden, 409, 'createRoom', {}, example('createRoom'));
  await call(linden, 409, 'deleteRoom', paths);
  await call(linden, 204, 'deleteRoom', room);
  await call(linden, 404, 'deleteRoom', room);

  const query = `?roomId=${ids.room}&minSeats=4&features=quiet,window`;
  expect(docsOf(await call(waiter, 200, 'listTables', {}, { query }))).toMatchObject([{ label: 'A1', position: null }]);
  expect(of(await call(waiter, 200, 'listTables', {}, { query: '?page=9' }))).toMatchObject({ docs: [], hasPrevPage: true });
  const table = { tableId: idOf(await call(linden, 201, 'createTable', {}, example('createTable'))) };
  await call(linden, 409, 'createTable', {}, example('createTable'));
  await call(linden, 422, 'createTable', {}, { body: { roomId: room.roomId, label: 'D1', seats: 1 } });
  await change(linden, 'getTable', 'updateTable');
  await call(linden, 409, 'updateTable', paths, { body: { label: 'T1' }, type: PATCH });
  await call(linden, 409, 'deleteTable', paths);
  await call(linden, 409, 'deleteTable', { tableId: ids.taken });
  await call(linden, 204, 'deleteTable', table);

  const day = { weekday: 'friday' };
  expect(of(await call(waiter, 200, 'getOpeningHours', { weekday: 'monday' })).periods).toEqual([]);
  await call(linden, 200, 'setOpeningHours', day, example('setOpeningHours'));
  for (const [opens, closes] of [
    ['12:00', '12:00'],
    ['10:00', '11:31'],
  ]) {
    const periods = [
      { opens: '11:30', closes: '14:00' },
      { opens, closes },
    ];
    await call(linden, 422, 'setOpeningHours', day, { body: { periods } });
  }
  expect(of(await call(waiter, 200, 'getOpeningHours', day)).periods).toHaveLength(2);
});

test('keeps the menu and the stock as its document says', async () => {
  const { linden, waiter } = callers(service.url);
  const query = '?course=dessert&q=TART&without=milk&maxPrice=890&available=false&orderBy=dearest';
  expect(of(await call(waiter, 200, 'listDishes', {}, { query }))).toMatchObject({ totalDocs: 1, hasNextPage: false });
  expect(docsOf(await call(waiter, 200, 'listDishes', {}, { query: '?orderBy=dearest' })).map(({ name }) => name)).toEqual([
    'Grilled sardines',
    'Walnut tart',
    'Soup of the house',
    'Green salad',
    'Lemonade',
  ]);
  const dish = { dishId: idOf(await call(linden, 201, 'createDish', {}, example('createDish'))) };
  await call(linden, 409, 'createDish', {}, example('createDish'));
  const named = { name: 'Plum cake', course: 'dessert', price: 500 };
  await call(linden, 422, 'createDish', {}, { body: { ...named, season: { from: '2040-02-02', until: '2040-02-01' } } });
  await call(linden, 201, 'createDish', {}, { body: { ...named, season: { from: '2040-02-02', until: '2040-02-02' } } });
  await change(linden, 'getDish', 'replaceDish');
  await call(linden, 409, 'deleteDish', paths);
  await call(linden, 204, 'deleteDish', dish);

  const rice = { code: 'arborio-rice' };
  const tag = etag(await call(waiter, 200, 'getIngredient', rice));
  await call(waiter, 304, 'getIngredient', rice, { headers: { 'if-none-match': tag } });
  await call(linden, 200, 'putIngredient', rice, { ...example('putIngredient'), headers: { 'if-match': tag } });
  await call(linden, 412, 'putIngredient', rice, { ...example('putIngredient'), headers: { 'if-match': tag } });
  await call(linden, 201, 'putIngredient', { code: 'rice-2' }, { ...example('putIngredient'), headers: { 'if-none-match': '*' } });
  await call(linden, 412, 'putIngredient', { code: 'rice-2' }, { ...example('putIngredient'), headers: { 'if-none-match': '*' } });
  await call(linden, 412, 'putIngredient', { code: 'rice-3' }, { ...example('putIngredient'), headers: { 'if-match': '*' } });
  await call(linden, 409, 'putIngredient', { code: 'sardines' }, { body: { name: 'Sardines', unit: 'g', stock: 1 } });
  await call(waiter, 404, 'getIngredient', { code: 'saffron' });
});

test('takes reservations, orders and payments as its document says', async () => {
  await service.restart();
  const { linden, waiter } = callers(service.url);
  const query = `?tableId=${ids.booked}&status=booked&from=2040-06-01T20:00:00%2B02:00&to=2040-06-01T18:00:01Z`;
  expect(of(await call(waiter, 200, 'listReservations', {}, { query })).totalDocs).toBe(1);
  const made = await call(waiter, 201, 'createReservation', {}, example('createReservation'));
  expect(of(made)).toMatchObject({ startsAt: '2041-03-14T18:00:00.000Z', endsAt: '2041-03-14T19:30:00.000Z', status: 'booked' });
  await call(waiter, 409, 'createReservation', {}, example('createReservation'));
  const next = { tableId: ids.booked, startsAt: '2041-03-14T19:30:00Z', party: 4, guest: { name: 'Ole' } };
  await call(waiter, 201, 'createReservation', {}, { body: next });
  await call(waiter, 422, 'createReservation', {}, { body: { ...next, startsAt: '2020-03-14T19:30:00Z' } });
  await call(waiter, 422, 'createReservation', {}, { body: { ...next, startsAt: '2100-01-01T00:00:00Z' } });
  await call(waiter, 422, 'createReservation', {}, { body: { ...next, startsAt: '2042-01-01T00:00:00Z', party: 5 } });
  await change(waiter, 'getReservation', 'updateReservation');
  const other = { reservationId: idOf(made) };
  await call(waiter, 409, 'updateReservation', other, { body: { startsAt: '2041-03-14T18:30:00Z' }, type: PATCH });
  await call(waiter, 200, 'cancelReservation', other);
  await call(waiter, 409, 'cancelReservation', other);
  await call(waiter, 409, 'updateReservation', other, { body: { party: 1 }, type: PATCH });

  const seated = { tableId: ids.booked, guests: 4, reservationId: ids.reservation };
  await call(waiter, 422, 'openOrder', {}, { body: { ...seated, tableId: ids.free } });
  await call(waiter, 409, 'openOrder', {}, { body: { ...seated, reservationId: other.reservationId } });
  const opened = await call(waiter, 201, 'openOrder', {}, { body: seated, headers: { 'x-till': 'till-3' } });
  expect(of(opened)).toMatchObject({ till: 'till-3', lines: [], total: 0, status: 'open' });
  await call(waiter, 201, 'openOrder', {}, example('openOrder'));
  await call(waiter, 409, 'openOrder', {}, example('openOrder'));
  const order = { orderId: idOf(opened) };
  await call(waiter, 409, 'issueBill', order, { body: {} });
  expect(of(await call(waiter, 201, 'addLine', order, example('addLine')))).toMatchObject({ number: 1, amount: 1500 });
  const sardines = docsOf(await call(waiter, 200, 'listDishes', {}, { query: '?q=sardines' }))[0]?.id;
  await call(waiter, 409, 'addLine', order, { body: { dishId: sardines, quantity: 3 } });
  await call(waiter, 201, 'addLine', order, { body: { dishId: sardines, quantity: 2 } });
  expect(of(await call(waiter, 200, 'getIngredient', { code: 'sardines' }))).toMatchObject({ stock: 0, low: true });
  await call(waiter, 204, 'removeLine', { ...order, line: 2 });
  await call(waiter, 404, 'removeLine', { ...order, line: 2 });
  expect(of(await call(waiter, 200, 'getIngredient', { code: 'sardines' })).stock).toBe(6);
  expect(of(await call(waiter, 200, 'getOrder', order))).toMatchObject({ total: 1500, lines: [{ number: 1 }] });

  expect(of(await call(linden, 201, 'issueBill', paths, { body: { discountPercent: 100 } }))).toMatchObject({ status: 'paid', due: 0 });
  await call(linden, 409, 'issueBill', paths, { body: {} });
  const bill = { billId: idOf(await call(linden, 201, 'issueBill', order, { body: { discountPercent: 33 } })) };
  await call(waiter, 409, 'addLine', order, example('addLine'));
  await call(waiter, 409, 'removeLine', { ...order, line: 1 });
  expect(of(await call(waiter, 200, 'getBill', bill))).toMatchObject({ subtotal: 1500, discount: 495, due: 1005, status: 'unpaid' });
  expect(of(await call(waiter, 201, 'payBill', bill, example('payBill')))).toMatchObject({ paid: 500, tips: 50, due: 505 });
  await call(waiter, 409, 'payBill', bill, { body: { method: 'cash', amount: 506 } });
  expect(of(await call(waiter, 201, 'payBill', bill, { body: { method: 'cash', amount: 505 } })).status).toBe('paid');
  await call(waiter, 409, 'payBill', bill, { body: { method: 'cash', amount: 1 } });
  expect(of(await call(waiter, 200, 'getOrder', order))).toMatchObject({ status: 'paid', billId: bill.billId });

  const hired = { employeeId: idOf(await call(linden, 201, 'hireEmployee', {}, example('hireEmployee'))) };
  await call(linden, 409, 'hireEmployee', {}, { body: { name: 'T', role: 'cook', email: 'TOVE@example.org', pin: '0000' } });
  await call(linden, 201, 'planShift', hired, example('planShift'));
  await call(linden, 409, 'planShift', hired, example('planShift'));
  const shift = { startsAt: '2040-08-01T04:00:00Z', station: 'kitchen' };
  await call(linden, 201, 'planShift', hired, { body: { ...shift, endsAt: '2040-08-01T16:00:00Z' } });
  await call(linden, 422, 'planShift', hired, { body: { ...shift, endsAt: '2040-08-01T16:00:00.001Z' } });
  await call(linden, 422, 'planShift', hired, { body: { ...shift, endsAt: shift.startsAt } });
  expect(of(await call(waiter, 200, 'getEmployee', hired)).shifts).toMatchObject([{ station: 'kitchen' }, { station: 'bar' }]);
  await readTwice(waiter, 'getTable');
});

test('refuses as its document says', async () => {
  const { linden, harbourside, waiter, stranger } = callers(service.url);
  await call(stranger, 401, 'listRooms');
  for (const id of ['createRoom', 'createTable', 'createDish', 'hireEmployee']) await call(waiter, 403, id, {}, example(id));
  for (const id of ['updateTable', 'replaceDish', 'planShift', 'issueBill']) await call(waiter, 403, id, paths, example(id));
  for (const id of ['deleteRoom', 'deleteTable', 'deleteDish']) await call(waiter, 403, id, paths);
  await call(waiter, 403, 'setOpeningHours', { weekday: 'monday' }, example('setOpeningHours'));
  await call(waiter, 403, 'putIngredient', { code: 'onion' }, example('putIngredient'));
  for (const id of ['getTable', 'getDish', 'getReservation', 'getOrder', 'getBill', 'getEmployee']) await call(harbourside, 404, id, paths);
  await call(linden, 400, 'listRooms', {}, { query: '?page=1&page=2' });
  await call(linden, 400, 'getOpeningHours', { weekday: 'someday' });
  await call(linden, 400, 'removeLine', { ...paths, line: 0 });
  await call(linden, 400, 'createRoom', {}, { raw: '{', type: 'application/json' });
  await call(linden, 413, 'createRoom', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(linden, 415, 'createRoom', {}, { raw: '{}', type: 'text/plain' });
  const missing = await call(linden, 422, 'createRoom', {}, { body: { name: 'Loft', size: 3 } });
  expect(of(missing).where).toEqual(expect.arrayContaining(['/floor', '/size']));
  await call(linden, 422, 'updateTable', paths, { body: {}, type: PATCH });
});

test('the tests before call each operation', () => {
  expect(rest()).toEqual([]);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createRestaurant, callers)).toEqual([]);
});
