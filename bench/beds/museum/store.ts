// What the museums keep in memory.
import { Clock } from '../clock.ts';
import type { Exhibition, Item, Loan, Place, Treatment } from './things.ts';

/** What one museum has. Maps keep the order of creation. */
export class Museum {
  readonly objects = new Map<string, Item>();
  readonly treatments = new Map<string, Treatment>();
  readonly locations = new Map<string, Place>();
  readonly exhibitions = new Map<string, Exhibition>();
  readonly loans = new Map<string, Loan>();
  readonly #last = new Map<string, number>();

  /** The next number of a series, from the one after `start` on. */
  next(series: string, start = 0): number {
    const number = (this.#last.get(series) ?? start) + 1;
    this.#last.set(series, number);
    return number;
  }

  /** The objects that are in a location. */
  objectsIn(code: string): Item[] {
    return [...this.objects.values()].filter(({ location }) => location === code);
  }
}

export class Store extends Clock {
  readonly linden = new Museum();
  readonly quay = new Museum();

  /** Finds an object in any museum, as a service does that forgets whose it is. */
  anywhere(accession: string): Item | undefined {
    return this.linden.objects.get(accession) ?? this.quay.objects.get(accession);
  }
}
