// Counts how often in a row valid requests of an operation were refused for the same reason, whatever was made for them: what has not helped against
// it so often does not help the next one.
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';
import { reasonOf } from '../contract/reason.ts';

/** So many refusals in a row are enough: all attempts of two cases. */
const MOST_ALIKE = 14;

export interface Alike {
  see(exchange: Exchange): void;
  /** Whether a refusal gives the reason that so many before it have given. */
  isEnough(exchange: Exchange): boolean;
  /** Lets all be tried again. */
  renew(operation: Operation): void;
}

export function createAlike(): Alike {
  const known = new Map<Operation, { readonly reason: string; readonly times: number }>();
  return {
    see(exchange) {
      const { operation, intent } = exchange.case;
      if (exchange.response === undefined || intent.kind !== 'valid') return;
      if (exchange.response.status < 300) known.delete(operation);
      else {
        const [reason, before] = [reasonOf(exchange.response), known.get(operation)];
        known.set(operation, { reason, times: before?.reason === reason ? before.times + 1 : 1 });
      }
    },
    isEnough(exchange) {
      const one = known.get(exchange.case.operation);
      return exchange.response !== undefined && one !== undefined && one.times >= MOST_ALIKE && one.reason === reasonOf(exchange.response);
    },
    renew(operation) {
      known.delete(operation);
    },
  };
}
