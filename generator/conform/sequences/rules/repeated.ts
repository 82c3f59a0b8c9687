// Does actions whose body must have what the thing shows, as a sentence says, with another value: an approval that names another total.
import { memberPlace, memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { expectedOf, quoted, repeatedIn, type Said, saidOf } from '../../../inference/prose/index.ts';
import { type Reader, shownBy } from '../../../inference/resources.ts';
import { moved } from '../../../inference/steps.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import { changedAt, type Input } from '../../plan/index.ts';
import { arrive } from '../machines/machine.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { routesOf } from '../machines/routes.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { declaredMembers, readThing } from './seen.ts';

const CHECK = 'stated-rules';

export const repeated: readonly Script[] = [{ check: CHECK, run: repeatedValues }];

interface Rule {
  readonly operation: Operation;
  readonly member: string;
  readonly said: Said;
}

async function* repeatedValues(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource, context } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  if (read === undefined) return;
  const rules = actionsOn(setting, resource).flatMap((operation) => rulesOf(context.service, operation, read));
  for (const rule of rules) {
    if (member === undefined) {
      const lab = things.lab();
      const thing = await unlessStopped(things.make(lab, resource, 0));
      if (thing !== undefined && (await tryOn(setting, { lab, thing }, read, rule))) yield rule.operation;
      continue;
    }
    for (const [state, route] of await routesOf(setting, resource)) {
      const arrived = await arrive({ things, resource, read, member }, route);
      if (arrived?.seen.state === state && (await tryOn(setting, arrived, read, rule))) yield rule.operation;
    }
  }
}

/** The members of the body that the thing has too, and of which a sentence refuses another value. */
function rulesOf(service: Setting['context']['service'], operation: Operation, read: Reader): readonly Rule[] {
  const shown = declaredMembers(read);
  return [...propertiesOf(memberSchemasOf(operation)).keys()]
    .filter((member) => shown.has(member))
    .flatMap((member): readonly Rule[] => {
      const said = repeatedIn(saidOf(service, operation), member);
      return said === undefined ? [] : [{ operation, member, said }];
    });
}

/** Whether another value was sent. */
async function tryOn(
  { things, inputs }: Setting,
  { lab, thing }: Pick<NonNullable<Awaited<ReturnType<typeof arrive>>>, 'lab' | 'thing'>,
  read: Reader,
  { operation, member, said }: Rule,
): Promise<boolean> {
  const before = (await unlessStopped(readThing(lab, things, read, thing)))?.resource[member];
  const parts = [...(propertiesOf(memberSchemasOf(operation)).get(member) ?? [])].flatMap((one) => possibleConjuncts([one]));
  const value =
    typeof before === 'number'
      ? (moved(before, parts, 1) ?? moved(before, parts, -1))
      : typeof before === 'string'
        ? `${before}x`
        : undefined;
  const base = inputs.of(operation, 0);
  const input = base === undefined || value === undefined ? undefined : (changedAt(base, memberPlace(operation, member), value) as Input);
  if (input === undefined || !things.allows(operation, input)) return false;
  const says = `${operation.id} with another \`${member}\` than is shown`;
  const exchange = await unlessStopped(things.call(lab, operation, thing, { says, input, probe: CHECK, isExact: true }));
  if (exchange === undefined) return false;
  const sent = membersIn(operation, exchange.case.input)?.[member];
  const after = isSuccess(exchange) ? (await unlessStopped(readThing(lab, things, read, thing)))?.resource[member] : undefined;
  // What the operation sets, or what has become this meanwhile, is no other value.
  if (isSuccess(exchange) && exchange.response.status !== 202 && sent === value && after !== undefined && after !== sent) {
    const message = `${operation.id} is accepted with ${exchange.response.status} and the \`${member}\` ${String(value)}, where the thing shows ${String(before)}. The document says: ${quoted(said)}`;
    lab.fault(CHECK, message, expectedOf(said), exchange);
  }
  return true;
}
