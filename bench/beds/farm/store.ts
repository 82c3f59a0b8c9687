// The memory of the service: what each hub has.
import { Clock } from '../clock.ts';
import { seed } from './seeds.ts';
import type { Hub, HubName } from './things.ts';

export class Store {
  readonly clock = new Clock();
  readonly hubs: Readonly<Record<HubName, Hub>> = { birch: createHub(), quarry: createHub() };
  readonly #last = new Map<string, number>();

  constructor() {
    seed(this.hubs, { clock: this.clock, next: (kind) => this.next(kind) });
  }

  /** The next id of a kind of things. Hubs share the numbers. */
  next(kind: string): number {
    const id = (this.#last.get(kind) ?? 0) + 1;
    this.#last.set(kind, id);
    return id;
  }
}

function createHub(): Hub {
  return {
    growers: new Map(),
    products: new Map(),
    lots: new Map(),
    priceLists: new Map(),
    customers: new Map(),
    orders: new Map(),
  };
}
