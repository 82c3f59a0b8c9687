// Makes two things in one slot that have one thing in common of which the document says that each has one there: `A teacher and a room each have at
// most one lesson in a period of a weekday`. All else that it is said of is another one, so that nothing else keeps the second thing away.
import { memberSchemasOf } from '../../../inference/bodies.ts';
import { isTextOrNumber, valueAt } from '../../../inference/pointers.ts';
import { expectedOf, quoted, type Said, type Slot, saidOf, slotIn } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Input } from '../../plan/index.ts';
import { resourceIn } from '../fields.ts';
import type { Lab } from '../lab.ts';
import { newValues } from '../making/new-values.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isSuccess, namesThing, sourcesOf, type Thing } from '../thing.ts';
import { valuesOf, withValues } from './unique-rules.ts';

const CHECK = 'unique-values';

export const slots: readonly Script[] = [{ check: CHECK, run: onePerSlot }];

interface Rule extends Slot {
  readonly said: Said;
}

async function* onePerSlot(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  for (const rule of rulesOf(setting)) {
    const lab = things.lab();
    const plain = rule.subjects.filter((one) => kindOf(setting, one) === undefined);
    const first = await holderOf(setting, lab, rule.members, plain);
    for (const subject of first === undefined ? [] : rule.subjects)
      if (first !== undefined && (await isTried(setting, lab, { rule, first, plain }, subject))) yield resource.create;
  }
}

function rulesOf({ things, resource, context }: Setting): readonly Rule[] {
  const { create, name } = resource;
  const kinds = things.all().map((one) => one.name);
  const members = [...propertiesOf(memberSchemasOf(create)).keys()];
  const found = saidOf(context.service, create).flatMap((said): readonly Rule[] => {
    const slot = said.refusal === undefined ? undefined : slotIn(said.text, { name, kinds: [...new Set(kinds)], members });
    return slot === undefined ? [] : [{ ...slot, said }];
  });
  return found.slice(0, 1);
}

interface Tried {
  readonly rule: Rule;
  readonly first: Thing;
  /** The subjects that are members of the thing, and no things themselves. */
  readonly plain: readonly string[];
}

function kindOf({ things, resource }: Setting, subject: string): Resource | undefined {
  return things.takenBy(resource).find(({ name }) => name === subject);
}

/** Whether a second thing was sent that has the slot and the subject of the first one. */
async function isTried(setting: Setting, lab: Lab, { rule, first, plain }: Tried, subject: string): Promise<boolean> {
  const { things, resource } = setting;
  const { create, edge } = resource;
  const kind = kindOf(setting, subject);
  const others = rule.subjects.filter((one) => one !== subject);
  const sources = await otherSources(
    setting,
    lab,
    { first, rule },
    others.flatMap((one) => kindOf(setting, one) ?? []),
  );
  const inputs = otherInputs(
    setting,
    first,
    plain.filter((one) => one !== subject),
    [...rule.members, ...plain.filter((one) => one === subject)],
  );
  for (const input of sources === undefined ? [] : inputs) {
    const says = `create in the same slot, with the same of ${subject}`;
    const exchange = await unlessStopped(things.callBeside(lab, create, first, { says, input, sources, probe: CHECK }));
    if (exchange === undefined) return false;
    // Another value of a member may be refused for itself, or be taken by something else.
    if (!isSuccess(exchange)) continue;
    const id = exchange.response.status !== 202 ? things.idOf(resource, exchange) : undefined;
    if (id === undefined || String(id) === String(first.id)) return true;
    const kept = [...rule.members, ...(kind === undefined ? [subject] : [])];
    const [before, after] = [first.created, exchange].map((one) => resourceIn(one, edge.from));
    if (kept.some((name) => after?.[name] === undefined || after[name] !== before?.[name])) return true;
    const second: Thing = { ...first, created: exchange, id, sources: sources ?? [] };
    const shared = sourcesOf(first).find((one) => one.resource.name === subject && namesThing(first, one, true));
    if (kind !== undefined && (shared === undefined || !namesThing(second, shared, true))) return true;
    const message = `${create.id} succeeds in the slot of ${String(first.id)} with the same of ${subject}, and the document says: ${quoted(rule.said)}`;
    lab.fault(CHECK, message, expectedOf(rule.said), exchange);
  }
  return inputs.length > 0 && sources !== undefined;
}

