// Deletes things that the run has made where a service holds no more of them: behind a full list, each create is refused, whatever else is wrong with
// it.
import { isNamedByCaller } from '../../inference/makers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case } from '../contract/case.ts';
import type { Exchange } from '../contract/exchange.ts';
import { isValidSuccess } from './bases.ts';

/** What the run has made and can delete. */
export interface Made {
  /** How many things there are that the operation of a case has created below the parents that its path names. */
  alive(one: Case): number;
  /** Deletes most of them, and returns how many. */
  free(one: Case): Promise<number>;
}

export interface Room {
  /** Notes which operations create. */
  see(exchange: Exchange): void;
  /** Makes room for a case before it is sent, where the service is known to hold so many things and no more. */
  ready(one: Case): Promise<void>;
  /** The case again, once room is made for it; `undefined` where it was not refused for want of room, as far as is known. */
  another(exchange: Exchange): Promise<Case | undefined>;
  /** Notes whether the case was answered better then. */
  helped(operation: Operation, isBetter: boolean): void;
}

/** Statuses that may say that there are too many things: a conflict, a quota, a lack of space. */
const FULL: ReadonlySet<number> = new Set([400, 402, 403, 409, 422, 429, 507]);

/** Fewer things are no limit. */
const LEAST = 4;

/** How often room is made in vain for one operation. */
const MOST_VAIN = 2;

interface Knowledge {
  vain: number;
  /** How many things of one parent the service has held when it refused more. */
  limit: number | undefined;
  /** How many there were when room was made last. */
  trial: number;
}

export function createRoom({ alive, free }: Made): Room {
  const known = new Map<Operation, Knowledge>();
  return {
    see(exchange) {
      const { operation } = exchange.case;
      const isMaker = operation.method === 'POST' || isNamedByCaller(operation);
      if (isMaker && isValidSuccess(exchange) && !known.has(operation)) known.set(operation, { vain: 0, limit: undefined, trial: 0 });
    },
    async ready(one) {
      const limit = known.get(one.operation)?.limit;
      if (limit !== undefined && one.intent.kind !== 'probe' && alive(one) >= limit) await free(one);
    },
    async another({ case: one, response }) {
      const knowledge = known.get(one.operation);
      if (knowledge === undefined || knowledge.vain >= MOST_VAIN || response === undefined || !FULL.has(response.status)) return undefined;
      const isPlain = one.isGrounded === true && (one.at === undefined || response.status === 409);
      if (one.intent.kind !== 'valid' || one.credential !== 'given' || !isPlain) return undefined;
      const count = alive(one);
      if (count < LEAST || (knowledge.limit !== undefined && count < knowledge.limit)) return undefined;
      knowledge.trial = count;
      return (await free(one)) > 0 ? one : undefined;
    },
    helped(operation, isBetter) {
      const knowledge = known.get(operation);
      if (knowledge === undefined || knowledge.trial === 0) return;
      if (isBetter) knowledge.limit = Math.min(knowledge.limit ?? knowledge.trial, knowledge.trial);
      else knowledge.vain++;
      knowledge.trial = 0;
    },
  };
}
