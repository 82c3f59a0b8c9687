// Takes the steps of a table that a value of a body asks for, `POST /cases/{id}/steps` with `{ "step": "approve" }`: each leads where its row says,
// and no other one is taken.
import { bodyPlaceOf, memberPlace, memberSchemasOf } from '../../../inference/bodies.ts';
import { lastNameOf, valueAt } from '../../../inference/pointers.ts';
import { type Command, commandsIn, precedencesIn, quoted, tagTextsOf } from '../../../inference/prose/index.ts';
import { shownBy } from '../../../inference/resources.ts';
import { statedRulesOf } from '../../../inference/stated/rules.ts';
import { listedPlaces } from '../../../inference/targets.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { changedAt, type Input, REMOVED } from '../../plan/index.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess } from '../thing.ts';
import { besideIn, judgeAppended, judgeBeside, leftBy } from './commanded-effects.ts';
import { type Arrived, arrive, isJudged, look, type Machine, refusalOf } from './machine.ts';
import { listedState } from './members.ts';
import { actionsOn, MOST, type Move } from './moves.ts';

const CHECK = 'state-rules';

/** A row of the table, with the request that asks for it. */
interface Asked extends Command {
  readonly move: Move & { readonly input: Input };
  /** The places of what it needs beside its name. */
  readonly needs: readonly string[];
}

interface Table {
  readonly operation: Operation;
  readonly commands: readonly Asked[];
  readonly whole?: string;
  /** The text that has the table. */
  readonly text: string;
}

type Routes = ReadonlyMap<string, readonly Move[]>;

export async function* commanded(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const read = shownBy(resource);
  const member = read && listedState(read);
  if (read === undefined || member === undefined) return;
  const machine: Machine = { things, resource, read, member };
  for (const operation of actionsOn(setting, resource)) {
    const table = tableOf(setting, machine, operation);
    const begun = table && (await arrive(machine, []));
    if (table === undefined || begun === undefined) continue;
    const routes = new Map<string, readonly Move[]>([[begun.seen.state, []]]);
    for (const [state, route] of routes) {
      if (routes.size > MOST) return;
      for (const command of table.commands.filter(({ from }) => from.includes(state))) {
        const way = await taken(setting, machine, table, { state, route, command });
        if (way === undefined) continue;
        yield operation;
        if (!routes.has(command.to)) routes.set(command.to, way);
        await leftBy(setting, command, way);
      }
      if (await areOthersTried(machine, state, route, table)) yield operation;
    }
    if (await isTriedEarly(setting, machine, table, routes)) yield operation;
  }
}

function tableOf({ context, inputs }: Setting, { member }: Machine, operation: Operation): Table | undefined {
  const texts = [operation.description ?? '', ...tagTextsOf(context.service, operation)];
  for (const { place, listed } of listedPlaces(operation).filter((one) => one.place.startsWith('/body/')))
    for (const text of texts) {
      const found = commandsIn(text, listed, member.states);
      if (found === undefined) continue;
      const commands = found.commands.flatMap((command): readonly Asked[] => {
        const needs = needsOf(context.service, operation, place, command.value);
        const [base] = inputs.having(operation, place, command.value);
        // An input with all that is optional has what the value needs.
        const rich = [2, 4]
          .map((variant) => inputs.of(operation, variant))
          .find((one) => needs.every((at) => valueAt(one, at) !== undefined));
        const input = needs.reduce<Input | undefined>((one, at) => one && (changedAt(one, at, valueAt(rich, at)) as Input), base);
        if (input === undefined || (rich === undefined && needs.length > 0)) return [];
        return [{ ...command, needs, move: { operation, says: `${operation.id} with ${command.value}`, input, isExact: true } }];
      });
      return { ...found, operation, commands, text };
    }
  return undefined;
}

/** What a sentence says that a value needs: `A return must come with a note`. */
function needsOf(service: Service, operation: Operation, place: string, value: string): readonly string[] {
  const names = statedRulesOf(service, operation).flatMap(({ stated, part }) =>
    stated.kind === 'need' &&
    stated.isNeeded &&
    part.at === bodyPlaceOf(operation) &&
    stated.of === lastNameOf(place) &&
    stated.values.includes(value)
      ? [stated.member]
      : [],
  );
  return [...new Set(names)].map((name) => memberPlace(operation, name));
}

interface Step {
  readonly state: string;
  readonly route: readonly Move[];
  readonly command: Asked;
}

/** The moves by which a step of the table was taken, also after another one that leaves the thing in its state; `undefined` where it is refused. */
async function taken(
  setting: Setting,
  machine: Machine,
  table: Table,
  { state, route, command }: Step,
): Promise<readonly Move[] | undefined> {
  const { move, to, quote } = command;
  const staying = table.commands.filter((one) => one !== command && one.to === state && one.from.includes(state));
  for (const way of [route, ...staying.map((one) => [...route, one.move])]) {
    const arrived = await arrive(machine, way);
    if (arrived === undefined || arrived.seen.state !== state) continue;
    const { lab, thing, seen } = arrived;
    await withoutNeeds(machine, arrived, command);
    const beside = await besideIn(setting, arrived, command);
    const act = { says: `${move.says} in the state ${state}`, probe: CHECK, input: move.input, isExact: true } as const;
    const exchange = await unlessStopped(machine.things.call(lab, move.operation, thing, act));
    if (exchange === undefined || !isJudged(exchange)) return undefined;
    if (!isSuccess(exchange)) continue;
    const after = await look(machine, lab, thing);
    if (after === undefined) return undefined;
    if (after.state !== to) {
      const message = `\`${machine.member.name}\` is \`${after.state}\` after ${move.says} in the state \`${state}\`, and the document says: ${quoted({ text: quote })}`;
      lab.fault(CHECK, message, `the state \`${to}\``, after.exchange);
    }
    judgeAppended(lab, table.text, move.says, seen, after);
    for (const one of beside) await judgeBeside(lab, move.says, one);
    return [...way, move];
  }
  return undefined;
}

