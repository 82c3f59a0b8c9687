// Things that name another one do not name it any more once it is gone, where the document says so: `Its courses have no trainer from then on`.
import { tokensOf } from '../../../inference/pointers.ts';
import { emptiedIn, isEmptyOnceGone, namesIn, quoted } from '../../../inference/prose/index.ts';
import { type Reader, type Resource, shownBy } from '../../../inference/resources.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { listedState } from '../machines/members.ts';
import { actionsOn } from '../machines/moves.ts';
import { isBrought } from '../machines/routes.ts';
import { taking } from '../making/taking.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, type Members, readThing, type Seen } from '../rules/seen.ts';
import { type Setting, unlessStopped } from '../script.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'effects-elsewhere';

/** What the document says of things that name a thing which an operation takes away. */
interface Rule {
  readonly taker: Resource;
  readonly reader: Reader;
  readonly operation: Operation;
  readonly quote: string;
  /** Whether it says that they stay. */
  readonly isStaying: boolean;
  /** The members of which it is said; absent: all that name the thing. */
  readonly members?: readonly string[];
  /** What has the other thing name this one, where its create does not: `PUT /lists/{list}/songs/{song}`. */
  readonly link?: Operation;
}

export async function* emptiedElsewhere(setting: Setting): AsyncGenerator<Operation> {
  for (const rule of rulesOf(setting)) if (await isTried(setting, rule)) yield rule.operation;
}

function rulesOf(setting: Setting): readonly Rule[] {
  const { things, resource } = setting;
  const operations = [...(resource.remove === undefined ? [] : [resource.remove]), ...actionsOn(setting, resource)];
  const referring = things.referringTo(resource);
  const linked = operations.flatMap((operation) => linkedRules(setting, operation, referring));
  const named = referring.flatMap((taker): readonly Rule[] => {
    const reader = shownBy(taker);
    if (reader === undefined || taker === resource) return [];
    const members = things
      .references(taker.create)
      .filter((one) => one.resource === resource)
      .flatMap(({ to }) => tokensOf(to).at(1) ?? []);
    const said = operations.flatMap((operation): readonly Rule[] => {
      const text = [operation.summary, operation.description].filter((one) => one !== undefined).join('.\n');
      const found = emptiedIn(text, { name: taker.name, named: resource.name, members, states: listedState(reader)?.states ?? [] });
      return found === undefined ? [] : [{ taker, reader, operation, ...found }];
    });
    return said.length > 0 ? said : described(resource, taker, reader, members);
  });
  return [...named, ...linked];
}

/** The same of things whose creates do not name the thing, and which other operations have name it. */
function linkedRules(
  { things, resource, context, mayCall }: Setting,
  operation: Operation,
  referring: readonly Resource[],
): readonly Rule[] {
  const text = [operation.summary, operation.description].filter((one) => one !== undefined).join('.\n');
  const others = things.all().filter((one) => one !== resource && !referring.includes(one));
  return others.flatMap((taker): readonly Rule[] => {
    const reader = shownBy(taker);
    const found =
      reader && emptiedIn(text, { name: taker.name, named: resource.name, members: [], states: listedState(reader)?.states ?? [] });
    if (reader === undefined || found === undefined) return [];
    const isNaming = (one: Operation): boolean =>
      things.isBelow(one, resource) || things.references(one).some((reference) => reference.resource === resource);
    const link = context.service.operations.find(
      (one) => LINKING.has(one.method) && one !== operation && things.isBelow(one, taker) && isNaming(one) && mayCall(one),
    );
    return link === undefined ? [] : [{ taker, reader, operation, link, ...found }];
  });
}

const LINKING: ReadonlySet<string> = new Set(['POST', 'PUT']);

