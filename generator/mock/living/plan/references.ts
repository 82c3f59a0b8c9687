// Finds the members of things that name things of other kinds: by an identifier, or by a URI that ends with it.
import type { Edge } from '../../../inference/edge.ts';
import { plain, refersTo, tailsOf } from '../../../inference/names.ts';
import { tokensOf } from '../../../inference/pointers.ts';
import { names, saidOf, sentencesIn, singular } from '../../../inference/prose/index.ts';
import { isUri } from '../../../inference/uris.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation, Service } from '../../../model/service.ts';
import { declares, type Kind } from './kinds.ts';
import { envelopeOf } from './sent.ts';

export function referencesOf(kind: Kind, kinds: readonly Kind[], edges: readonly Edge[]): Kind['references'] {
  const found = byIdentifier(kind, kinds, edges);
  const isNew = (others: Kind['references']) => (one: Kind['references'][number]) =>
    !others.some((other) => other.place.join('/') === one.place.join('/'));
  const related = byRelationship(kind, kinds).filter(isNew(found));
  const known = [...found, ...related, ...byUri(kind, kinds).filter(isNew([...found, ...related]))];
  return [...known, ...byName(kind, kinds).filter(isNew(known))];
}

/** `customerId` of what no request sends so, such as an order that was made of a cart: the name says of which things it is the identifier. */
function byName(kind: Kind, kinds: readonly Kind[]): Kind['references'] {
  return [...kind.members].flatMap(([member, schemas]): Kind['references'] => {
    if (member === kind.id || isUri(schemas)) return [];
    const items = itemsOf(schemas);
    const [name, own, inside] = items.length === 0 ? [member, schemas, []] : [singular(member), items, ['0']];
    const named = kinds.find((other) => other !== kind && isIdentifierOf(name, own, other));
    return named === undefined ? [] : [{ place: [member, ...inside], kind: named }];
  });
}

/** Whether a member is called as the identifier of such things is, and may have it. */
function isIdentifierOf(name: string, schemas: readonly Schema[], { id, isUri: hasUri, members, name: collection }: Kind): boolean {
  const thing = plain(singular(collection));
  const isCalled = id !== undefined && !hasUri && thing !== '' && [thing + plain(id), thing].includes(plain(name));
  if (!isCalled || propertiesOf(schemas).size > 0 || conjuncts(schemas).some((schema) => schema.enum !== undefined)) return false;
  const [types, own] = [schemas, members.get(id) ?? []].map((all) => conjuncts(all).flatMap(({ type = [] }) => type));
  return types?.some((type) => type !== 'null' && own?.includes(type) === true) === true;
}

/** `relationships.author.data.id`, as JSON:API names things, where the name or the listed type says which they are. */
function byRelationship({ within, members }: Kind, kinds: readonly Kind[]): Kind['references'] {
  if (within === undefined) return [];
  return [...propertiesOf(members.get(RELATIONSHIPS) ?? [])].flatMap(([name, schemas]): Kind['references'] => {
    const data = propertiesOf(schemas).get(DATA) ?? [];
    const [item, inside] = itemsOf(data).length === 0 ? [data, []] : [itemsOf(data), ['0']];
    const linkage = propertiesOf(item);
    const types = conjuncts(linkage.get('type') ?? []).flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const.value]));
    const kind = kinds.find((other) => types.includes(other.name)) ?? kinds.find((other) => refersTo(singular(name), other.name));
    return kind === undefined || !linkage.has('id') ? [] : [{ place: [RELATIONSHIPS, name, DATA, ...inside, 'id'], kind }];
  });
}

const RELATIONSHIPS = 'relationships';
const DATA = 'data';

function byIdentifier({ resource, members, within }: Kind, kinds: readonly Kind[], edges: readonly Edge[]): Kind['references'] {
  const envelope = resource.create && envelopeOf(resource.create, members);
  return edges.flatMap(({ producer, consumer, to }) => {
    const [where, ...written] = tokensOf(to);
    const bare = envelope !== undefined && written[0] === envelope ? written.slice(1) : written;
    const place = within !== undefined && bare[0] === within.member ? bare.slice(1) : bare;
    const named =
      consumer === resource.create && where === 'body' ? kinds.find(({ resource: other }) => other.create === producer) : undefined;
    return named === undefined ? [] : [{ place, kind: named }];
  });
}

