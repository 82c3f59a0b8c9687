// Decides what keeps a request from being done: a value that another thing has, a thing that is named and not there, a state, an ETag, a use.
import { isDeepStrictEqual } from 'node:util';
import { getOwn } from '@octavo/runtime/conformance';
import { headerOf } from '../../inference/headers.ts';
import { identifiersIn, refersTo } from '../../inference/names.ts';
import { names } from '../../inference/prose/index.ts';
import { bodySchemaOf } from '../../inference/shapes.ts';
import { optionsOf } from '../../inference/stated/keeping.ts';
import { possibleConjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Operation } from '../../model/service.ts';
import { isUnlisted } from './creating/adopting.ts';
import { hasChangedSince, isTagOf } from './kept/headers.ts';
import { markedRival } from './kept/marks.ts';
import type { Input } from './places.ts';
import { type Distinct, declares, type Kind, type Role, type Rules } from './plan/kinds.ts';
import { saysUnknown } from './plan/references.ts';
import { sentOf } from './plan/sent.ts';
import { namedIds, namesThing, standsBelow } from './referring.ts';
import { REFUSING_STATES, refuse, wordFor } from './refusing.ts';
import type { Call, Living, Setting } from './setting.ts';
import type { Thing } from './world.ts';

type KeptBy = Pick<Role & { readonly does: 'remove' }, 'keeping'>;

/** Why a request is not done: by the first of the statuses that the operation declares. */
export interface Refused {
  readonly statuses: readonly number[];
  readonly detail: string;
}

/**
 * A member that the document calls unique, and whose value another thing has. `own`: the thing that is changed. `place`: the path at which it was
 * made, where that is not the one at which it is read.
 */
export function takenMember(
  { world }: Setting,
  { unique, distinct, id }: Kind,
  collection: string,
  sent: Thing['value'],
  own?: string,
  place = own === undefined ? undefined : world.find(collection, own)?.madeAt,
): string | undefined {
  if (unique.size === 0 && distinct.length === 0) return undefined;
  const things = world.in(collection);
  for (const [member, { isCaseless }] of unique) {
    if (member === id || !isGiven(sent, member)) continue;
    const isSame = sameAs(getOwn(sent, member), isCaseless);
    if (things.some((thing) => thing.id !== own && isSame(getOwn(thing.value, member)))) return member;
  }
  const before = own === undefined ? undefined : world.find(collection, own);
  for (const rule of distinct) {
    // A change may say some of the members alone.
    const whole = { ...before?.value, ...sent };
    if (!rule.members.some((member) => Object.hasOwn(sent, member)) || !rule.members.every((member) => isGiven(whole, member))) continue;
    if (things.some((thing) => thing.id !== own && (!rule.isBelow || thing.madeAt === place) && isTakenBy(rule, whole, thing)))
      return rule.members.join('` and `');
  }
  return undefined;
}

function isGiven(value: Thing['value'], member: string): boolean {
  return (getOwn(value, member) ?? null) !== null;
}

function sameAs(wanted: unknown, isCaseless: boolean): (one: unknown) => boolean {
  const comparable = (one: unknown): unknown => (isCaseless && typeof one === 'string' ? one.toLowerCase() : one);
  const value = comparable(wanted);
  // Most values are texts and numbers, which need no deep comparison.
  return (one) => (typeof value === 'object' ? isDeepStrictEqual(comparable(one), value) : comparable(one) === value);
}

function isTakenBy({ members, isCaseless, within, ended }: Distinct, sent: Thing['value'], { kind, value }: Thing): boolean {
  if (kind.state !== undefined && ended.has(String(value[kind.state.member]))) return false;
  if (within.some((place) => namedIds(value, place).join() !== namedIds(sent, place).join())) return false;
  return members.every((member) => sameAs(getOwn(sent, member), isCaseless)(getOwn(value, member)));
}

