// Names in a request two things that do not go together, where a sentence says that they must: the milestone of another project, a subject that the
// teacher does not teach, a pupil whose class is not invited.
import { lastNameOf, placesIn, tokensOf, valueAt } from '../../../inference/pointers.ts';
import {
  type BelongingWords,
  belongingIn,
  expectedOf,
  quoted,
  type Said,
  saidOf,
  sentencesIn,
  withRefusal,
} from '../../../inference/prose/index.ts';
import { type Resource, shownBy } from '../../../inference/resources.ts';
import { beginsWith, parameterIn, pathPlacesOf, segmentsOf } from '../../../inference/templates.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input, schemasOf } from '../../plan/index.ts';
import type { Lab } from '../lab.ts';
import { nounsOf } from '../machines/machine.ts';
import { flagsOf, listedState } from '../machines/members.ts';
import { callersOf, succeeded } from '../relations/unknown-reference.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, sourcesOf, type Thing } from '../thing.ts';

const CHECK = 'stated-rules';

export const belonging: readonly Script[] = [{ check: CHECK, run: foreign }];

/** The most operations and places of one resource that are tried. */
const MOST = 8;

/** A place of an operation, and the resource whose things it names. */
interface Place {
  readonly to: string;
  readonly resource: Resource;
}

/** How two things go together: one stands below or names the other one, is listed by it, or both stand below or name a third one. */
type Bond = { readonly kind: 'below' | 'listed' } | { readonly kind: 'common'; readonly common: Resource };

interface Rule {
  readonly operation: Operation;
  readonly place: Place;
  readonly other: Resource;
  readonly bond: Bond;
  readonly said: Said;
}

async function* foreign(setting: Setting): AsyncGenerator<Operation> {
  const operations = [...callersOf(setting), ...joinsOf(setting)];
  const rules = operations.flatMap((operation) => rulesOf(setting, operation));
  for (const rule of rules.slice(0, MOST)) if (await isTried(setting, rule)) yield rule.operation;
}

/** What joins a thing with one that does not stand below it: `PUT /trips/{tripId}/participants/{pupilId}`. */
function joinsOf({ context, mayCall, things, resource }: Setting): readonly Operation[] {
  const own = segmentsOf(resource.path);
  const creates = new Set(things.all().map(({ create }) => create));
  return context.service.operations.filter((one) => {
    const path = segmentsOf(one.path);
    const isJoin = path.length === own.length + 2 && beginsWith(path, own) && parameterIn(path.at(-1)) !== undefined;
    return ['PUT', 'POST'].includes(one.method) && isJoin && !creates.has(one) && mayCall(one) && things.isBelow(one, resource);
  });
}

function placesOf({ things }: Setting, operation: Operation): readonly Place[] {
  const found = things.allEdges().flatMap(({ producer, consumer, from, to }): readonly Place[] => {
    const resource =
      consumer === operation ? things.all().find(({ create, edge }) => create === producer && edge.from === from) : undefined;
    return resource === undefined || !/^\/(?:path|body)\//.test(to) ? [] : [{ to, resource }];
  });
  return [...new Map(found.map((one) => [one.to, one])).values()];
}

function rulesOf(setting: Setting, operation: Operation): readonly Rule[] {
  const { context, resource } = setting;
  const places = placesOf(setting, operation);
  const above = operation === resource.create ? [] : [resource];
  const all = saidOf(context.service, operation).filter(({ refusal }) => refusal !== undefined);
  return places
    .filter((place) => isNamed(setting, operation, place))
    .flatMap((place): readonly Rule[] => {
      const others = [...new Set([...above, ...places.map((one) => one.resource)])].filter((one) => one !== place.resource);
      const own = ownSaid(operation, place);
      for (const other of others)
        for (const bond of bondsOf(setting, place.resource, other)) {
          const words = wordsFor(setting, { place, other, bond, places, isAboutOther: other === resource });
          const said =
            all.find(({ text }) => belongingIn(text, words)) ?? own.find(({ text }) => belongingIn(text, { ...words, isOwn: true }, true));
          if (said !== undefined) return [{ operation, place, other, bond, said }];
        }
      return [];
    });
}

