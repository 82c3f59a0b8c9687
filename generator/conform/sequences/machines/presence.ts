// Looks in each state for members that a thing has in other states only, as their texts say.
import { memberSentences, type Presence, presenceIn } from '../../../inference/prose/index.ts';
import type { Operation } from '../../../model/service.ts';
import { declaredMembers } from '../rules/seen.ts';
import { arrive, look, type Machine, type SeenState } from './machine.ts';
import type { Move } from './moves.ts';

const CHECK = 'state-rules';

interface Rule extends Presence {
  readonly name: string;
  readonly quote: string;
}

function rulesOf({ read, member }: Machine): readonly Rule[] {
  return [...declaredMembers(read)].flatMap(([name, schemas]) =>
    memberSentences(schemas).flatMap(({ text }): readonly Rule[] => {
      const found = name === member.name ? undefined : presenceIn(text, member.states);
      return found === undefined ? [] : [{ name, quote: text, ...found }];
    }),
  );
}

/** `routes` may lead to one state in several ways. */
export async function* present(
  machine: Machine,
  routes: Iterable<readonly [state: string, route: readonly Move[]]>,
): AsyncGenerator<Operation> {
  const rules = rulesOf(machine);
  for (const [state, route] of rules.length === 0 ? [] : routes) {
    const arrived = await arrive(machine, route);
    if (arrived === undefined || arrived.seen.state !== state) continue;
    yield machine.read.operation;
    const { lab, thing, seen } = arrived;
    const rule = wrongIn(seen, rules, route.length === 0);
    // What is taken away a moment later is no fault.
    const after = rule && (await look(machine, lab, thing));
    if (rule === undefined || after === undefined || after.state !== state || wrongIn(after, [rule], route.length === 0) === undefined)
      continue;
    const message = `\`${rule.name}\` is ${JSON.stringify(after.resource[rule.name])} where \`${machine.member.name}\` is \`${state}\`.`;
    lab.fault(CHECK, message, `no \`${rule.name}\`, as the document says: “${rule.quote}”`, after.exchange);
  }
}

/** The rule of a member that is there, and should not be. What comes later may have it or not: only of a new thing it is sure. */
function wrongIn({ state, resource }: SeenState, rules: readonly Rule[], isNew: boolean): Rule | undefined {
  return rules.find(({ name, kind, states }) => {
    const value = resource[name];
    const isThere = value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
    return isThere && !states.has(state) && (kind === 'only' || isNew);
  });
}