/** A request that names a thing of another kind which is not there, where the texts of the operation say that it is refused by `status`. */
export function unknownReference(setting: Setting, kind: Kind, sent: Thing['value'], status: number | undefined): Refused | undefined {
  if (status === undefined) return undefined;
  for (const { place, kind: other } of kind.references.filter((one) => !isUnlisted(one.kind))) {
    const missed = namedIds(sent, place).find((id) => setting.world.named(other, [id]).length === 0);
    if (missed !== undefined) return { statuses: [status], detail: `There is no ${wordFor(other)} \`${missed.slice(0, 100)}\`.` };
  }
  return undefined;
}

/** A member of the body of an action that names a thing which is not there, where a text says that there must be one; `status`: by which. */
export function unknownNamed({ plan, world }: Setting, operation: Operation, body: unknown, status?: number): Refused | undefined {
  const schema = bodySchemaOf(operation);
  for (const [name, schemas] of propertiesOf(schema === undefined ? [] : [schema])) {
    const id = getOwn(body, name);
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    const named = plan.kinds.find((kind) => kind.id !== undefined && !isUnlisted(kind) && refersTo(name, kind.name));
    const general = status ?? refusalOfUnknown(operation);
    if (named === undefined || !(general !== undefined || possibleConjuncts(schemas).some(saysUnknown) || isRefusedFor(operation, named)))
      continue;
    if (![...world.ofKind(named)].some((thing) => isCalled(thing, String(id))))
      return {
        statuses: [...(general === undefined ? [] : [general]), 404, 422, 400],
        detail: `There is no ${wordFor(named)} \`${String(id).slice(0, 100)}\`.`,
      };
  }
  return undefined;
}

/** The status whose text says that a body may not refer to what is not there: `It refers to something that does not exist`. */
function refusalOfUnknown({ responses }: Operation): number | undefined {
  const found = responses.find((one) => /^4(?:22|00|09)$/.test(one.status) && REFERS.test(one.description ?? '') && saysUnknown(one));
  return found && Number(found.status);
}

const REFERS =
  /\b(?:refers?|referring|references?|names?|naming|points?) to?\b[^.;]*\b(?:something|anything|a thing|things|what|which|that|one)\b/i;

/** Whether a 404 says that a thing of the kind is not there: `Network or container not found`. */
function isRefusedFor({ responses }: Operation, kind: Kind): boolean {
  return responses.some((one) => one.status === '404' && saysUnknown(one) && names(one.description ?? '', kind.name));
}

/** Whether an identifier of a thing, or its name, is the text. */
function isCalled({ id, value }: Thing, text: string): boolean {
  return id === text || identifiersIn(Object.keys(value)).some((name) => String(value[name]) === text);
}

/** A change that names another version than the thing has, where a text says that it names that one. */
export function otherVersion(setting: Setting, operation: Operation, { kind, value }: Thing, { input }: Call): Living | undefined {
  const { member, isNeeded } = kind.version ?? {};
  const named = member === undefined || isNeeded !== true ? undefined : getOwn(sentOf(operation, kind, input.body), member);
  if (member === undefined || named === undefined || isDeepStrictEqual(named, value[member])) return undefined;
  return refuse(setting, operation, [409, 412, 422, 400], `The \`${member}\` of the thing is another one now.`);
}

/** A mark that one thing at most has, and another one has it, where the text refuses that. */
export function markTaken({ world }: Setting, thing: Omit<Thing, 'version'>): Refused | undefined {
  const rival = thing.kind.mark?.isRefused === true ? markedRival(world.in(thing.collection), thing) : undefined;
  return rival && { statuses: [409, 422, 400], detail: `Another ${wordFor(rival.kind)} has this \`${rival.kind.mark?.member}\`.` };
}

