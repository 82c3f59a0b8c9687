// Refuses a request that sends a time or a number on the wrong side of one that a thing has, as a sentence says: a payment above the balance, a
// return before the loan.
import { getOwn } from '@octavo/runtime/conformance';
import { membersIn } from '../../../inference/bodies.ts';
import type { MomentRule, NumberRule } from '../../../inference/stated/compared.ts';
import { isTimeText } from '../../../inference/steps.ts';
import type { Operation } from '../../../model/service.ts';
import type { Refused } from '../guards.ts';
import type { Kind } from '../plan/kinds.ts';
import { namedIds } from '../referring.ts';
import { mayRefuse, wordFor } from '../refusing.ts';
import type { Call, Setting } from '../setting.ts';
import type { Thing } from '../world.ts';
import { momentsOf } from './times.ts';

/** What keeps a request from being done to a thing, or with one that it names; `isOwn`: it is done to this one, or below it. */
export function outOfBounds(
  { comparisons }: Setting,
  operation: Operation,
  { kind, value }: Thing,
  { input }: Pick<Call, 'input'>,
  isOwn = true,
): Refused | undefined {
  const sent = membersIn(operation, input);
  if (sent === undefined) return undefined;
  const { moments, numbers } = comparisons(operation, kind, isOwn);
  for (const rule of moments)
    if (isOutOfTime(rule, getOwn(sent, rule.member), getOwn(value, rule.of))) return refusedBy(operation, rule.said.refusal, rule, kind);
  for (const { rule, bound } of numbers)
    if (isBeyond(bound, getOwn(sent, bound.member), getOwn(value, bound.of), isOwn)) return refusedBy(operation, rule.refusal, bound, kind);
  return undefined;
}

/** The same of the things that a new one names. */
export function outOfNamedBounds(setting: Setting, operation: Operation, kind: Kind, sent: Thing['value'], call: Pick<Call, 'input'>) {
  for (const { place, kind: other } of kind.references) {
    for (const thing of setting.world.named(other, new Set(namedIds(sent, place)))) {
      const refused = outOfBounds(setting, operation, thing, call, false);
      if (refused !== undefined) return refused;
    }
  }
  return undefined;
}

/** `undefined` where the operation declares no status that may say so. */
function refusedBy(
  operation: Operation,
  refusal: string | undefined,
  { member, of }: { readonly member: string; readonly of: string },
  kind: Kind,
): Refused | undefined {
  const statuses = [...(/^4\d\d$/.test(refusal ?? '') ? [Number(refusal)] : []), 409, 422, 400];
  return mayRefuse(operation, statuses)
    ? { statuses, detail: `\`${member}\` may not be so with the \`${of}\` of the ${wordFor(kind)}.` }
    : undefined;
}

/** A day and a time of another day are compared by what is so in all time zones. */
function isOutOfTime({ kind, isStrict, by }: MomentRule, sent: unknown, limit: unknown): boolean {
  if (!isTimeText(sent) || !isTimeText(limit)) return false;
  const isAlike = (sent.length === 10) === (limit.length === 10);
  const [one, other] = isAlike ? [sent, limit].map((text) => [Date.parse(text), Date.parse(text)] as const) : [sent, limit].map(momentsOf);
  if (one === undefined || other === undefined) return false;
  if (isStrict && isAlike && one[0] === other[0] + by) return true;
  return kind === 'least' ? one[1] < other[0] + by : one[0] > other[1] + by;
}

function isBeyond({ kind }: NumberRule['bound'], sent: unknown, limit: unknown, isOwn: boolean): boolean {
  if (typeof sent !== 'number' || typeof limit !== 'number') return false;
  if (kind === 'same') return isOwn && sent !== limit;
  return kind === 'most' ? sent > limit : sent < limit;
}
