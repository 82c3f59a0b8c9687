// Two versions of one operation, and the changes that are found between them.
import type { Operation } from '../model/service.ts';
import type { Change, Direction } from './change.ts';

export interface Pair {
  readonly before: Operation;
  readonly after: Operation;
  readonly requests: Direction;
  readonly responses: Direction;
  readonly changes: Change[];
}

export function add(pair: Pair, kind: Change['kind'], code: string, message: string, location = pair.after.location): void {
  pair.changes.push({ kind, code, operation: pair.after.id, message, location });
}
