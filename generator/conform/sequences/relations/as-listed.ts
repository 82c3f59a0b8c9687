// Compares a thing in its list with the same thing alone, once others are below it and name it: where both are declared by one schema, members that
// both show are the same. Lists are often made by a query of their own, which forgets what follows from other things.
import { isDeepStrictEqual } from 'node:util';
import { lastNameOf } from '../../../inference/pointers.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import { isTimeText } from '../../../inference/steps.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { taking } from '../making/taking.ts';
import { derivableOf } from '../rules/derived.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, readThing, type Seen } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { shown } from '../shown.ts';
import type { Thing } from '../thing.ts';

const CHECK = 'list-like-read';

export const asListed: readonly Script[] = [{ check: CHECK, run: sameInList }];

/** The most kinds of things that are made below a thing, or name it. */
const MOST_OTHERS = 2;

/** Words of a list that shows its things in another way than they are read alone. */
const OTHERWISE =
  /\b(?:short\w*|brief\w*|summar(?:y|ies|i[sz]ed)|abridged|abbreviated|preview\w*|compact|excerpts?|partial\w*|truncated|cut|without|omit\w*|left out|leaves? out|lacks?|cached|delayed|stale|snapshots?|as of|only (?:when|if))\b/i;

/** Members that speak of an answer, or that differ by where they are shown. */
const OF_ANSWER = /^_?(?:links?|self|rank|score|distance|highlights?|position|index|age|elapsed|now)$|(?:url|href|uri|token)$/i;

async function* sameInList(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read, list } = resource;
  const texts = [list?.operation.summary, list?.operation.description, ...(list?.operation.responses ?? []).map((one) => one.description)];
  const members = read === undefined || list === undefined || OTHERWISE.test(texts.join('. ')) ? [] : sharedOf(read, list);
  if (read === undefined || list === undefined || members.length === 0) return;
  const lab = things.lab();
  // What it names may let nothing more be done with another one.
  things.forgetSources(resource);
  const thing = await unlessStopped(things.make(lab, resource, 2, { isOwn: true }));
  if (thing === undefined) return;
  // What requests give follows from no other thing.
  const others = isFollowing(resource, read) ? [...new Set([...things.below(resource), ...things.referringTo(resource)])] : [];
  for (const other of others.filter((one) => one !== resource).slice(0, MOST_OTHERS)) await taking(setting, lab, thing, other);
  const pair: Pair = { lab, thing, alone: read, listed: list, members };
  const first = await differing(setting, pair);
  if (first !== 'unseen') yield list.operation;
  if (typeof first !== 'object') return;
  await waitBriefly();
  const again = await differing(setting, pair);
  if (typeof again !== 'object' || again.name !== first.name || !isDeepStrictEqual(again.values, first.values)) return;
  const [alone, listed] = again.values.map((value) => shown(value));
  const message = `\`${again.name}\` of ${String(thing.id)} is ${listed} in the list, and ${alone} where it is read alone.`;
  lab.fault(CHECK, message, `\`${again.name}\` as it is read alone`, again.exchange);
}

/** Whether a thing has a member that no request gives, other than its identifier and its times. */
function isFollowing(resource: Resource, read: Reader): boolean {
  const declared = declaredMembers(read);
  const id = read.id === undefined ? undefined : lastNameOf(read.id);
  const isTime = (name: string): boolean =>
    possibleConjuncts(declared.get(name) ?? []).some(({ format = '' }) => format.startsWith('date'));
  return derivableOf(resource, read).some((name) => name !== id && !isTime(name) && !OF_ANSWER.test(name));
}

/** The members that one schema declares for both. */
function sharedOf(alone: Reader, listed: Reader): readonly string[] {
  const others = declaredMembers(listed);
  return [...declaredMembers(alone)].flatMap(([name, schemas]) => {
    const own = others.get(name) ?? [];
    const isSame = own.length > 0 && own.length === schemas.length && own.every((one, index) => one === schemas[index]);
    const isOpen = schemas.some(({ description = '', writeOnly }) => writeOnly === true || OTHERWISE.test(description));
    return isSame && !isOpen && !OF_ANSWER.test(name) ? [name] : [];
  });
}

interface Pair {
  readonly lab: Lab;
  readonly thing: Thing;
  readonly alone: Reader;
  readonly listed: Reader;
  readonly members: readonly string[];
}

interface Difference {
  readonly name: string;
  /** Alone, and in the list. */
  readonly values: readonly [unknown, unknown];
  readonly exchange: Seen['exchange'];
}

/** The first member that differs; `none` where all are equal, and `unseen` where the thing is not in both. */
async function differing({ things }: Setting, { lab, thing, alone, listed, members }: Pair): Promise<Difference | 'none' | 'unseen'> {
  const own = await unlessStopped(readThing(lab, things, alone, thing));
  const item = own && (await unlessStopped(readThing(lab, things, listed, thing)));
  if (own === undefined || item === undefined) return 'unseen';
  for (const name of members) {
    const values = [own.resource[name], item.resource[name]] as const;
    if (values.some((one) => one === undefined) || isDeepStrictEqual(...values) || areNear(...values)) continue;
    return { name, values, exchange: item.exchange };
  }
  return 'none';
}

/** Whether two times differ by the parts of a second that one of them is shown without, or the texts by their offset. */
function areNear(one: unknown, other: unknown): boolean {
  return isTimeText(one) && isTimeText(other) && one.length > 10 && Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}
