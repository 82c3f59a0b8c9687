// The first things of the two networks.
import { emptyNetwork, type Line, type Maker, type Network, type Product, type Stop } from './store.ts';

function seedOf(maker: Maker, stops: readonly Stop[], lineName: string, productName: string): Network {
  const network = emptyNetwork();
  const now = maker.clock.now();
  for (const stop of stops) network.stops.set(stop.code, stop);
  const line: Line = {
    id: maker.id('LN'),
    name: lineName,
    mode: 'bus',
    colour: '#0A7F3C',
    operatesOn: ['mon', 'tue', 'wed', 'thu', 'fri'],
    validFrom: '2026-01-01',
    validUntil: null,
    headwayMinutes: 20,
    accessible: true,
    note: null,
    createdAt: now,
    updatedAt: now,
  };
  network.lines.set(line.id, line);
  const product: Product = {
    id: maker.id('FP'),
    name: productName,
    days: 30,
    priceCents: 6400,
    settlementCents: 5900,
    zones: [1, 2],
    concession: null,
  };
  network.products.set(product.id, product);
  return network;
}

const stop = (code: string, name: string, zone: number): Stop => ({
  code,
  name,
  zone,
  latitude: 51.2,
  longitude: 7.1,
  platforms: ['1'],
  stepFree: true,
});

export const createNetworks = (maker: Maker): ReadonlyMap<string, Network> =>
  new Map([
    ['nord', seedOf(maker, [stop('HBF-1', 'Central station', 1), stop('MKT-4', 'Old market', 2)], 'Ring bus', 'Month, two zones')],
    ['west', seedOf(maker, [stop('QUAY-2', 'West quay', 1)], 'Quay line', 'Month, west')],
  ]);