/** `customer`, `customer_url`, and `href` inside of `customer`, where each is a URI and there are `/customers/{id}`. */
function byUri({ id, members }: Kind, kinds: readonly Kind[]): Kind['references'] {
  const own = new Map([...members].filter(([name]) => name !== id));
  return urisIn(own).flatMap(({ place, name }) => {
    const kind = kinds.find((other) => other.resource.parameter !== undefined && isNamed(name, other.name));
    return kind === undefined ? [] : [{ place, kind }];
  });
}

interface Place {
  readonly place: readonly string[];
  readonly name: string;
}

function urisIn(members: ReadonlyMap<string, readonly Schema[]>, above?: string): readonly Place[] {
  return [...members].flatMap(([name, schemas]): readonly Place[] => {
    const isLink = above !== undefined && /^(?:href|uri|url|self)$/.test(name);
    if (isUri(schemas)) return [{ place: [name], name: isLink ? above : name }];
    const items = itemsOf(schemas);
    if (isUri(items)) return [{ place: [name, '0'], name: singular(name) }];
    if (above !== undefined) return [];
    const inner = [...urisIn(propertiesOf(schemas), name), ...urisIn(propertiesOf(items), singular(name)).map(inItems)];
    return inner.map((one) => ({ ...one, place: [name, ...one.place] }));
  });
}

function inItems({ place, name }: Place): Place {
  return { place: ['0', ...place], name };
}

function isNamed(name: string, collection: string): boolean {
  const words = name.replace(/[_-]?(?:uri|url|href|link)$/i, '');
  return words !== '' && tailsOf(words).some((tail) => refersTo(tail, collection));
}

/** Words for what a body names and is not there. */
const UNKNOWN =
  /\bunknown\b|\b(?:do(?:es)?(?: not|n['’]t)|must) exist\b|\bno such\b|\bthere is no\b|\bnot (?:found|known|registered)\b|\ban existing\b|\bwe (?:do not|don['’]t) know\b|\b(?:must|has to) be (?:known|registered|one of (?:your|our)s?)\b/i;

export function saysUnknown({ description = '' }: { readonly description?: string }): boolean {
  return UNKNOWN.test(description);
}

/** Statuses that blame what a body names. */
const BLAMING: readonly number[] = [422, 409, 400];

/** The status of a sentence of the operation that refuses a body which names a thing of the kinds that is not there. */
export function saidUnknown(service: Service, operation: Operation, kinds: readonly Kind[]): number | undefined {
  for (const { text, refusal } of saidOf(service, operation)) {
    if (!(saysUnknown({ description: text }) || NOT_THERE.test(text)) || !kinds.some(({ name }) => names(text, name))) continue;
    const status = BLAMING.find((one) => `${one}` === refusal && declares(operation, one));
    if (status !== undefined) return status;
  }
  return undefined;
}

/** The status by which the document says of all operations that a body is refused which names what is not there. */
export function refusalOfUnknown({ description = '' }: Pick<Service, 'description'>): number | undefined {
  for (const text of sentencesIn(description)) {
    const isMeant = IN_BODY.test(text) ? saysUnknown({ description: text }) : REFERS.test(text) && ABSENT.test(text);
    const status = isMeant ? /\b(?:400|409|422)\b/.exec(text)?.[0] : undefined;
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

const NOT_THERE = /\b(?:is|are)(?: not|n['’]t) (?:there|in (?:the|your|our)|one of)\b|\bmust be\b[^.;]*\bof (?:your|our)\b/i;
const IN_BODY = /\b(?:in|of) (?:an? |the )?(?:request )?bod(?:y|ies)\b/i;
const REFERS = /\brefer(?:s|ring)?\b/i;
const ABSENT = /\b(?:is|are|does|do) not (?:there|exist|known)\b|\bunknown\b/i;
