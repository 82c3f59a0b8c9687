// What the texts of a document say of things that may not have a time in common, and the create of one more beside a thing that is there.
import { membersIn } from '../../../inference/bodies.ts';
import { listedValues } from '../../../inference/lists/places.ts';
import { isTextOrNumber } from '../../../inference/pointers.ts';
import { names } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { successSchemaOf } from '../../../inference/shapes.ts';
import { type ApartRule, apartRuleOf, apartTextsOf, spanStatesIn } from '../../../inference/stated/apart.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { withMembers } from '../bodies.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { type Span, spanIn, withSpan } from '../making/spans.ts';
import { declaredMembers } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, type Thing } from '../thing.ts';

export const CHECK = 'no-overlap';

export interface Beside {
  readonly setting: Setting;
  readonly lab: Lab;
  readonly rule: ApartRule;
  readonly first: Thing;
}

export function ruleOf({ context: { service }, resource: { read } }: Setting, operation: Operation): ApartRule | undefined {
  const states = (read && listedState(read))?.states ?? [];
  const values = [...(read === undefined ? [] : declaredMembers(read).values())].flatMap((schemas) => listedValues(schemas) ?? []);
  return apartRuleOf(service, operation, { states, others: values.filter((one) => typeof one === 'string') });
}

/** All sentences about the things and their create. */
export function textsAbout({ resource: { read }, context }: Setting, create: Operation): readonly string[] {
  return apartTextsOf(context.service, create, read && successSchemaOf(read.operation));
}

/** The states in which things take their time, where the texts name some, and those in which they do not. */
export function statesOf(setting: Setting, create: Operation): ReturnType<typeof spanStatesIn> {
  const { read } = setting.resource;
  return spanStatesIn(textsAbout(setting, create), (read && listedState(read))?.states ?? []);
}

/** Whether a new thing is in one of the states in which it takes its time. */
export function isTaking({ resource: { read, edge } }: Setting, created: Answered, taking: readonly string[]): boolean {
  const state = read && listedState(read)?.of(resourceIn(created, edge.from) ?? {});
  return taking.length === 0 || (state !== undefined && taking.includes(state));
}

/** The create of a thing like the first one with another span; `sources`: of other things. */
export async function createAt(
  { setting: { things, resource }, lab, rule, first }: Beside,
  span: Span,
  says: string,
  sources?: readonly Thing[],
): Promise<Answered | undefined> {
  const { create } = resource;
  const given = first.created.case.input ?? {};
  // What the sentence names is the same for both, also where a new value would be taken for it: two interviews of one `interviewer`.
  const same = Object.entries(membersIn(create, given) ?? {}).filter(
    ([name, value]) => isTextOrNumber(value) && names(rule.said.text, name),
  );
  const ready = things.ready(create, given);
  const kept = withMembers(create, ready, { ...membersIn(create, ready), ...Object.fromEntries(same) });
  const input = withSpan(same.length === 0 ? ready : kept, span, rule);
  const exchange = await unlessStopped(things.callBeside(lab, create, first, { says, input, sources, probe: CHECK }));
  if (exchange !== undefined && !isSuccess(exchange)) lab.forget(exchange);
  return exchange;
}

/** The span of a thing as it was sent, and as its answer shows the end where callers do not send it. */
export function spanOf({ edge }: Resource, created: Answered, rule: ApartRule): Span | undefined {
  return spanIn(created.case.input, rule, resourceIn(created, edge.from));
}

export function movedBy([from, to]: Span, by: number): Span {
  return [from + by, to + by];
}
