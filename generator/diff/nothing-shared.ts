// Recognises two documents that are hardly two versions of one: no operation of one has the method and path of an operation of the other.
import { count } from '../base/words.ts';
import type { Service } from '../model/service.ts';
import type { Change } from './change.ts';

/** Fewer operations in both together may all have moved, and the list of them is short. */
const FEWEST = 20;

/** One change in place of those that remove each operation and add each other one. */
export function nothingShared(before: Service, after: Service, changes: readonly Change[]): Change | undefined {
  const [old, now] = [sizeOf(before), sizeOf(after)];
  const first = changes.find(({ code }) => code === 'operation-added');
  const counted = (code: string): number => changes.filter((change) => change.code === code).length;
  const sharesNothing = counted('operation-removed') === old && counted('operation-added') === now;
  if (first === undefined || !sharesNothing || old + now < FEWEST) return undefined;
  return {
    kind: 'breaking',
    code: 'nothing-shared',
    message: `the documents share no operation: all ${old} of the old one are gone, and the new one has ${count(now, 'other')}; \`--verbose\` lists them`,
    location: { source: first.location.source, pointer: '/paths' },
  };
}

function sizeOf({ operations, leftOut }: Service): number {
  return operations.length + leftOut.filter(({ kind }) => kind === 'operation').length;
}
