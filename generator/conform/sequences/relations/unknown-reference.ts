// Names in a body what does not exist: an identifier that was never given, and one of a thing that was deleted. It is refused where the document
// says so.

import { lastNameOf, placesIn, pointerTo, tokensOf, valueAt } from '../../../inference/pointers.ts';
import { expectedOf, names, phraseOf, quoted, type Said, saidOf, sentencesIn, withRefusal } from '../../../inference/prose/index.ts';
import type { Resource } from '../../../inference/resources.ts';
import { beginsWith, parameterIn, pathPlacesOf, segmentsOf } from '../../../inference/templates.ts';
import { possibleConjuncts } from '../../../model/schema/conjuncts.ts';
import type { Operation, Service } from '../../../model/service.ts';
import type { Answered } from '../../contract/exchange.ts';
import { changedAt, type Input, schemasOf } from '../../plan/index.ts';
import type { Reference } from '../kin.ts';
import type { Lab } from '../lab.ts';
import { type Script, type Setting, unlessStopped } from '../script.ts';
import { isAbsent } from '../state.ts';
import { isSuccess, type Thing } from '../thing.ts';
import { unknownLike } from '../unknown.ts';
import { eachItem } from './each-item.ts';

const CHECK = 'unknown-reference';

export const unknownReferences: readonly Script[] = [{ check: CHECK, run: unknownReference }, ...eachItem];

/** What a sentence says of something that is not there. */
const ABSENT =
  /\b(?:unknown|non-?existent|not found|no such|(?:do|does|did|must|has to|have to|can|may|should)(?:n['’]t| not)?\s+(?:be\s+)?exist\w*|not exist|(?:that|which)\s+(?:we|the \w+)\s+(?:do|does)(?:n['’]t| not)\s+know|(?:that|which)\s+(?:is|are)\s+not\s+(?:known|there))\b/i;
