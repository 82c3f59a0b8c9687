// Refuses what would have a time in common with another thing, where the document says that they may not.
import { getOwn } from '@octavo/runtime/conformance';
import type { Operation } from '../../../model/service.ts';
import type { Refused } from '../guards.ts';
import { namedIds } from '../referring.ts';
import { mayRefuse, wordFor } from '../refusing.ts';
import type { Setting } from '../setting.ts';
import type { Thing } from '../world.ts';
import type { Apart } from './apart.ts';

type Members = Thing['value'];

/** Why a thing may not be as it would be then; `undefined` where its time is free. */
export function timeTaken({ apart, world }: Setting, operation: Operation, thing: Omit<Thing, 'version'>): Refused | undefined {
  const { kind, collection, id, value, madeAt } = thing;
  const found = apart(operation, kind);
  const span = found?.takes(value) === true ? spanOf(found, value) : undefined;
  if (found === undefined || span === undefined) return undefined;
  const other = world.in(collection).find((one) => {
    if (one.id === id || one.madeAt !== madeAt || !found.takes(one.value) || !isOfSame(found, one.value, value)) return false;
    const taken = spanOf(found, one.value);
    return taken !== undefined && overlap(taken, span);
  });
  const { said, start } = found.rule;
  const statuses = [...(/^4\d\d$/.test(said.refusal ?? '') ? [Number(said.refusal)] : []), 409, 422, 400];
  if (other === undefined || !mayRefuse(operation, statuses)) return undefined;
  return { statuses, detail: `Another ${wordFor(kind)} has a part of the time from its \`${start}\` on.` };
}

/** What has lists of things may have one of them in common. */
function isOfSame({ within, same }: Apart, one: Members, other: Members): boolean {
  const isShared = (place: readonly string[]): boolean => {
    const ids = new Set(namedIds(one, place));
    return namedIds(other, place).some((id) => ids.has(id));
  };
  return within.every(isShared) && same.every((member) => JSON.stringify(getOwn(one, member)) === JSON.stringify(getOwn(other, member)));
}

type Span = readonly [from: number, to: number];

/** `undefined` of what has no end, which a text may let another one bring. Where callers do not send the end, it takes no longer than its start. */
function spanOf({ rule: { start, end, length, isEndShown }, isWhole }: Apart, value: Members): Span | undefined {
  const from = Date.parse(String(getOwn(value, start)));
  const ends = getOwn(value, end);
  const to =
    isEndShown === true ? from + 1 : length === undefined ? Date.parse(String(ends)) + (isWhole ? DAY : 0) : from + Number(ends) * length;
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : [from, to];
}

const DAY = 86_400_000;

/** One may come right when the other one ends. */
function overlap([from, to]: Span, [start, end]: Span): boolean {
  return from < end && start < to;
}
