// Changes what a thing was made of, and holds the thing to what texts say that it keeps: `Orders keep the price that a test had when it was
// ordered`.
import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { isObject } from '../../../inference/pointers.ts';
import { isSnapshot, names, quoted, sentencesIn, stemOf, wordsOf } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { amountOf } from '../../../inference/stated/lists.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import type { Input } from '../../plan/index.ts';
import { withMembers } from '../bodies.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { type Chain, chainTo, indirectSourcesOf } from '../making/chains.ts';
import { exampleOfOwn } from '../making/own.ts';
import { declaredMembers, type Members, readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'effects-elsewhere';

/** What a thing keeps of another kind of things, by a sentence. */
interface Rule {
  readonly of: Resource;
  readonly quote: string;
  /** Where the text of one member says it: the member. */
  readonly member?: string;
}

export async function* snapshots(setting: Setting): AsyncGenerator<Operation> {
  for (const [of, rules] of Map.groupBy(rulesOf(setting), (rule) => rule.of))
    for (const operation of of.changes) if (await tryBy(setting, of, operation, rules)) yield operation;
}

/** Sentences about the thing that name what it is made of, and sentences about changes of that which name the thing. */
function rulesOf({ resource, things }: Setting): readonly Rule[] {
  const { read, create } = resource;
  if (read === undefined) return [];
  const members = [...declaredMembers(read), ...propertiesOf(memberSchemasOf(create))];
  const sources = [...new Set([...things.takenBy(resource), ...indirectSourcesOf(things, resource)])];
  return sources.flatMap((of): readonly Rule[] => {
    if (of === resource || of.changes.length === 0) return [];
    const numbers = of.changes.flatMap(numbersOf);
    // What is kept may be named in place of what has it: `The order keeps the prices of this moment`.
    const isOf = (text: string): boolean => isSnapshot(text) && [of.name, ...numbers].some((name) => names(text, name));
    const own = sentencesIn(create.description ?? '').filter(isOf);
    const said = members.flatMap(([member, schemas]) =>
      possibleConjuncts(schemas).flatMap(({ description = '' }) =>
        sentencesIn(description)
          .filter(isOf)
          .map((quote): Rule => ({ of, quote, member })),
      ),
    );
    const there = [...of.changes, of.create].flatMap(({ description = '' }) => sentencesIn(description));
    const about = there.filter((text) => names(text, resource.name) && isSnapshot(text));
    return [...[...new Set([...own, ...about])].map((quote): Rule => ({ of, quote })), ...said];
  });
}

/** The members of a body that are amounts. */
function numbersOf(operation: Operation): readonly string[] {
  const isNumber = ([, schemas]: readonly [string, readonly Schema[]]): boolean =>
    possibleConjuncts(schemas).some(({ type = [] }) => type.includes('integer') || type.includes('number'));
  return [...propertiesOf(memberSchemasOf(operation))].filter(isNumber).map(([name]) => name);
}

/** A thing of a resource, and the new thing that it is made of. */
async function madeOf(setting: Setting, lab: Lab, of: Resource): Promise<Chain | undefined> {
  const { things, resource } = setting;
  if (!things.takenBy(resource).includes(of)) return chainTo(setting, lab, of, resource);
  const thing = await unlessStopped(things.make(lab, of, 0, { isOwn: true }));
  const user = thing && (await exampleOfOwn(setting, lab, thing));
  return thing && user && sourcesOf(user).includes(thing) ? { thing, user } : undefined;
}

/** Whether the thing was read after a change of what it is made of. */
async function tryBy(setting: Setting, of: Resource, operation: Operation, rules: readonly Rule[]): Promise<boolean> {
  const { things, resource } = setting;
  const { read } = resource;
  const lab = things.lab();
  const found = read && (await madeOf(setting, lab, of));
  if (read === undefined || found === undefined) return false;
  const { thing: source, user: thing } = found;
  const now = (): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, read, thing));
  const [first, before] = [await now(), await now()];
  if (first === undefined || before === undefined) return false;
  const kept = new Map([...numbersIn(before.resource)].filter(([path, value]) => numbersIn(first.resource).get(path) === value));
  if (!(await changeNumbers(setting, lab, source, operation))) return false;
  const after = await now();
  if (after === undefined) return false;
  const is = numbersIn(after.resource);
  for (const [path, value] of kept) {
    const rule = rules.find((one) => isAbout(one, path));
    if (rule === undefined || is.get(path) === value || !is.has(path)) continue;
    const message = `\`${path}\` is ${is.get(path)} after ${operation.id} of what it was made of, and was ${value} before it.`;
    lab.fault(CHECK, message, `the number from before, as the document says: ${quoted({ text: rule.quote })}`, after.exchange);
  }
  return true;
}