/** `If-Match` and `If-None-Match` (RFC 9110 section 13.1), where the operation declares them; 428 (RFC 6585) where it declares that. */
export function unmetCondition(setting: Setting, operation: Operation, thing: Thing, { headers }: Call): Living | undefined {
  const none = headerOf(operation, 'if-none-match') === undefined ? undefined : headers['if-none-match'];
  if (none !== undefined && isMet(none.replaceAll('W/', ''), thing))
    return refuse(setting, operation, [412, 409], 'The thing is there already.');
  const since = headerOf(operation, 'if-unmodified-since') === undefined ? undefined : headers['if-unmodified-since'];
  if (hasChangedSince(thing, since) === true && headers['if-match'] === undefined)
    return refuse(setting, operation, [412, 409], 'The thing has changed since.');
  if (headerOf(operation, 'if-match') === undefined) return undefined;
  const wanted = headers['if-match'];
  if (wanted === undefined)
    return declares(operation, 428)
      ? refuse(setting, operation, [428], 'The request needs `If-Match` with the ETag of the thing.')
      : undefined;
  if (isMet(wanted, thing)) return undefined;
  return refuse(setting, operation, [412, 409], 'The thing has changed since: it has another ETag.');
}

function isMet(tags: string, thing: Thing): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || isTagOf(tag.trim(), thing));
}

/** A thing in a state in which the document says that the operation is refused. */
export function wrongState(
  setting: Setting,
  operation: Operation,
  rules: Rules | undefined,
  thing: Thing,
  subject?: string,
): Living | undefined {
  const refused = outOfState(operation, rules, thing, subject);
  return refused && refuse(setting, operation, refused.statuses, refused.detail);
}

function outOfState(operation: Operation, rules: Rules | undefined, { kind, value }: Thing, subject = 'It'): Refused | undefined {
  const now = kind.state && value[kind.state.member];
  if (rules === undefined) return undefined;
  const isRefused = typeof now === 'string' && (rules.refused.has(now) || rules.allowed?.has(now) === false);
  const flagged = rules.flags?.find(({ flag, refused }) => refused.has(flag.stateOf(getOwn(value, flag.member)) ?? ''))?.flag;
  const statuses = REFUSING_STATES.filter((status) => declares(operation, status));
  if ((!isRefused && flagged === undefined) || statuses.length === 0) return undefined;
  const flag = flagged && flagged.stateOf(value[flagged.member]) === flagged.states[1] ? `not ${flagged.states[0]}` : flagged?.states[0];
  return { statuses, detail: isRefused ? `${subject} is \`${now}\` now.` : `${subject} is ${flag?.replaceAll('_', ' ')} now.` };
}

/** A create that names a thing in a state in which the document says that it is refused. */
export function namesOutOfState(
  { world }: Setting,
  operation: Operation,
  { kind, namedRules = [] }: Pick<Role & { readonly does: 'create' }, 'kind' | 'namedRules'>,
  sent: Thing['value'],
): Refused | undefined {
  for (const { kind: other, rules } of namedRules) {
    const ids = new Set(kind.references.filter((one) => one.kind === other).flatMap(({ place }) => namedIds(sent, place)));
    for (const thing of world.named(other, ids)) {
      const refused = outOfState(operation, rules, thing, `The ${wordFor(other)}`);
      if (refused !== undefined) return refused;
    }
  }
  return undefined;
}

/**
 * A kind of which a thing keeps this one from being deleted: by the states that the document says, or where it says of no kind which ones do, by
 * naming it.
 */
export function keeperOf(
  { plan, world }: Setting,
  operation: Operation,
  { keeping }: KeptBy,
  thing: Thing,
  input: Input,
): Kind | undefined {
  if (!declares(operation, 409)) return undefined;
  if (optionsOf(operation.parameters).some((name) => getOwn(input.query, name) === true)) return undefined;
  const isKept = (kind: Kind, isMeant: (state: string | undefined) => boolean): boolean =>
    [...world.ofKind(kind)].some((one) => {
      const state = kind.state && one.value[kind.state.member];
      return isMeant(typeof state === 'string' ? state : undefined) && (namesThing(one, thing) || standsBelow(one, thing));
    });
  if (keeping !== undefined) return keeping.find(({ kind, isMeant }) => isKept(kind, isMeant))?.kind;
  return plan.kinds.find((kind) => [...world.ofKind(kind)].some((one) => namesThing(one, thing)));
}
