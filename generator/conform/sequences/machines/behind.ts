// Makes things that name what stands below another one, while that one is in each of its states, where a sentence says that they depend on
// that state: `A line names a variant of an active product`.
import { tokensOf } from '../../../inference/pointers.ts';
import { companyIn } from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { exampleOfOwn } from '../making/own.ts';
import type { Setting } from '../script.ts';
import { sourcesOf } from '../thing.ts';
import { inAndOut } from './company.ts';
import { addBirths } from './guards.ts';
import { type Arrived, type Machine, nounsOf } from './machine.ts';
import { listedState } from './members.ts';
import { routesOf } from './routes.ts';

interface Rule {
  readonly operation: Operation;
  /** What is made, and what it names: something that stands below the thing with the states. */
  readonly made: Resource;
  readonly below: Resource;
  readonly states: readonly string[];
  readonly quote: string;
}

export async function* namedBehind(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  const rules = member === undefined ? [] : rulesOf(setting, member.states);
  if (read === undefined || member === undefined || rules.length === 0) return;
  const machine: Machine = { things, resource, read, member };
  const routes = new Map(await routesOf(setting, resource));
  await addBirths(machine, routes);
  for (const { made, below, ...rule } of rules) {
    const act = async ({ lab, thing, child }: Arrived): Promise<Answered | undefined> => {
      const user = child && (await exampleOfOwn({ ...setting, resource: made }, lab, child));
      return user !== undefined && sourcesOf(user).includes(thing) && user.created.response.status !== 202 ? user.created : undefined;
    };
    yield* inAndOut(setting, machine, rule, { routes, below, act });
  }
}

function rulesOf({ things, resource, mayCall }: Setting, states: readonly string[]): readonly Rule[] {
  return things.all().flatMap((made): readonly Rule[] => {
    const { create } = made;
    if (made === resource || !mayCall(create)) return [];
    const named = things.references(create).filter((one) => one.resource !== resource && things.parentOf(one.resource) === resource);
    return named.flatMap(({ resource: below, to }) => {
      const members = tokensOf(to).filter((name) => !/^(?:body|-|\d+)$/.test(name));
      const own = [...nounsOf(made), ...nounsOf(below), ...members];
      const words = { nouns: nounsOf(resource), states, own, isMaking: false, isChange: false };
      const texts = [create.summary, create.description].filter((one) => one !== undefined);
      return companyIn(texts.join('\n\n'), words).map((found): Rule => ({ operation: create, made, below, ...found }));
    });
  });
}
