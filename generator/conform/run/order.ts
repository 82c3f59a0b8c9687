// Orders the operations of a service so that what others need is called first: by their methods and paths, and as an earlier run has learnt it.
import type { Operation } from '../../model/service.ts';
import type { Exchange } from '../contract/exchange.ts';

/** Where the order is kept between runs: the ids of operations, and nothing else. */
export interface KeptOrder {
  /** Empty where nothing is kept. */
  readonly ids: readonly string[];
  keep(ids: readonly string[]): void;
}

export interface Order {
  see(exchange: Exchange): void;
  /** The operations that succeeded, in the order in which each did for the first time; deletes last, since they take away what others need. */
  readonly ids: readonly string[];
}

/** Creating comes before reading, and deleting last, so that services with state have something to answer with. */
const METHODS = ['POST', 'PUT', 'GET', 'HEAD', 'QUERY', 'PATCH', 'DELETE'];

/** Words at the end of paths by which an operation ends a thing that others need: `/orders/{id}/cancel`, `/periods.close`. */
const ENDING =
  /(?<![a-z])(?:abort|archive|cancel|close|deactivate|delete|disable|end|finish|purge|remove|revoke|terminate|void|withdraw)(?![a-z])/;

/** By method, with deletes and what ends things last, and what is nearer to the root first: a parent is made before its children. */
export function byOrder(a: Operation, b: Operation): number {
  return rankOf(a) - rankOf(b) || a.path.split('/').length - b.path.split('/').length;
}

function rankOf({ method, path }: Operation): number {
  const isEnding = method !== 'GET' && ENDING.test(path.slice(path.lastIndexOf('/')));
  return METHODS.indexOf(isEnding ? 'DELETE' : method);
}

export function createOrder(): Order {
  const succeeded = new Set<Operation>();
  return {
    see({ case: { operation, intent, credential }, response }) {
      if (intent.kind !== 'valid' || credential !== 'given' || response === undefined) return;
      if (response.status >= 200 && response.status < 300) succeeded.add(operation);
    },
    get ids() {
      const isDelete = ({ method }: Operation): boolean => method === 'DELETE';
      return [...[...succeeded].filter((one) => !isDelete(one)), ...[...succeeded].filter(isDelete)].map(({ id }) => id);
    },
  };
}

/** Keeps what this run has learnt, and behind it what only an earlier one has reached. */
export function keepOrder(kept: KeptOrder | undefined, ids: readonly string[]): void {
  kept?.keep([...ids, ...kept.ids.filter((id) => !ids.includes(id))]);
}

/** The operations in the order that an earlier run has learnt. The others stay where they are, behind the ones that stood before them. */
export function inKeptOrder(operations: readonly Operation[], ids: readonly string[]): readonly Operation[] {
  const ranks = new Map(ids.map((id, index) => [id, index]));
  const known = operations.filter(({ id }) => ranks.has(id)).sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
  const ordered = known[Symbol.iterator]();
  return operations.map((operation) => (ranks.has(operation.id) ? (ordered.next().value ?? operation) : operation));
}