const EXISTING = /\b(?:must exist|has to exist|that exists|must be known|must name an?)\b/i;
const UNCHECKED =
  /\b(?:not|never|n['’]t)\s+(?:be\s+)?(?:looked up|checked|verified|validated|resolved|required to exist)|\blook (?:it|them) up|\bneed not\b|\bneedn['’]t\b|\bignored\b|\bany (?:text|value|string)\b/i;

/** Words of a text about whatever a body names. */
const REFERRED =
  /\b(?:references?|referenced|referred|refers?|names?|named|linked|related)\b|\b(?:ids?|identifiers?|numbers?|codes?|keys?)\b[^.;]*\bin (?:an?|the) (?:body|request)\b/i;

/** The form of a text that asks for a thing by one of its nouns, such as `the id of an existing member`. */
function existingForm(nouns: readonly string[]): RegExp {
  const named = nouns.map(phraseOf).join('|');
  return new RegExp(`\\bexisting\\s+(?:[\\p{L}-]+\\s+){0,2}?(?:ids?|identifiers?|one|${named})(?![\\p{L}\\p{N}_])`, 'iu');
}
/** `Replaces the existing tags` says nothing of the tag that is named. */
const REPLACED = /\b(?:replac|overwrit|remov|delet|updat)\w*\b[^.;]*\bexisting\b/i;

/** The sentence that refuses a place which names what does not exist. */
export function refusalOf(service: Service, operation: Operation, { to, resource }: Reference): Said | undefined {
  const own = beginningsOf(to)
    .flatMap((at) => possibleConjuncts(schemasOf(operation, at)))
    .flatMap(({ description = '' }) => sentencesIn(description));
  const member = lastNameOf(to);
  const nouns = [resource.name, member, member.replace(/[_-]?(?:id|ref|code|sku|slug|key|uuid)s?$/i, '')].filter((noun) => noun !== '');
  const all = saidOf(service, operation);
  if (
    [...own, ...all.map(({ text }) => text).filter((text) => nouns.some((noun) => names(text, noun)))].some((text) => UNCHECKED.test(text))
  )
    return undefined;
  const refusing = all.filter(({ refusal }) => refusal !== undefined);
  const above = aboveIn(operation);
  const named = refusing.find(
    ({ text, refusal }) =>
      ABSENT.test(text) && nouns.some((noun) => names(text, noun) && !(refusal === '404' && above.some((one) => names(one, noun)))),
  );
  // A 404 may as well be that of the path.
  const mayBeOfPath = (said: Said): boolean => said.refusal === '404' && above.length > 0 && !/\bbody\b/i.test(said.text);
  const general = refusing.find((said) => ABSENT.test(said.text) && REFERRED.test(said.text) && !mayBeOfPath(said));
  const existing = existingForm(nouns);
  const told = own.find((text) => (EXISTING.test(text) || existing.test(text)) && !REPLACED.test(text));
  const belonging = refusing.find(
    ({ text }) =>
      (names(text, member) || names(text, resource.name)) && (isBelonging(text, resource.name) || isOfParent(text, member, resource)),
  );
  const whole = sentencesIn(service.description ?? '')
    .map(withRefusal)
    .find(
      ({ text, refusal }) =>
        ABSENT.test(text) && REFERRED.test(text) && operation.responses.some(({ status }) => status === refusal || text.includes(status)),
    );
  return named ?? belonging ?? (told === undefined ? (general ?? whole) : { refusal: '4XX', ...general, text: told });
}

/** The things that the path of an operation names: a 404 that speaks of one of them is that of the path. */
function aboveIn({ path }: Operation): readonly string[] {
  const segments = segmentsOf(path);
  // A parameter may have an ending: `{id}.json`.
  return segments.filter((segment, index) => !segment.includes('{') && segments[index + 1]?.includes('{') === true);
}

/**
 * Whether a text says that what is named is one of the things that there are:
 * `Sender and recipient must be two different addresses of your address book`.
 */
function isBelonging(text: string, name: string): boolean {
  const noun = phraseOf(name);
  const known = `^(?:(?:its|the|an?|each|all|every|both|their)\\s+)?${noun}\\s+(?:of \\w+\\s+|(?:that|which)\\s+(?:it|they|this|the \\w+)\\s+\\w+\\s+)?(?:must|has to|have to)\\s+be\\s+(?:known|registered|there|(?:one|some)\\s+of\\s+\\w+|(?:in|from)\\s+(?:the|your|our)\\s+\\w+)`;
  if (new RegExp(known, 'i').test(text)) return true;
  return new RegExp(
    `\\b(?:must|has to|have to)\\s+(?:both\\s+|each\\s+|all\\s+)?(?:be|name)\\s+(?:(?:an?|one|two|different|existing|active)\\s+)*(?:of\\s+(?:your|the)\\s+${noun}|${noun}\\s+(?:of|in|from)\\s+(?:your|the|this|its|their)\\b)`,
    'i',
  ).test(text);
}

/** Whether a text says that what a member names is one of those of the thing above: `The assignee must be in the project`. */
function isOfParent(text: string, member: string, { path }: Resource): boolean {
  const above = segmentsOf(path)
    .filter((segment) => parameterIn(segment) === undefined)
    .slice(0, -1)
    .map(phraseOf);
  if (above.length === 0) return false;
  const own = `\\b${phraseOf(member)}\\s+(?:(?:and|or)\\s+[\\p{L}]+\\s+)?(?:must|has to|have to)\\s+be\\s+`;
  return new RegExp(
    `${own}(?:(?:one|some|those|ones|members?|people|part)\\s+)?(?:in|of|from)\\s+(?:the|its|this|that)\\s+(?:same\\s+)?(?:${above.join('|')})\\b`,
    'iu',
  ).test(text);
}

/** A place, and the lists and objects that it stands in: what a text says of them, it says of their members too. */
function beginningsOf(to: string): readonly string[] {
  const tokens = tokensOf(to);
  return tokens.slice(1).map((_, index) => pointerTo(...tokens.slice(0, index + 2)));
}

/** What is called with a body: the create, the changes, and what is done to a thing. */
export function callersOf({ context, mayCall, things, resource }: Setting): readonly Operation[] {
  const { create, changes } = resource;
  const creates = new Set(things.all().map((one) => one.create));
  const actions = context.service.operations.filter(
    (one) =>
      one !== create &&
      !changes.includes(one) &&
      !creates.has(one) &&
      one.method !== 'GET' &&
      one.body !== undefined &&
      mayCall(one) &&
      things.isBelow(one, resource) &&
      beginsWith(segmentsOf(one.path), segmentsOf(resource.path)) &&
      pathPlacesOf(one.path).length === pathPlacesOf(resource.path).length,
  );
  return [create, ...changes, ...actions];
}

async function* unknownReference(setting: Setting): AsyncGenerator<Operation> {
  const { things, context } = setting;
  for (const operation of callersOf(setting))
    for (const reference of things.references(operation)) {
      const said = refusalOf(context.service, operation, reference);
      if (said !== undefined) yield* tryReference(setting, operation, reference, said);
    }
}

/** The fewest characters of an identifier that nothing has. */
const SHORTEST = 4;

export interface Call {
  readonly lab: Lab;
  /** What the last request was about: the thing that it was done to, or the one whose create was sent again. */
  readonly about: () => Thing;
  /** The request that has succeeded. */
  readonly done: Answered;
  readonly send: (input: Input) => Promise<Answered | undefined>;
}

async function* tryReference(setting: Setting, operation: Operation, reference: Reference, said: Said): AsyncGenerator<Operation> {
  const call = await succeeded(setting, operation, reference);
  const at = call && placesIn(call.done.case.input, reference.to)[0];
  if (call === undefined || at === undefined) return;
  const given = valueAt(call.done.case.input, at);
  const where = `\`${tokensOf(at).slice(1).join('.')}\``;
  const unknown = unknownLike(given);
  // A short code that is made up may be there: `A1` of a berth.
  if (unknown === undefined || String(unknown).length < SHORTEST) return;
  yield operation;
  const refused = await judge(call, operation, at, unknown, said, `${where} names ${JSON.stringify(unknown)}, which was never given`);
  if (refused === undefined || isSuccess(refused)) return;
  call.lab.forget(refused);
  const gone = await deletedOf(setting, call.lab, reference.resource);
  const value = gone === undefined ? undefined : namedBy(gone, reference, given);
  if (value !== undefined) await judge(call, operation, at, value, said, `${where} names ${JSON.stringify(value)}, which was deleted`);
}

/** The value by which a place names a thing, of the kind of one that was taken. */
function namedBy({ id, resource, created }: Thing, { from }: Reference, like: unknown): unknown {
  const value = from === resource.edge.from ? id : valueAt({ body: created.reading.body, headers: created.reading.headers }, from);
  return typeof value === typeof like ? value : undefined;
}

async function judge(
  { lab, done, send }: Call,
  operation: Operation,
  at: string,
  value: unknown,
  said: Said,
  says: string,
): Promise<Answered | undefined> {
  const exchange = await send(changedAt(done.case.input, at, value) as Input);
  if (exchange === undefined) return undefined;
  if (isSuccess(exchange) && exchange.response.status !== 202) {
    const message = `${operation.id} is answered with ${exchange.response.status} although ${says}, and the document says: ${quoted(said)}`;
    lab.fault(CHECK, message, expectedOf(said), exchange);
  }
  return exchange;
}

/** A request that has succeeded with something that exists at the place, and how to send it again with another value. */
export async function succeeded(setting: Setting, operation: Operation, { to }: Pick<Reference, 'to'>): Promise<Call | undefined> {
  const { things, resource, inputs } = setting;
  const { create } = resource;
  for (const variant of [1, 2, 0, 4]) {
    const lab = things.lab();
    const thing = await unlessStopped(things.make(lab, resource, variant));
    if (thing === undefined) continue;
    if (operation === create) {
      if (placesIn(thing.created.case.input, to).length === 0) continue;
      const send = (input: Input): Promise<Answered | undefined> => {
        const fresh = things.ready(create, input);
        const at = placesIn(input, to)[0] ?? to;
        return unlessStopped(
          things.callUnknown(lab, create, thing, { says: 'create', input: fresh, probe: CHECK }, { [at]: valueAt(input, at) }),
        );
      };
      // What may be asked for once only is refused the second time, whatever it names.
      const again = await send(thing.created.case.input as Input);
      if (again === undefined || !isSuccess(again)) return undefined;
      lab.forget(again);
      return { lab, about: () => thing, done: thing.created, send };
    }
    const input = inputs.of(operation, variant);
    if (placesIn(input, to).length === 0) continue;
    const done = await unlessStopped(things.call(lab, operation, thing, { says: operation.id, input }));
    if (done === undefined || !isSuccess(done)) continue;
    lab.forget(done);
    let about = thing;
    const send = async (changed: Input): Promise<Answered | undefined> => {
      const other = await unlessStopped(things.make(lab, resource, variant));
      if (other !== undefined) about = other;
      const at = placesIn(changed, to)[0] ?? to;
      return (
        other &&
        unlessStopped(
          things.callWith(lab, operation, other, { says: operation.id, input: changed, probe: CHECK }, { [at]: valueAt(changed, at) }),
        )
      );
    };
    return { lab, about: () => about, done, send };
  }
  return undefined;
}

/** A thing that was made, deleted, and is gone. */
async function deletedOf({ things, mayCall }: Setting, lab: Lab, resource: Resource): Promise<Thing | undefined> {
  const { read, remove } = resource;
  if (read === undefined || remove === undefined || !mayCall(remove)) return undefined;
  const thing = await unlessStopped(things.make(lab, resource, 1));
  if (thing === undefined) return undefined;
  const removed = await unlessStopped(things.call(lab, remove, thing, { says: 'delete' }));
  if (removed === undefined || !isSuccess(removed) || removed.response.status === 202) return undefined;
  const exchange = await unlessStopped(things.call(lab, read.operation, thing, { says: 'read after delete', probe: CHECK }));
  return exchange !== undefined && isAbsent(exchange) ? thing : undefined;
}
