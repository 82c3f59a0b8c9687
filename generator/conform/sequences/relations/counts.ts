// Counts of what names a thing, as the document describes them: they follow each create, each state and each delete of what they count.
import { placesIn, valueAt } from '../../../inference/pointers.ts';
import { names as isNamed, namesIn, phraseOf, quoted, sentencesIn } from '../../../inference/prose/index.ts';
import type { Reader, Resource } from '../../../inference/resources.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Lab } from '../lab.ts';
import { actionsOn } from '../machines/moves.ts';
import { waitBriefly } from '../rules/later.ts';
import { declaredMembers, type Members, readThing } from '../rules/seen.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, resultOf, type Thing } from '../thing.ts';
import type { Things } from '../things.ts';

const COUNTED = 'counts-of-others';

export const counts: readonly Script[] = [{ check: COUNTED, run: countsOfOthers }];

/** How many there may be is no count of those that there are. */
const CAPACITY = /\b(?:room|space|places?|capacity|at most|up to|can|may|must|allowed)\b/i;
/** `The number of the order` is a name. */
const COUNTING = /\b(?:how many|(?:number|count|amount) of(?! (?:the|an?|this|its) \p{L}*[^s\W]\b))\b/iu;
/** What is in a place moves on by other actions than those on what names the place. */
const OF_PLACE = /\b(?:here|inside)\b/i;
/** Numbers that do not fall. */
export const EVER =
  /(?:\b|_)(?:ever|so far|lifetime|all[- _]time|initial|original|maximum|minimum|limit|quota|allowed|in total since|deleted ones too|including deleted)\b/i;

/** A count of a thing, and what the document says of it. */
interface Count {
  readonly name: string;
  readonly text: string;
  /** Whether what is deleted counts no longer, as the text says. */
  readonly isOfLiving: boolean;
  /** The states that count; absent where the text names none. */
  readonly states?: ReadonlySet<string>;
}

interface StateMember {
  readonly name: string;
  readonly values: readonly string[];
}

function stateMemberOf(read: Reader | undefined): StateMember | undefined {
  if (read === undefined) return undefined;
  for (const [name, schemas] of declaredMembers(read)) {
    const values = possibleConjuncts(schemas).flatMap(({ enum: listed = [] }) => listed.filter((value) => typeof value === 'string'));
    if (values.length > 1 && /(?:status|state|phase|stage)$/i.test(name)) return { name, values: [...new Set(values)] };
  }
  return undefined;
}

/** `Contracts on the tariff that are not cancelled`, as the text of a number. */
function isOfAll(text: string, other: string, own: string): boolean {
  const form = `^(?:all |the )?${phraseOf(other)}s? (?:on|of|in|for|at|with|by|under|from) (?:the|this|its) ${phraseOf(own)}(?: (?:that|which|who) (?:is|are)\\b.*)?[.]?$`;
  return /^(?:\w+ )?\w+s\b/i.test(text) && new RegExp(form, 'iu').test(text);
}

export function countsOf(resource: Resource, other: Resource): readonly Count[] {
  const { read } = resource;
  if (read === undefined) return [];
  const states = stateMemberOf(other.read)?.values ?? [];
  return [...declaredMembers(read)].flatMap(([name, schemas]): readonly Count[] => {
    const texts = schemas.flatMap((one) => possibleConjuncts([one])).flatMap(({ description = '' }) => sentencesIn(description));
    const isCounting = (one: string): boolean => COUNTING.test(one) || isOfAll(one, other.name, resource.name);
    const text = texts.find((one) => isCounting(one) && !CAPACITY.test(one) && isNamed(one, other.name) && !EVER.test(one));
    if (
      text === undefined ||
      isLoose(text, states) ||
      !schemas.some((one) => possibleConjuncts([one]).some(({ type = [] }) => type.includes('integer')))
    )
      return [];
    const counted = countedStates(text, states);
    const isOfLiving = /\b(?:not|nor|never|un)\s*(?:been )?deleted\b|\bexcept (?:the )?deleted\b|\bwithout deleted\b/i.test(text);
    return [{ name, text, isOfLiving, ...(counted === undefined ? {} : { states: counted }) }];
  });
}