/** A thing whose create has sent all members: those that it would leave out are added, in another slot, as it stands in that one itself. */
async function holderOf(setting: Setting, lab: Lab, slot: readonly string[], plain: readonly string[]): Promise<Thing | undefined> {
  const { things, resource } = setting;
  const { create } = resource;
  const lacking = ({ created }: Thing): readonly string[] => {
    const values = valuesOf(create, created.case.input, [...slot, ...plain]);
    return Object.keys(values).filter((name) => !isTextOrNumber(values[name]));
  };
  const thing = await unlessStopped(things.make(lab, resource, 1));
  if (thing === undefined || lacking(thing).length === 0) return thing;
  for (const variant of [0, 2, 4, 3]) {
    const sample = things.inputs.of(create, variant);
    const values = valuesOf(create, sample, [...new Set([...lacking(thing), ...slot])]);
    if (!Object.values(values).every(isTextOrNumber)) continue;
    const input = withValues(create, thing.created.case.input as Input, values);
    const other = await unlessStopped(things.makeFrom(lab, resource, input, { isGiven: true }));
    if (other !== undefined && lacking(other).length === 0) return other;
  }
  return undefined;
}

/** Where the create of a kind names what the sentence holds within. */
function placesWithin({ things }: Setting, { within }: Rule, { create }: Resource): readonly string[] {
  return things.references(create).flatMap(({ resource, to }) => (resource.name === within ? [to] : []));
}

/** Whether two things of a kind name the same there: one that was made in the run, or the one of an example. */
function areWithinOne(setting: Setting, rule: Rule, before: Thing | undefined, other: Thing): boolean {
  const places = placesWithin(setting, rule, other.resource);
  return places.every((at) => {
    const [one, two] = [before, other].map((thing) => valueAt(thing?.created.case.input, at));
    return one !== undefined && one === two;
  });
}

/**
 * What the first thing names, with others in place of those of some kinds: below or beside the same as these, so that nothing else tells them apart.
 */
async function otherSources(
  setting: Setting,
  lab: Lab,
  { first, rule }: { readonly first: Thing; readonly rule: Rule },
  kinds: readonly Resource[],
): Promise<readonly Thing[] | undefined> {
  const { things } = setting;
  const all = sourcesOf(first);
  const named = all.filter((one) => namesThing(first, one, true));
  const whole = all.find(({ resource }) => resource.name === rule.within);
  const made: Thing[] = [];
  for (const kind of kinds) {
    const before = named.find(({ resource }) => resource === kind);
    const around = [...(whole === undefined ? [] : [whole]), ...(before === undefined ? [] : sourcesOf(before)), ...named];
    const parent = around.find(({ resource }) => resource !== kind && things.takenBy(kind).includes(resource));
    const other = await unlessStopped(things.make(lab, kind, 1, { isOwn: true, ...(parent === undefined ? {} : { parent }) }));
    if (other === undefined || other.id === before?.id || !areWithinOne(setting, rule, before, other)) return undefined;
    made.push(other);
  }
  // Without a kind that stands within the whole, nothing tells whether both things do.
  const isSaid =
    kinds.length === 0 ||
    rule.within === undefined ||
    whole !== undefined ||
    made.some(({ resource }) => placesWithin(setting, rule, resource).length > 0);
  if (!isSaid) return undefined;
  return [...made, ...named.filter(({ resource }) => !kinds.includes(resource))];
}

/**
 * The input of the first thing with other values of some members, each of those that are like its own in turn. What is `kept` is sent as it is, also
 * where it looks like a value that has to be new.
 */
function otherInputs(
  { things, resource: { create } }: Setting,
  first: Thing,
  members: readonly string[],
  kept: readonly string[],
): readonly Input[] {
  const given = first.created.case.input as Input;
  const same = valuesOf(create, given, kept);
  const own = valuesOf(create, given, members);
  const samples = [0, 2, 4, 3].map((variant) => valuesOf(create, things.inputs.of(create, variant), members));
  const isAllowed = (name: string, value: unknown): boolean => things.allows(create, withValues(create, given, { [name]: value }));
  const fresh = Object.fromEntries(members.map((name) => [name, newValues(own[name]).find((one) => isAllowed(name, one))]));
  const all = members.length === 0 ? [{}] : [...samples, fresh];
  return all
    .filter((values) => members.every((name) => values[name] !== undefined && values[name] !== own[name]))
    .map((values) => withValues(create, things.ready(create, given), { ...values, ...same }))
    .slice(0, MOST_INPUTS);
}

const MOST_INPUTS = 3;
