// Reads how a request that creates several things lets its caller say by what they are known: a member such as `dedupeOn`, whose values name members
// of a thing, kinds of items in one of its lists, or another member of the request.
import { getOwn } from '@octavo/runtime/conformance';
import { plain } from '../../../inference/names.ts';
import { bodySchemaOf } from '../../../inference/shapes.ts';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Operation } from '../../../model/service.ts';
import { record } from '../plan/sent.ts';
import { allows } from '../values.ts';

type Known = ReadonlyMap<string, readonly Schema[]>;
type Members = Readonly<Record<string, unknown>>;

/** Where a thing has what it is known by: in a member, or in the items of a list of it that have one of the tags, or the tag that a request names. */
export type KeyPlace =
  | { readonly member: string }
  | { readonly list: string; readonly tag: string; readonly value: string; readonly tags: readonly string[] }
  | { readonly list: string; readonly tag: string; readonly value: string; readonly named: string };

export interface Keyed {
  /** The member of the request that says by what things are known. */
  readonly by: string;
  /** For each value of it that can be read, where that is, the first place first. */
  readonly places: ReadonlyMap<string, readonly KeyPlace[]>;
}

const NAMED = /^(?:(?:dedupe?|match|upsert|merge|identif(?:y|ied)|unique|keyed)(?:on|by|key|field)?|onconflict|conflictkey)$/;
const SAID = /\b(?:identif(?:y|ies|ied)|de-?dup\w*|duplicates?|match(?:ed|es)?|upsert\w*|recogni[sz]ed?)\b/i;

/** @param items what the request can say of one thing */
export function keyedBy(operation: Operation, items: readonly Schema[]): { readonly keyed?: Keyed } {
  const schema = bodySchemaOf(operation);
  const body: Known = schema === undefined ? new Map() : propertiesOf([schema]);
  const members = propertiesOf(items);
  for (const [by, own] of body) {
    const schemas = conjuncts(own);
    const isMeant = NAMED.test(plain(by)) || schemas.some(({ description = '' }) => SAID.test(description));
    const values = isMeant ? textsOf(schemas) : [];
    const places = new Map(values.map((value) => [value, placesOf(value, members, body)] as const).filter(([, found]) => found.length > 0));
    if (places.size > 0 && places.size * 2 >= values.length) return { keyed: { by, places } };
  }
  return {};
}

function textsOf(schemas: readonly Schema[]): readonly string[] {
  return (schemas.find((one) => one.enum !== undefined)?.enum ?? []).filter((value) => typeof value === 'string');
}

/** `email_or_sms` is both; none where one part cannot be read. */
function placesOf(value: string, members: Known, body: Known): readonly KeyPlace[] {
  const parts = value.split(/[_-]or[_-]|(?<=[a-z])Or(?=[A-Z])/).map((part) => placeOf(part, members, body));
  return parts.every((part) => part !== undefined) ? parts : [];
}

function placeOf(part: string, members: Known, body: Known): KeyPlace | undefined {
  const isPart = (name: string): boolean => plain(name) === plain(part);
  const member = [...members].find(([name, schemas]) => isPart(name) && propertiesOf(itemsOf(schemas)).size === 0);
  if (member !== undefined) return { member: member[0] };
  const named = [...body.keys()].find(isPart);
  for (const [list, schemas] of members) {
    const inner = new Map([...propertiesOf(itemsOf(schemas))].map(([name, own]) => [name, conjuncts(own)]));
    for (const [tag, own] of inner) {
      const value = valueIn(inner, tag);
      if (value === undefined) continue;
      const listed = textsOf(own);
      const exact = listed.filter((one) => plain(one) === plain(part));
      // `push` is `mobilepush` and `webpush`.
      const tags = exact.length > 0 ? exact : listed.filter((one) => part.length > 3 && plain(one).endsWith(plain(part)));
      if (tags.length > 0) return { list, tag, value, tags };
      if (named !== undefined && plain(tag) === 'id' && [`${plain(list)}id`, `${plain(list).replace(/s$/, '')}id`].includes(plain(named)))
        return { list, tag, value, named };
    }
  }
  return undefined;
}

const VALUES = /^(?:value|address|token|number|identifier|code|key|handle)$/;

/** The text beside a tag: the one that is named as values are, else the only one that must be there. */
function valueIn(inner: Known, tag: string): string | undefined {
  const texts = [...inner].filter(([name, schemas]) => name !== tag && allows(schemas, 'string') && textsOf(schemas).length === 0);
  return texts.find(([name]) => VALUES.test(plain(name)))?.[0] ?? (texts.length === 1 ? texts[0]?.[0] : undefined);
}

/** What a thing, or what is sent of one, is known by, as texts that can be compared. */
export function keysOf(place: KeyPlace, thing: Members, request: Members): readonly string[] {
  if ('member' in place) return comparable([getOwn(thing, place.member)]);
  const list = getOwn(thing, place.list);
  const wanted = 'named' in place ? comparable([getOwn(request, place.named)]) : place.tags;
  const items = Array.isArray(list) ? list.map(record) : [];
  return comparable(items.filter((item) => wanted.includes(String(getOwn(item, place.tag)))).map((item) => getOwn(item, place.value)));
}

/** Addresses may differ in case. */
function comparable(values: readonly unknown[]): readonly string[] {
  const given = values.filter((value) => ['string', 'number', 'bigint'].includes(typeof value) && value !== '').map(String);
  return given.map((value) => (value.includes('@') ? value.toLowerCase() : value));
}
