// Finds which things may not have a time in common, as the document says: two bookings of one room, by the two times that each has.
import { getOwn } from '@octavo/runtime/conformance';
import { areDaysWhole, ENDED, names } from '../../../inference/prose/index.ts';
import { successSchemaOf } from '../../../inference/shapes.ts';
import { type ApartRule, apartRuleOf, apartTextsOf, spanStatesIn } from '../../../inference/stated/apart.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Kind } from '../plan/kinds.ts';
import type { Thing } from '../world.ts';

export interface Apart {
  readonly rule: ApartRule;
  /** The places that name what has one of them at a time, of all things or of those that the sentences name. */
  readonly within: readonly (readonly string[])[];
  /** Other members that the sentence names, which are the same where it is about both. */
  readonly same: readonly string[];
  readonly isWhole: boolean;
  takes(value: Thing['value']): boolean;
}

/** Reads the sentences of an operation when it is first called. */
export function apartIn(service: Service): (operation: Operation, kind: Kind) => Apart | undefined {
  const known = new Map<Operation, Apart | undefined>();
  return (operation, kind) => {
    if (!known.has(operation)) known.set(operation, ruleOf(service, operation, kind));
    return known.get(operation);
  };
}

function ruleOf(service: Service, operation: Operation, kind: Kind): Apart | undefined {
  const { members, state, references, parent, resource } = kind;
  const states = state?.values ?? [];
  const others = [...members.values()].flatMap((schemas) => schemas.flatMap((schema) => schema.enum ?? []));
  const rule = apartRuleOf(service, operation, { states, others: others.filter((one) => typeof one === 'string') });
  if (rule === undefined || !members.has(rule.start)) return undefined;
  const shown = resource.read && successSchemaOf(resource.read.operation);
  const texts = apartTextsOf(service, resource.create ?? operation, shown);
  const { taking, freeing } = spanStatesIn(texts, states);
  const named = references.filter((one) => one.kind !== parent);
  const meant = named.filter((one) => names(rule.said.text, one.kind.name));
  const times = [rule.start, rule.end, state?.member, kind.id];
  const own = new Set(references.map(({ place }) => place[0]));
  return {
    rule,
    // Where the sentence names none of them, both things name the same in all places.
    within: (meant.length > 0 || parent !== undefined ? meant : named).map(({ place }) => place),
    same: [...members.keys()].filter((member) => !times.includes(member) && !own.has(member) && names(rule.said.text, member)),
    isWhole: rule.isDay && areDaysWhole(texts),
    takes: (value) => {
      const now = state === undefined ? undefined : getOwn(value, state.member);
      if (typeof now !== 'string') return true;
      return taking.length > 0 ? taking.includes(now) : !freeing.includes(now) && !ENDED.test(now);
    },
  };
}
