// Finds the members of things that name things of other kinds: by an identifier, or by a URI that ends with it.
import type { Edge } from '../../../inference/edge.ts';
import { refersTo, tailsOf } from '../../../inference/names.ts';
import { tokensOf } from '../../../inference/pointers.ts';
import { sentencesIn, singular } from '../../../inference/prose/index.ts';
import { isUri } from '../../../inference/uris.ts';
import { itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Service } from '../../../model/service.ts';
import type { Kind } from './kinds.ts';
import { envelopeOf } from './sent.ts';

export function referencesOf(kind: Kind, kinds: readonly Kind[], edges: readonly Edge[]): Kind['references'] {
  const found = byIdentifier(kind, kinds, edges);
  const isFound = (place: readonly string[]): boolean => found.some((one) => one.place.join('/') === place.join('/'));
  return [...found, ...byUri(kind, kinds).filter(({ place }) => !isFound(place))];
}

function byIdentifier({ resource, members }: Kind, kinds: readonly Kind[], edges: readonly Edge[]): Kind['references'] {
  const envelope = resource.create && envelopeOf(resource.create, members);
  return edges.flatMap(({ producer, consumer, to }) => {
    const [where, ...written] = tokensOf(to);
    const place = envelope !== undefined && written[0] === envelope ? written.slice(1) : written;
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

/** The status by which the document says of all operations that a body is refused which names what is not there. */
export function refusalOfUnknown({ description = '' }: Pick<Service, 'description'>): number | undefined {
  for (const text of sentencesIn(description)) {
    const isMeant = IN_BODY.test(text) ? saysUnknown({ description: text }) : REFERS.test(text) && ABSENT.test(text);
    const status = isMeant ? /\b(?:400|409|422)\b/.exec(text)?.[0] : undefined;
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

const IN_BODY = /\b(?:in|of) (?:an? |the )?(?:request )?bod(?:y|ies)\b/i;
const REFERS = /\brefer(?:s|ring)?\b/i;
const ABSENT = /\b(?:is|are|does|do) not (?:there|exist|known)\b|\bunknown\b/i;