/** Asks for a step without what a sentence says that it needs. */
async function withoutNeeds({ things, member }: Machine, { lab, thing, seen }: Arrived, { move, needs }: Asked): Promise<void> {
  for (const at of needs) {
    const input = changedAt(move.input, at, REMOVED) as Input;
    const says = `${move.says} without ${lastNameOf(at)} in the state ${seen.state}`;
    const exchange = await unlessStopped(things.call(lab, move.operation, thing, { says, probe: CHECK, input, isExact: true }));
    if (exchange === undefined) return;
    if (!isSuccess(exchange)) continue;
    const message = `${move.says} is answered with ${exchange.response.status} without \`${lastNameOf(at)}\` where \`${member.name}\` is \`${seen.state}\`, and the document says that this is needed.`;
    lab.fault(CHECK, message, refusalOf(move.operation, []), exchange);
  }
}

/** Whether a thing has come into the state, and the steps were tried there that the table does not have for it. */
async function areOthersTried(machine: Machine, state: string, route: readonly Move[], { commands, whole }: Table): Promise<boolean> {
  const right = new Set(commands.filter(({ from }) => from.includes(state)).map(({ value }) => value));
  const wrong = whole === undefined ? [] : commands.filter(({ value }) => !right.has(value));
  const arrived = wrong.length === 0 ? undefined : await arrive(machine, route);
  if (arrived === undefined || arrived.seen.state !== state || whole === undefined) return false;
  const { lab, thing } = arrived;
  for (const { move } of new Map(wrong.map((one) => [one.value, one])).values()) {
    const act = { says: `${move.says} in the state ${state}`, probe: CHECK, input: move.input, isExact: true } as const;
    const exchange = await unlessStopped(machine.things.call(lab, move.operation, thing, act));
    if (exchange === undefined || !isJudged(exchange)) return true;
    if (!isSuccess(exchange)) continue;
    const after = await look(machine, lab, thing);
    // What is answered with success, and changes nothing, may be ignored.
    if (after === undefined || after.state === state) return true;
    const message = `${move.says} has changed \`${machine.member.name}\` from \`${state}\` to \`${after.state}\`, a step that the table of the document does not have.`;
    lab.fault(CHECK, message, refusalOf(move.operation, [whole]), exchange);
  }
  return true;
}

/** Whether a step was asked for before the one that has to come first, as a sentence says. */
async function isTriedEarly(setting: Setting, machine: Machine, { commands, text }: Table, routes: Routes): Promise<boolean> {
  const { create } = setting.resource;
  const own = propertiesOf(memberSchemasOf(create));
  const flags = [...own].filter(([, schemas]) => possibleConjuncts(schemas).some(({ type }) => type?.includes('boolean') === true));
  const values = [...new Set(commands.map(({ value }) => value))];
  const given = setting.inputs.of(create, 0);
  let isTried = false;
  for (const { value, first, flag, quote } of precedencesIn(
    text,
    values,
    flags.map(([name]) => name),
  )) {
    const firsts = new Set(commands.filter((one) => one.value === first).map(({ move }) => move));
    for (const { move, from, to } of commands.filter((one) => one.value === value)) {
      const route = from
        .flatMap((state) => [routes.get(state) ?? []])
        .find((one) => !one.some((other) => firsts.has(other as Asked['move'])));
      if (route === undefined || given === undefined) continue;
      const input = flag === undefined ? given : (changedAt(given, memberPlace(create, flag), true) as Input);
      const birth: Move = { operation: create, says: create.id, input, isBirth: true };
      const arrived = await arrive(machine, flag === undefined ? route : [birth, ...route]);
      if (arrived === undefined || !from.includes(arrived.seen.state) || (flag !== undefined && arrived.seen.resource[flag] === false))
        continue;
      const { lab, thing } = arrived;
      const act = { says: `${move.says} before ${first}`, probe: CHECK, input: move.input, isExact: true } as const;
      const exchange = await unlessStopped(machine.things.call(lab, move.operation, thing, act));
      if (exchange === undefined || !isJudged(exchange)) continue;
      isTried = true;
      if (!isSuccess(exchange) || (await look(machine, lab, thing))?.state !== to) continue;
      const message = `${move.says} is answered with ${exchange.response.status} before \`${first}\`, and the document says: ${quoted({ text: quote })}`;
      lab.fault(CHECK, message, refusalOf(move.operation, [quote]), exchange);
    }
  }
  return isTried;
}
