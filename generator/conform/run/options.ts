// Declares the options of a run.
import type { Operation, Service } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import type { Credentials, Overrides } from '../contract/settings.ts';
import type { Target } from '../contract/target.ts';
import type { Waiver } from '../contract/waiver.ts';
import type { JudgeOptions } from '../judge/index.ts';
import type { KeptOrder } from './order.ts';

export interface RunOptions {
  readonly service: Service;
  readonly target: Target;
  readonly judging: JudgeOptions;
  readonly seed: number;
  /** Valid inputs by chance for each operation. */
  readonly random: number;
  /** The most cases for each operation. */
  readonly most: number;
  readonly credentials: Credentials;
  /** Whether operations may be called that change something: other methods than GET, HEAD, OPTIONS, TRACE and QUERY. */
  readonly writes: boolean;
  /** The operations to test, and those to leave out: ids, tags or paths. Without `only`, all. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** Whether the run deletes at its end what it has made. */
  readonly cleansUp: boolean;
  /** Percent of the operations that must answer a valid request with success. */
  readonly minSuccess: number;
  /** The run ends after so long, with what it has. */
  readonly milliseconds: number | undefined;
  /** Ids of checks to turn on or off, or their option. */
  readonly checks: Readonly<Record<string, unknown>>;
  readonly waivers: readonly Waiver[];
  readonly overrides: Overrides;
  /** Absent: sequences are sent where the service keeps what it creates. */
  readonly sequences?: boolean;
  readonly signal: AbortSignal;
  /** The order in which operations can succeed, from an earlier run and for later ones. Absent: each run learns it. */
  readonly order?: KeptOrder;
  /** Sees each exchange as it ends: for coverage, recordings and progress. */
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onOperation?: (operation: Operation, done: number, all: number) => void;
}