/** Whether a place names a thing that the request is not made below, or done to. */
function isNamed({ things }: Setting, { path }: Operation, { to, resource }: Place): boolean {
  const before = segmentsOf(path)
    .slice(0, -1)
    .filter((one) => parameterIn(one) !== undefined);
  return to.startsWith('/body/') || (to === pathPlacesOf(path).at(-1) && before.length > 0 && things.parentOf(resource) === undefined);
}

/** What the texts of the place itself say, and of the list that it stands in, where they refuse something. */
function ownSaid(operation: Operation, { to }: Place): readonly Said[] {
  const schemas = to.startsWith('/body/') ? possibleConjuncts(schemasOf(operation, to.replace(/\/0$/, ''))) : [];
  return schemas.flatMap(({ description = '' }) => {
    const said = sentencesIn(description).map(withRefusal);
    const refusal = said.find((one) => one.refusal !== undefined)?.refusal;
    return refusal === undefined ? [] : said.map((one) => ({ refusal, ...one }));
  });
}

function bondsOf({ things }: Setting, one: Resource, other: Resource): readonly Bond[] {
  const [own, others] = [things.takenBy(one), things.takenBy(other)];
  const shared = own.filter((each) => each !== one && each !== other && others.includes(each));
  return [
    ...(own.includes(other) ? [{ kind: 'below' } as const] : []),
    ...(others.includes(one) ? [{ kind: 'listed' } as const] : []),
    ...shared.map((common): Bond => ({ kind: 'common', common })),
  ];
}

interface Between extends Pick<Rule, 'place' | 'other' | 'bond'> {
  readonly places: readonly Place[];
  readonly isAboutOther: boolean;
}

function wordsFor({ things }: Setting, { place, other, bond, places, isAboutOther }: Between): BelongingWords {
  const listed = bond.kind === 'common' ? bond.common : place.resource;
  const lists = things.references(other.create).flatMap(({ resource, to }) => (resource === listed ? [bare(to)] : []));
  return {
    thing: [...nounsOf(place.resource), bare(place.to)],
    other: [...nounsOf(other), ...places.flatMap((one) => (one.resource === other ? [bare(one.to)] : []))],
    lists: bond.kind === 'below' ? [] : lists,
    common: bond.kind === 'common' ? nounsOf(bond.common) : [],
    states: bond.kind === 'common' ? statesOf(bond.common) : [],
    isAboutOther,
  };
}

/** The states of a thing, and its booleans. */
function statesOf(resource: Resource): readonly string[] {
  const read = shownBy(resource);
  return read === undefined
    ? []
    : [...(listedState(read)?.states ?? []), ...flagsOf(read).flatMap(({ name, states }) => [name, ...states])];
}

/** What a member says that it names: `milestone` of `milestoneId`. */
function bare(to: string): string {
  const name = lastNameOf(to);
  return name.replace(/[_-]?(?:id|ref|code|sku|slug|key|uuid)s?$/i, '') || name;
}

/** A request that names a thing which does not go with the other one. */
interface Sent extends Two {
  readonly lab: Lab;
  readonly exchange: Answered;
}

/** Whether the operation was called with a thing that does not go with the other one. */
async function isTried(setting: Setting, rule: Rule): Promise<boolean> {
  const { operation, place, other, said } = rule;
  const sent = (await sentAgain(setting, rule)) ?? (operation === setting.resource.create ? await madeNew(setting, rule) : undefined);
  if (sent === undefined || !(await isApart(setting, sent.lab, rule, sent))) return false;
  const { lab, exchange, stranger } = sent;
  if (!isSuccess(exchange) || exchange.response.status === 202) return true;
  const member = tokensOf(place.to).slice(1).join('.');
  const message = `${operation.id} is answered with ${exchange.response.status} although \`${member}\` names ${JSON.stringify(stranger.id)}, which does not go with what it names of ${other.name}, and the document says: ${quoted(said)}`;
  return lab.fault(CHECK, message, expectedOf(said), exchange);
}

