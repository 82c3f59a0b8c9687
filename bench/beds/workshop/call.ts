// What the operations share: a request that was checked, pages, and rules that several of them need.
import { number } from '../asks.ts';
import type { Reply } from '../http.ts';
import { conflict, type Garage, type Job, type JobState, type Part, Refusal, type Store, type Vehicle } from './garage.ts';

/** A request that was checked. */
export interface Call {
  readonly store: Store;
  readonly garage: Garage;
  readonly path: Readonly<Record<string, string>>;
  readonly search: URLSearchParams;
  readonly body: unknown;
  readonly has: (fault: string) => boolean;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;

export const badParameter = (name: string, wrong: string): Refusal =>
  new Refusal(400, 'bad_request', `The parameter ${name} is wrong.`, { fields: [{ name, problem: wrong }] });

export const PAGE = { limit: number(1, 100, 25), offset: number(0, 100_000, 0) };

export function pageOf<T>(found: readonly T[], { limit, offset }: { limit: number; offset: number }, show: (one: T) => object): Reply {
  const items = found.slice(offset, offset + limit).map(show);
  return { status: 200, body: { items, total: found.length, limit, offset } };
}

export const jobsOf = ({ garage }: Call, vehicle: number, ...states: readonly JobState[]): Job[] =>
  [...garage.jobs.values()].filter(({ vehicle_id, state }) => vehicle_id === vehicle && states.includes(state));

export function requireMileage(vehicle: Vehicle, mileage: number): void {
  if (mileage < vehicle.mileage) throw conflict('mileage_falls', `The vehicle has done ${vehicle.mileage} km already.`);
}

export const available = ({ on_hand, reserved }: Part): number => on_hand - reserved;
