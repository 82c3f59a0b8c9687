// Draws the identifiers of users, lists, jobs, rooms, notes, folders and files.
import type { Ids } from '../platform/ids.ts';
import { identifierOf } from './rules/identifiers.ts';

/** For each source of random digits, the identifiers of the last moment. */
const drawn = new WeakMap<Ids, { readonly moment: number; readonly identifiers: Set<string> }>();

/** A new identifier of a moment. No two that one service draws are equal: 20 bits by chance alone meet after a thousand in one millisecond. */
export function newIdentifier(ids: Ids, moment: number): string {
  const last = drawn.get(ids);
  const current = last?.moment === moment ? last : { moment, identifiers: new Set<string>() };
  drawn.set(ids, current);
  let identifier: string;
  do identifier = identifierOf(moment, Number.parseInt(ids.hex(5), 16));
  while (current.identifiers.has(identifier));
  current.identifiers.add(identifier);
  return identifier;
}
