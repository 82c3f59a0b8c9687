// Instants that bodies have.
import { instantOf } from './formats.ts';
import { unprocessable } from './wire.ts';

const FIRST = Date.UTC(2000, 0, 1);
const AFTER = Date.UTC(2100, 0, 1);

/** The milliseconds of an instant, which must lie in the years 2000 to 2099. */
export function timeOf(value: string): number {
  const time = instantOf(value) ?? Number.NaN;
  if (!(time >= FIRST && time < AFTER)) throw unprocessable('Instants lie in the years 2000 to 2099.');
  return time;
}
