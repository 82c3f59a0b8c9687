// Ships.
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../http.ts';
import { type Call, JSON_TYPE, type Operation } from '../call.ts';
import { choice } from '../fields.ts';
import { pageOf, paging, wholeNumber } from '../pages.ts';
import { type Line, requireThing } from '../store.ts';
import { KINDS, type Ship, type ShipInput } from '../things.ts';
import { read, requireMatch, showShip, tagged } from '../views.ts';
import { conflict, Refusal, tagOf, unprocessable } from '../wire.ts';

function list(call: Call): Reply {
  const { minPassengers = 0, vehicleKind } = call.query;
  const ships = [...call.line.ships.values()].filter(
    ({ data: { passengerCapacity, decks } }) =>
      passengerCapacity >= Number(minPassengers) &&
      (vehicleKind === undefined || decks.some(({ kinds }) => kinds.includes(String(vehicleKind)))),
  );
  return pageOf(call, ships, { key: ({ number }) => number }, showShip);
}

const dataOf = ({ homePort = null, builtOn = null, ...rest }: ShipInput): Required<ShipInput> => ({ ...rest, homePort, builtOn });

function requireLabels({ decks }: ShipInput): void {
  if (new Set(decks.map(({ label }) => label)).size < decks.length) throw unprocessable('Two decks have the same label.');
}

function requireCallSign({ ships }: Line, { callSign }: ShipInput, own?: Ship): void {
  if ([...ships.values()].some((ship) => ship !== own && ship.data.callSign === callSign))
    throw conflict('Another ship has this call sign.');
}

async function create({ line, store, body, has }: Call): Promise<Reply> {
  const input = await body<ShipInput>('ship');
  requireLabels(input);
  requireCallSign(line, input);
  const ship: Ship = { ...store.born('sh'), data: dataOf(input) };
  line.ships.set(ship.id, ship);
  const shown = showShip(ship);
  return tagged(shown, tagOf(shown), has('ship-created-200') ? 200 : 201, { location: `/ships/${ship.id}` });
}

function get(call: Call): Reply {
  const shown = showShip(requireThing(call.line.ships, call.id, 'ship'));
  return read(shown, tagOf(shown), call);
}

async function replace(call: Call): Promise<Reply> {
  const { line, id, has } = call;
  const ship = requireThing(line.ships, id, 'ship');
  const input = await call.body<ShipInput>('ship');
  if (call.header('if-match') === undefined) throw new Refusal(428, 'Send If-Match with the tag of the ship.');
  if (!has('ship-match-ignored')) requireMatch(tagOf(showShip(ship)), call);
  requireLabels(input);
  requireCallSign(line, input, ship);
  const { decks, passengerCapacity } = ship.data;
  const isSame = input.passengerCapacity === passengerCapacity && isDeepStrictEqual(input.decks, decks);
  const isUsed = [...line.sailings.values()].some((one) => one.ship === ship && ['scheduled', 'boarding'].includes(one.status));
  if (!isSame && isUsed) throw conflict('The ship has sailings that are scheduled or boarding.');
  ship.data = dataOf(input);
  const shown = showShip(ship);
  return tagged(shown, tagOf(shown));
}

const filters = { minPassengers: wholeNumber(1, 3000), vehicleKind: { check: choice(...KINDS) } };

export const ships: readonly Operation[] = [
  { id: 'listShips', method: 'GET', path: '/ships', query: { ...filters, ...paging }, run: list },
  { id: 'createShip', method: 'POST', path: '/ships', media: JSON_TYPE, run: create },
  { id: 'getShip', method: 'GET', path: '/ships/*', run: get },
  { id: 'replaceShip', method: 'PUT', path: '/ships/*', media: JSON_TYPE, run: replace },
];
