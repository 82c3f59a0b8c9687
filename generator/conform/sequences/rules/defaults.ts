// `member-defaults`: a create without a member that has a default, by its schema or by a sentence, shows the thing with this value.
import { isDeepStrictEqual } from 'node:util';
import { memberSchemasOf, membersIn } from '../../../inference/bodies.ts';
import { type Default, defaultIn, memberSentences, quoted, saidOf } from '../../../inference/prose/index.ts';
import type { Reader } from '../../../inference/resources.ts';
import { possibleConjuncts, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import type { Thing } from '../thing.ts';
import { declaredMembers, type Members, readThing, type Seen } from './seen.ts';

const CHECK = 'member-defaults';

export const defaults: readonly Script[] = [{ check: CHECK, run: memberDefaults }];

/** Words by which a text says that the value depends on something else. */
const DEPENDS =
  /\b(?:unless|depend\w*|inherit\w*|otherwise|if|when|where|comput\w*|deriv\w*|calculat\w*|account|settings?|same as|falls? back|writes?)\b/i;

/** How many creates must show the same other value. */
const LEAST = 2;

/** How far the clock of a service may be from ours, its zone included. */
const DAY = 86_400_000;

interface Stated {
  readonly is: Default;
  /** The sentence that says so; absent where the schema does. */
  readonly quote?: string;
}

interface Made {
  readonly lab: Lab;
  readonly sent: Members;
  readonly seen: Seen;
  /** The things that it names or stands below, as they are, by the names of their collections. */
  readonly others: ReadonlyMap<string, Members>;
  /** When it was made, in milliseconds. */
  readonly at: number;
}

async function* memberDefaults(setting: Setting): AsyncGenerator<Operation> {
  const { read, create } = setting.resource;
  if (read === undefined) return;
  const shown = declaredMembers(read);
  const stated = new Map([...statedBy(setting)].filter(([name]) => shown.has(name)));
  if (stated.size === 0) return;
  const things = new Set([...stated.values()].flatMap(({ is }) => (is.kind === 'other' ? [is.thing] : [])));
  const made = [await make(setting, read, 2, things), await make(setting, read, 4, things)].filter((one) => one !== undefined);
  const bare: Made[] = [];
  for (const variant of [5, 7]) {
    const one = await make(setting, read, variant, things);
    if (one === undefined) return;
    bare.push(one);
    yield create;
    const found = [...stated].find(([member, { is }]) => isOther(member, is, bare) && isKept(member, made));
    if (found === undefined) continue;
    const [name, { is, quote }] = found;
    const says = quote === undefined ? `its default is ${textOf(wantedOf(is, one))}.` : `the document says: ${quote}`;
    const message = `\`${name}\` is ${textOf(one.seen.resource[name])} after ${create.id} without it, and ${says}`;
    one.lab.fault(CHECK, message, `\`${name}\` with its default`, one.seen.exchange);
  }
}

async function make({ things, resource }: Setting, read: Reader, variant: number, named: ReadonlySet<string>): Promise<Made | undefined> {
  const lab = things.lab();
  const at = Date.now();
  const thing = await things.make(lab, resource, variant);
  const others = new Map<string, Members>();
  for (const source of thing.sources) {
    const { name, read: reader } = source.resource;
    const seen = named.has(name) && reader !== undefined ? await unlessStopped(readThing(lab, things, reader, source)) : undefined;
    if (seen !== undefined) others.set(name, seen.resource);
  }
  const seen = await readThing(lab, things, read, thing);
  return seen && { lab, sent: sentOf(thing), seen, others, at };
}

/** The defaults of the members that a body may leave out, where nothing says that they depend on something else. */
function statedBy({ resource, things, context: { service } }: Setting): ReadonlyMap<string, Stated> {
  const { create } = resource;
  const members = new Map([...propertiesOf(memberSchemasOf(create))].map(([name, schemas]) => [name, possibleConjuncts(schemas)] as const));
  const others = things
    .takenBy(resource)
    .map(({ name, read }) => ({ name, members: read === undefined ? [] : [...declaredMembers(read).keys()] }));
  const found = new Map<string, Stated>();
  for (const [name, parts] of members) {
    const is = declaredIn(parts) ?? saidOfMember(name, parts, members, others);
    if (is !== undefined && parts.every(({ writeOnly }) => writeOnly !== true)) found.set(name, is);
  }
  for (const said of saidOf(service, create)) {
    const rule = defaultIn(said.text, members, others);
    if (rule !== undefined && !found.has(rule.member)) found.set(rule.member, { is: rule.is, quote: quoted(said) });
  }
  return found;
}

function declaredIn(parts: readonly Schema[]): Stated | undefined {
  const values = parts.flatMap((one) => (one.default === undefined ? [] : [one.default]));
  const [value] = values;
  const isPlain = values.every((one) => isDeepStrictEqual(one, value)) && parts.every(({ description = '' }) => !DEPENDS.test(description));
  return value === undefined || value === null || !isPlain ? undefined : { is: { kind: 'value', value } };
}

/** A default that one sentence about a member says, where no other one says that it depends on something. */
function saidOfMember(name: string, parts: readonly Schema[], ...[members, others]: Around): Stated | undefined {
  const sentences = memberSentences(parts);
  for (const one of sentences) {
    const rule = parts.some((part) => part.default !== undefined) ? undefined : defaultIn(one.text, members, others, name);
    if (rule?.member !== name) continue;
    return sentences.some((other) => other.text !== one.text && DEPENDS.test(other.text)) ? undefined : { is: rule.is, quote: quoted(one) };
  }
  return undefined;
}

type Around = [members: Parameters<typeof defaultIn>[1], others: Parameters<typeof defaultIn>[2]];

function sentOf({ created }: Thing): Members {
  return membersIn(created.case.operation, created.case.input) ?? {};
}

/** What a member should be in a thing that was made without it; `undefined` where that is not known. */
function wantedOf(is: Default, { seen, others, at }: Pick<Made, 'seen' | 'others' | 'at'>): unknown {
  if (is.kind === 'value') return is.value;
  if (is.kind === 'member') return seen.resource[is.name] ?? undefined;
  if (is.kind === 'other') return others.get(is.thing)?.[is.name] ?? undefined;
  return new Date(at).toISOString();
}

/** Whether all things that were made without a member show another value than its default, and the same one where the default is one value. */
function isOther(name: string, is: Default, bare: readonly Made[]): boolean {
  const without = bare.filter(({ sent }) => sent[name] === undefined);
  const [first] = without;
  if (first === undefined || without.length < LEAST) return false;
  return without.every((one) => {
    const [value, wanted] = [one.seen.resource[name], wantedOf(is, one)];
    if (value === undefined || wanted === undefined) return false;
    if (is.kind === 'now') return isOtherTime(value, one);
    return !isDeepStrictEqual(value, wanted) && (is.kind !== 'value' || isDeepStrictEqual(value, first.seen.resource[name]));
  });
}

/** Whether a time is not the present one, and no other member says that the service has a clock of its own. */
function isOtherTime(value: unknown, { seen, at }: Made): boolean {
  const isNear = (one: unknown, time: number): boolean => typeof one === 'string' && Math.abs(Date.parse(one) - time) <= DAY;
  const near = Object.values(seen.resource).filter((one) => isNear(one, Date.parse(String(value))));
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && !isNear(value, at) && near.length < 2;
}

/** Whether a create that sends the member has it kept as it is sent: it means the same in both places. */
function isKept(name: string, made: readonly Made[]): boolean {
  const given = made.filter(({ sent }) => sent[name] !== undefined);
  return given.length > 0 && given.every(({ sent, seen }) => isDeepStrictEqual(sent[name], seen.resource[name]));
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}