/** A request that has succeeded, sent again with a stranger. */
async function sentAgain(setting: Setting, { operation, place }: Rule): Promise<Sent | undefined> {
  const call = await succeeded(setting, operation, place);
  const at = call && placesIn(call.done.case.input, place.to)[0];
  if (call === undefined || at === undefined) return undefined;
  const { lab, done, send, about } = call;
  const stranger = await strangerOf(setting, lab, place.resource);
  if (stranger === undefined || typeof stranger.id !== typeof valueAt(done.case.input, at)) return undefined;
  const exchange = await send(changedAt(done.case.input, at, stranger.id) as Input);
  return exchange && { lab, exchange, stranger, about: about() };
}

/** A create that names a new thing and a stranger: what was named before may be taken. */
async function madeNew(setting: Setting, { place, other }: Rule): Promise<Sent | undefined> {
  const { things, resource, inputs } = setting;
  const lab = things.lab();
  const given = [2, 1, 0, 4].map((variant) => inputs.of(resource.create, variant));
  const input = given.find((one) => placesIn(one, place.to).some((at) => valueAt(one, at) !== undefined));
  const one = input && (await strangerOf(setting, lab, other));
  const stranger = one && (await strangerOf(setting, lab, place.resource));
  if (input === undefined || one === undefined || stranger === undefined) return undefined;
  const parent = { ...stranger, sources: [one, ...one.sources] };
  const made = await unlessStopped(things.makeFrom(lab, resource, things.ready(resource.create, input), { parent, isPrepared: true }));
  const isNamed = made !== undefined && sourcesOf(made).some((each) => isSame(each, stranger));
  return isNamed ? { lab, exchange: made.created, stranger, about: made } : undefined;
}

/** A thing that goes with none of those that there are: all that it stands below and names is new. */
async function strangerOf({ things }: Setting, lab: Lab, resource: Resource): Promise<Thing | undefined> {
  things.forgetAll();
  const made = await unlessStopped(things.make(lab, resource, 0, { isOwn: true }));
  things.forgetAll();
  return made;
}

interface Two {
  readonly stranger: Thing;
  /** What the request was about, or what it has made. */
  readonly about: Thing;
}

/** Whether the things that were made show that the stranger does not go with the other one. */
async function isApart(setting: Setting, lab: Lab, { operation, other, bond }: Rule, { stranger, about }: Two): Promise<boolean> {
  const around = operation === setting.resource.create ? sourcesOf(about) : [about, ...sourcesOf(about)];
  const one = around.find((each) => each.resource === other);
  if (one === undefined) return false;
  const [own, others] = [sourcesOf(stranger), sourcesOf(one)];
  switch (bond.kind) {
    case 'below':
      return (
        own.some((each) => each.resource === other) &&
        !own.some((each) => isSame(each, one)) &&
        !(await isThere(setting, lab, stranger, one))
      );
    case 'listed':
      return (
        others.some((each) => each.resource === stranger.resource) &&
        !others.some((each) => isSame(each, stranger)) &&
        !isNested(stranger.resource)
      );
    case 'common': {
      const isCommon = (each: Thing): boolean => each.resource === bond.common;
      const [mine, [theirs, ...more]] = [own.filter(isCommon), others.filter(isCommon)];
      const isShared = mine.some((each) => [theirs, ...more].some((it) => it !== undefined && isSame(each, it)));
      return mine.length > 0 && theirs !== undefined && !isShared && !(await isThere(setting, lab, stranger, theirs));
    }
  }
}

/** Whether things have identifiers within another one, so that two of them may have the same. */
function isNested({ path }: Resource): boolean {
  return segmentsOf(path).filter((one) => parameterIn(one) !== undefined).length > 1;
}

/** Whether the other one has a thing of the same identifier, or may have. */
async function isThere({ things, inputs }: Setting, lab: Lab, { resource, id }: Thing, other: Thing): Promise<boolean> {
  if (!isNested(resource)) return false;
  const { operation } = resource.read ?? {};
  const input = operation && inputs.least(operation);
  const place = operation && pathPlacesOf(operation.path).at(-1);
  if (operation === undefined || input === undefined || place === undefined) return true;
  const read = await unlessStopped(things.callUnknown(lab, operation, other, { says: 'read in the other one', input }, { [place]: id }));
  if (read !== undefined) lab.forget(read);
  return read === undefined || !isAbsent(read);
}

function isSame(one: Thing, other: Thing): boolean {
  return one.resource === other.resource && String(one.id) === String(other.id);
}
