// Looks for operations that refuse every valid request: each refusal may be one that the document declares by `x-refusals`, but not all of them.
import type { Operation } from '../../model/service.ts';
import type { Fault } from '../contract/check.ts';
import type { Exchange } from '../contract/exchange.ts';

export interface Accepted {
  see(exchange: Exchange): void;
  /** For each operation that answered all valid requests with declared refusals: the fault, and the exchange that shows it. */
  readonly faults: readonly (readonly [Fault, Exchange])[];
}

interface Tally {
  /** The first refusal that `x-refusals` declares. */
  readonly refused: Exchange;
  count: number;
}

export function createAccepted(): Accepted {
  const refusals = new Map<Operation, Tally>();
  const others = new Set<Operation>();
  return {
    see(exchange) {
      const { operation, intent } = exchange.case;
      if (intent.kind !== 'valid') return;
      if (exchange.reading?.isRefusal !== true) {
        others.add(operation);
        return;
      }
      const tally = refusals.get(operation) ?? { refused: exchange, count: 0 };
      tally.count++;
      refusals.set(operation, tally);
    },
    get faults() {
      return [...refusals].flatMap(([operation, { refused, count }]) =>
        others.has(operation) ? [] : [[faultOf(count), refused] as const],
      );
    },
  };
}

function faultOf(count: number): Fault {
  const requests = count === 1 ? 'The only valid request is' : `All ${count} valid requests are`;
  return {
    message: `${requests} refused, each as \`x-refusals\` allows.`,
    expected: 'a status from 200 to 299 for one of them',
  };
}
