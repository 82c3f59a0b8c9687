// What a network has, and how its things are found, shown and tagged.
import { createHash } from 'node:crypto';
import { Clock } from '../clock.ts';
import { type Asked, Problem, type Values } from '../plain.ts';

export type Has = (fault: string) => boolean;

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly colour: string | null;
  readonly operatesOn: readonly string[];
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly headwayMinutes: number | null;
  readonly accessible: boolean;
  readonly note: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Stop {
  readonly code: string;
  readonly name: string;
  readonly zone: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly platforms: readonly string[];
  readonly stepFree: boolean;
}

export interface TripCall {
  readonly stop: string;
  readonly at: string;
}

export interface Trip {
  readonly id: string;
  readonly lineId: string;
  readonly serviceDate: string;
  readonly seats: number;
  readonly calls: readonly TripCall[];
  readonly durationMinutes: number;
  readonly state: 'scheduled' | 'cancelled';
}

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly days: number;
  readonly priceCents: number;
  readonly settlementCents: number;
  readonly zones: readonly number[];
  readonly concession: string | null;
}

export interface Pass {
  readonly id: string;
  readonly productId: string;
  readonly holder: { readonly name: string; readonly email: string | null };
  readonly reference: string | null;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly state: 'issued' | 'active' | 'suspended' | 'refunded';
  readonly pricePaidCents: number;
  readonly refundCents: number | null;
  readonly suspensions: number;
  readonly soldAt: string;
  readonly activatedAt: string | null;
}

export interface Row {
  readonly code: string;
  readonly name: string;
  readonly zone: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Import {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly Row[];
  readonly dueAt: number;
  readonly createdAt: string;
  readonly result: ImportResult | null;
}

export interface ImportResult {
  readonly created: readonly string[];
  readonly replaced: readonly string[];
  readonly refused: readonly { readonly index: number; readonly code: string; readonly reason: string }[];
}

export interface Network {
  readonly lines: Map<string, Line>;
  readonly stops: Map<string, Stop>;
  readonly trips: Map<string, Trip>;
  readonly products: Map<string, Product>;
  readonly passes: Map<string, Pass>;
  readonly imports: Map<string, Import>;
}

export const emptyNetwork = (): Network => ({
  lines: new Map(),
  stops: new Map(),
  trips: new Map(),
  products: new Map(),
  passes: new Map(),
  imports: new Map(),
});

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const SPACE = LETTERS.length ** 4;

/** Makes ids that look random, and never one twice, and times. */
export class Maker {
  readonly clock = new Clock();
  #count = 0;

  id(prefix: string): string {
    this.#count += 1;
    let rest = (this.#count * 611_953 + 77_777) % SPACE;
    let text = '';
    for (let index = 0; index < 4; index++) {
      text += LETTERS[rest % LETTERS.length] ?? '0';
      rest = Math.floor(rest / LETTERS.length);
    }
    return `${prefix}-${text}`;
  }
}

/** What a handler gets. */
export interface Context {
  readonly network: Network;
  readonly maker: Maker;
  readonly has: Has;
  readonly isOperator: boolean;
  /** The path and the query as they were sent. */
  readonly pathname: string;
  readonly search: URLSearchParams;
}

export function found<Thing>(things: ReadonlyMap<string, Thing>, id: string | undefined, what: string): Thing {
  const thing = things.get(id ?? '');
  if (thing === undefined) throw new Problem(404, 'not-found', `There is no such ${what}.`);
  return thing;
}

export const conflict = (detail: string): Problem => new Problem(409, 'conflict', detail);
export const broken = (at: string, message: string): Problem =>
  new Problem(422, 'rule-broken', 'A value breaks a rule.', { flaws: [{ at, message }] });

export const tagOf = (shown: unknown): string => `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 20)}"`;

export type { Asked, Values };