/** Whether a text names a state as one of those that count too, and so counts all: `drafts among them`, `including closed ones`. */
function isIncluded(text: string, state: string): boolean {
  const before = '(?:including|includes?|inclusive of|even|also|counting|whether)\\b(?:\\W+\\w+){0,2}?';
  const behind = '(?:among (?:them|these)|included|inclusive|too|as well|or not)';
  return new RegExp(`\\b${before}\\W+${state}|\\b${state}\\w*\\b[^.;]{0,20}?\\b${behind}\\b`, 'i').test(text);
}

/** What somebody has done says nothing of a state: `How many orders the customer has placed`. */
const BY_SOMEBODY = /\b(?:the|this|an?|its|each)\s+\w+\s+(?:has|have|had)\s+(?:ever\s+|already\s+)?\w+(?:ed|wn|nt|ld|id)\b/gi;

/** `Open` without quotes, which may as well mean whatever is not over yet. */
const OPEN = /(?<![`'"\p{L}])open(?![`'"\p{L}])/iu;
/** States in which a thing is over. */
const OVER =
  /^(?:closed|done|finished|completed?|ended|resolved|settled|rejected|declined|cancell?ed|withdrawn|archived|expired|void(?:ed)?)$/i;
/** `Open and closed ones` are all, though no state may be called `closed`. */
const BOTH = /\b(?:open|active|current|new)\s+(?:and|or)\s+(?:closed|inactive|past|old)\b/i;

/** Whether a text may mean more states than it names: work that is in progress is open, too. */
export function isLoose(text: string, states: readonly string[]): boolean {
  if (!OPEN.test(text) || BOTH.test(text)) return false;
  return states.some((state) => /^open$/i.test(state)) && states.some((state) => !/^open$/i.test(state) && !OVER.test(state));
}

/** The states that a text counts: those that it names, or all but those after `neither`, `nor` and `not`. */
export function countedStates(text: string, states: readonly string[]): ReadonlySet<string> | undefined {
  if (BOTH.test(text) || states.some((state) => isIncluded(text, state))) return undefined;
  const named = /\b(?:in (?:any|every|whatever)|whatever (?:the|its|their)) (?:state|status)\b/i.test(text)
    ? []
    : namesIn(text.replace(BY_SOMEBODY, ' '), states);
  if (named.length === 0) return undefined;
  const denied = named.filter((state) =>
    new RegExp(
      `\\b(?:neither|nor|not|nobody|no one|except|without|other than)\\b(?:\\s+\\w+\\s+(?:that|which|who)\\s+(?:is|are|was|were))?(?:\\s+\\w+){0,2}?\\s+[\`'"]?${state}\\b`,
      'i',
    ).test(text),
  );
  if (denied.length === 0) return new Set(named);
  return denied.length === named.length ? new Set(states.filter((state) => !denied.includes(state))) : undefined;
}

async function* countsOfOthers(setting: Setting): AsyncGenerator<Operation> {
  const { things, resource } = setting;
  const { read } = resource;
  if (read === undefined) return;
  for (const other of things.all())
    for (const count of other === resource ? [] : countsOf(resource, other))
      for (const naming of namersOf(setting, other)) yield* follow(setting, read, other, count, naming);
}

/** What makes a thing name one of the resource: its create, or something that is done to it. */
function namersOf(setting: Setting, other: Resource): readonly Operation[] {
  const { things, resource } = setting;
  const isNaming = (one: Operation): boolean =>
    things.references(one).some((reference) => reference.resource === resource) ||
    (one === other.create && things.parentOf(other) === resource);
  return [other.create, ...actionsOn(setting, other)].filter(isNaming).slice(0, 2);
}

/** Whether the create of a thing has named another one as it was sent; what stands below it names it by its path. */
function isNamedIn(
  things: Things,
  { created, resource }: Thing,
  { id, created: own, resource: { edge }, resource: named }: Thing,
): boolean {
  const references = things.references(resource.create).filter((one) => one.resource === named);
  const isSent = ({ to, from }: (typeof references)[number]): boolean => {
    const value = from === edge.from ? id : valueAt(resultOf(own), from);
    return placesIn(created.case.input, to).some((at) => String(valueAt(created.case.input, at)) === String(value));
  };
  return references.length === 0 || references.some(isSent);
}

/** The states that a thing goes through before it is counted again: each by one more action. */
async function* follow(setting: Setting, read: Reader, other: Resource, count: Count, naming: Operation): AsyncGenerator<Operation> {
  const member = stateMemberOf(other.read);
  const actions = member === undefined || OF_PLACE.test(count.text) ? [] : actionsOn(setting, other).filter((one) => one !== naming);
  const routes: (readonly Operation[])[] = [[]];
  const met = new Set<string>();
  for (const route of routes) {
    if (routes.length > MOST_ROUTES) return;
    const state = yield* followRoute(setting, { read, other, count, naming, member, route });
    if (state === undefined || met.has(state)) continue;
    met.add(state);
    for (const action of actions) routes.push([...route, action]);
  }
}

const MOST_ROUTES = 40;

interface Route {
  readonly read: Reader;
  readonly other: Resource;
  readonly count: Count;
  readonly naming: Operation;
  readonly member: StateMember | undefined;
  readonly route: readonly Operation[];
}

async function* followRoute(
  setting: Setting,
  { read, other, count, naming, member, route }: Route,
): AsyncGenerator<Operation, string | undefined> {
  const { things, resource } = setting;
  const lab = things.lab();
  const thing = await things.make(lab, resource, 1);
  const now = async (): Promise<Members | undefined> => (await readThing(lab, things, read, thing))?.resource;
  const before = (await now())?.[count.name];
  const user = await unlessStopped(things.make(lab, other, 1, naming === other.create ? { parent: thing } : {}));
  if (typeof before !== 'number' || user === undefined) return undefined;
  // What a refusal has led to may name another thing.
  if (naming === other.create && !isNamedIn(things, user, thing)) return undefined;
  const tied: Thing = { ...user, sources: [thing, ...user.sources.filter((one) => one.resource !== resource)] };
  for (const action of naming === other.create ? route : [naming, ...route]) {
    const exchange = await unlessStopped(things.call(lab, action, tied, { says: action.id }));
    if (exchange === undefined || !isSuccess(exchange) || exchange.response.status === 202) return undefined;
  }
  const state = await stateOf(lab, things, tied, member);
  const isCounted = count.states === undefined || (state !== undefined && count.states.has(state));
  // What a state does beside, such as to take the thing away from who has it, the text does not say: only a counted state before it shows that it
  // names the thing.
  if (count.states !== undefined && state === undefined) return undefined;
  await judge(lab, things, { read, thing, count, wanted: before + Number(isCounted), after: (route.at(-1) ?? naming).id });
  yield route.at(-1) ?? naming;
  const { remove } = other;
  if (naming === other.create && naming.method === 'PUT' && route.length === 0) {
    const { exchange } = await things.again(lab, user, { says: 'the same again' });
    if (isSuccess(exchange))
      await judge(lab, things, { read, thing, count, wanted: before + Number(isCounted), after: `a second ${naming.id}` });
  }
  if (route.length > 0 || remove === undefined || !count.isOfLiving || !isCounted) return state;
  const removed = await unlessStopped(things.call(lab, remove, tied, { says: 'delete' }));
  if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) return state;
  const left =
    other.read && (await unlessStopped(things.call(lab, other.read.operation, tied, { says: 'read after delete', probe: COUNTED })));
  if (left !== undefined && !isAbsent(left)) return state;
  await judge(lab, things, { read, thing, count, wanted: before, after: remove.id });
  yield remove;
  return state;
}

async function stateOf(lab: Lab, things: Things, thing: Thing, member: StateMember | undefined): Promise<string | undefined> {
  const { read } = thing.resource;
  const seen = member === undefined || read === undefined ? undefined : await readThing(lab, things, read, thing);
  const value = member && seen?.resource[member.name];
  return typeof value === 'string' ? value : undefined;
}

interface Judged {
  readonly read: Reader;
  readonly thing: Thing;
  readonly count: Count;
  readonly wanted: number;
  readonly after: string;
}

async function judge(lab: Lab, things: Things, { read, thing, count, wanted, after }: Judged): Promise<void> {
  const first = await readThing(lab, things, read, thing);
  if (first === undefined || first.resource[count.name] === wanted) return;
  await waitBriefly();
  const seen = await readThing(lab, things, read, thing);
  const is = seen?.resource[count.name];
  if (seen === undefined || is === wanted || is === undefined) return;
  const message = `\`${count.name}\` is ${String(is)} after ${after}, not ${wanted}, and the document says: ${quoted({ text: count.text })}`;
  lab.fault(COUNTED, message, `\`${count.name}\` of ${wanted}`, seen.exchange);
}