/** Whether a sentence speaks of a number: by a word of its path, such as `price` of `price/tests`. */
export function isAbout({ quote, member }: Pick<Rule, 'quote' | 'member'>, path: string): boolean {
  if (member !== undefined) return path === member || path.startsWith(`${member}/`);
  const said = new Set(quote.split(/[^\p{L}]+/u).map(stemOf));
  return path.split('/').some((name) => wordsOf(name).some((word) => word.length > 2 && said.has(stemOf(word))));
}

/** The amounts in an object and in the objects in it, by path; those of a list are added up, since it may have changed its order. */
export function numbersIn(members: Members, before = ''): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(members).flatMap(([name, value]): readonly (readonly [string, number])[] => {
      if (Array.isArray(value)) return [...sumsIn(value.filter(isObject), `${before}${name}/`)];
      if (isObject(value) && !Array.isArray(value)) return [...numbersIn(value, `${before}${name}/`)];
      const amount = amountOf(value);
      return amount === undefined ? [] : [[`${before}${name}`, amount]];
    }),
  );
}

function sumsIn(items: readonly Members[], before: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) for (const [path, value] of numbersIn(item, before)) sums.set(path, (sums.get(path) ?? 0) + value);
  return sums;
}

/** Changes as many numbers of a thing as the operation takes; whether one of them is another one afterwards. */
async function changeNumbers(setting: Setting, lab: Lab, thing: Thing, operation: Operation): Promise<boolean> {
  const { things } = setting;
  const { read, edge } = thing.resource;
  // What nothing reads is shown by the answers to its create and its changes.
  const shown = async (exchange: Answered): Promise<Members | undefined> =>
    read === undefined ? resourceIn(exchange, edge.from) : (await unlessStopped(readThing(lab, things, read, thing)))?.resource;
  const before = await shown(thing.created);
  if (before === undefined) return false;
  for (const input of changesOf(setting, operation, before)) {
    const exchange = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, input, isExact: true }));
    if (exchange === undefined || !isSuccess(exchange)) {
      if (exchange !== undefined) lab.forget(exchange);
      continue;
    }
    const after = await shown(exchange);
    if (after !== undefined && [...numbersIn(after)].some(([path, value]) => numbersIn(before).get(path) !== value)) return true;
  }
  return false;
}

const MOST_CHANGES = 6;

/** All numbers at once, and then one by one: a bound may follow another number. */
function changesOf({ things: { inputs } }: Setting, operation: Operation, now: Members): readonly Input[] {
  const least = inputs.least(operation);
  const taken = [...propertiesOf(memberSchemasOf(operation))];
  const others = taken.flatMap(([name]): readonly (readonly [string, unknown])[] => {
    const values = [4, 2, 6, 1, 3].map((variant) => membersIn(operation, inputs.of(operation, variant))?.[name]);
    const other =
      amountOf(now[name]) === undefined
        ? undefined
        : values.find((one) => amountOf(one) !== undefined && !isDeepStrictEqual(one, now[name]));
    return other === undefined ? [] : [[name, other]];
  });
  if (least === undefined || others.length === 0) return [];
  const there = taken.flatMap(([name]) => (now[name] === undefined ? [] : [[name, now[name]] as const]));
  const rest = operation.method === 'PATCH' ? {} : Object.fromEntries(there);
  const all = [Object.fromEntries(others), ...others.slice(0, MOST_CHANGES).map((one) => Object.fromEntries([one]))];
  return all.map((members) => withMembers(operation, least, { ...rest, ...members }));
}
