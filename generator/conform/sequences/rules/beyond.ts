// Does an action with more than a number of the thing allows, as a sentence says: a payment of more than what is open.
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { type AmountBound, amountBoundIn, expectedOf, quoted, type Said, saidOf } from '../../../inference/prose/index.ts';
import { amountLike, amountOf } from '../../../inference/stated/lists.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { withMembers } from '../bodies.ts';
import { nounsOf } from '../machines/machine.ts';
import { actionsOn } from '../machines/moves.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { declaredMembers, readThing } from './seen.ts';

const CHECK = 'stated-rules';

export const beyond: readonly Script[] = [{ check: CHECK, run: beyondNumbers }];

interface Rule extends AmountBound {
  readonly said: Said;
}

function numbersIn(all: ReadonlyMap<string, readonly Schema[]>): readonly string[] {
  const isNumber = ({ type = [], format }: Schema): boolean => type.includes('integer') || type.includes('number') || format === 'decimal';
  return [...all].filter(([, own]) => possibleConjuncts(own).some(isNumber)).map(([name]) => name);
}

/** What the sentences of an action say of a number of its body and of one of the thing. */
export function amountRuleOf(
  { resource, context: { service } }: Pick<Setting, 'resource' | 'context'>,
  operation: Operation,
): Rule | undefined {
  const { read } = resource;
  const shown = read === undefined ? [] : numbersIn(declaredMembers(read));
  const own = numbersIn(propertiesOf(memberSchemasOf(operation)));
  if (own.length === 0 || shown.length === 0) return undefined;
  const names = { own, shown, nouns: nounsOf(resource) };
  const found = saidOf(service, operation).flatMap((said): readonly Rule[] => {
    const bound = said.clause === undefined ? undefined : amountBoundIn(said.clause, names);
    return bound === undefined ? [] : [{ ...bound, said }];
  });
  return found[0];
}

async function* beyondNumbers(setting: Setting): AsyncGenerator<Operation> {
  for (const operation of actionsOn(setting, setting.resource)) {
    const rule = amountRuleOf(setting, operation);
    if (rule !== undefined) yield* tryBeyond(setting, operation, rule);
  }
}

async function* tryBeyond(
  { things, resource, inputs }: Setting,
  operation: Operation,
  { member, of, said }: Rule,
): AsyncGenerator<Operation> {
  const { read } = resource;
  const lab = things.lab();
  const thing = await unlessStopped(things.make(lab, resource, 0));
  const given = inputs.of(operation, 0);
  const amount = membersIn(operation, given)?.[member];
  if (read === undefined || thing === undefined || given === undefined || amountOf(amount) === undefined) return;
  // What succeeds with a little shows that nothing else is in the way.
  const little = withMembers(operation, given, { ...membersIn(operation, given), [member]: amountLike(amount, 1) });
  const done = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, input: little, isNeeded: true }));
  const before = done && isSuccess(done) ? await unlessStopped(readThing(lab, things, read, thing)) : undefined;
  const limit = amountOf(before?.resource[of]);
  const next = inputs.of(operation, 1);
  if (limit === undefined || limit <= 0 || next === undefined) return;
  const input = withMembers(operation, next, { ...membersIn(operation, next), [member]: amountLike(amount, limit + 1) });
  const act = { says: `${operation.id} with more than \`${of}\``, input, probe: CHECK, isExact: true } as const;
  const exchange = await unlessStopped(things.call(lab, operation, thing, act));
  if (exchange === undefined) return;
  yield operation;
  if (!isSuccess(exchange) || exchange.response.status === 202) return;
  // What was known already changes nothing.
  const after = await unlessStopped(readThing(lab, things, read, thing));
  if (after === undefined || amountOf(after.resource[of]) === limit) return;
  const message = `${operation.id} with \`${member}\` above the \`${of}\` is accepted with ${exchange.response.status}, and the document says: ${quoted(said)}`;
  lab.fault(CHECK, message, expectedOf(said), exchange);
}