/** Another thing that names the given one. */
async function naming(setting: Setting, lab: Lab, thing: Thing, { taker, link }: Rule): Promise<Thing | undefined> {
  const { things } = setting;
  if (link === undefined) return (await taking(setting, lab, thing, taker))?.thing;
  const other = await unlessStopped(things.make(lab, taker, 0, { isOwn: true }));
  if (other === undefined) return undefined;
  const sources = [thing, ...sourcesOf(thing), other, ...sourcesOf(other)];
  const input = things.inputs.of(link, 0);
  const done = await unlessStopped(things.callBeside(lab, link, other, { says: link.id, input, sources }));
  return done !== undefined && isSuccess(done) ? other : undefined;
}

/** What the descriptions of the members say themselves. */
function described({ remove }: Resource, taker: Resource, reader: Reader, members: readonly string[]): readonly Rule[] {
  const declared = declaredMembers(reader);
  return members.flatMap((member): readonly Rule[] => {
    const texts = possibleConjuncts(declared.get(member) ?? []).map(({ description = '' }) => description);
    const quote = texts.find(isEmptyOnceGone);
    return quote === undefined || remove === undefined
      ? []
      : [{ taker, reader, operation: remove, quote, isStaying: false, members: [member] }];
  });
}

/** Whether the thing was taken away while another one named it: that may be refused while the other one is in some states. */
async function isTried(setting: Setting, rule: Rule): Promise<boolean> {
  const states = listedState(rule.reader)?.states ?? [];
  const named = namesIn(rule.quote, states);
  for (const state of named.length > 0 ? named : [undefined, ...states.toReversed()].slice(0, MOST_STATES))
    if (await isTriedIn(setting, rule, state)) return true;
  return false;
}

const MOST_STATES = 3;

async function isTriedIn(setting: Setting, rule: Rule, state: string | undefined): Promise<boolean> {
  const { things, resource } = setting;
  const { reader, operation } = rule;
  const lab = things.lab();
  const thing = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  const other = thing && (await naming(setting, lab, thing, rule));
  if (thing === undefined || other === undefined) return false;
  if (state !== undefined && !(await isBrought(setting, lab, other, state))) return false;
  const now = (): Promise<Seen | undefined> => unlessStopped(readThing(lab, things, reader, other));
  const before = await now();
  const names = before === undefined ? [] : membersNaming(before.resource, thing).filter((one) => rule.members?.includes(one) ?? true);
  if (names.length === 0) return false;
  const done = await unlessStopped(things.call(lab, operation, thing, { says: operation.id }));
  if (done === undefined || !isSuccess(done) || done.response.status === 202) {
    if (done !== undefined) lab.forget(done);
    return false;
  }
  await judge(lab, rule, { thing, naming: names, now });
  return true;
}

interface Left {
  readonly thing: Thing;
  /** The members that named the thing. */
  readonly naming: readonly string[];
  readonly now: () => Promise<Seen | undefined>;
}

async function judge(lab: Lab, { taker, operation, quote, isStaying }: Rule, { thing, naming, now }: Left): Promise<void> {
  const isStill = ({ resource }: Seen): string | undefined => membersNaming(resource, thing).find((name) => naming.includes(name));
  const first = await now();
  if (first !== undefined && isStill(first) === undefined) return;
  await waitBriefly();
  const seen = await now();
  const says = `as the document says: ${quoted({ text: quote })}`;
  const last = lab.steps.at(-1);
  if (seen === undefined) {
    if (!isStaying || last?.response === undefined || ![404, 410].includes(last.response.status)) return;
    lab.fault(CHECK, `What named ${String(thing.id)} is gone from ${taker.name} after ${operation.id}.`, `that it stays, ${says}`, last);
    return;
  }
  const member = isStill(seen);
  if (member === undefined) return;
  const message = `\`${member}\` of ${taker.name} names ${JSON.stringify(thing.id)} after ${operation.id}, as before it.`;
  lab.fault(CHECK, message, `nothing in this place, ${says}`, seen.exchange);
}

/** The members that have the identifier of a thing, alone or in a list, or in an object in their place. */
function membersNaming(members: Members, { id }: Thing): readonly string[] {
  const has = (value: unknown): boolean =>
    value === id ||
    (Array.isArray(value) && value.some(has)) ||
    (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).includes(id));
  return Object.entries(members).flatMap(([name, value]) => (has(value) ? [name] : []));
}
