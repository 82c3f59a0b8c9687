// Finds the places in the query of a list that take a value, and what each is for: the size of a page, where a page begins, the order, a search, or a
// filter.
import { conjuncts, itemsOf, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import type { Operation } from '../../model/service.ts';
import { plain } from '../names.ts';
import { pointerTo } from '../pointers.ts';
import { defaultIn, sentencesIn } from '../prose/index.ts';

/** One value of a query: a parameter, or a member of one that is an object, such as `page[size]`. */
export interface Place {
  /** The name as it is in the query. */
  readonly name: string;
  /** The name without case and separators. */
  readonly plain: string;
  /** JSON pointer into the input. */
  readonly at: string;
  readonly schemas: readonly Schema[];
  readonly description: string;
  readonly required: boolean;
}

export function placesOf({ parameters }: Operation): readonly Place[] {
  return parameters.flatMap(({ in: where, name, schema, description = '', required }): readonly Place[] => {
    if (where !== 'query') return [];
    const schemas = conjuncts([schema]);
    const inner = typesOf(schemas).has('array') ? [] : [...propertiesOf([schema])];
    if (inner.length > 0)
      return inner.map(([member, own]) =>
        placed(`${name}[${member}]`, pointerTo(where, name, member), conjuncts(own), descriptionOf(own, ''), false),
      );
    return [placed(name, pointerTo(where, name), schemas, descriptionOf(schemas, description), required)];
  });
}

function placed(name: string, at: string, schemas: readonly Schema[], description: string, required: boolean): Place {
  return { name, plain: plain(name), at, schemas, description, required };
}

/** All that a description of a value says, those of its schemas included. */
export function descriptionOf(schemas: readonly Schema[], own: string): string {
  return [own, ...schemas.map((one) => one.description ?? '')].join(' ').trim();
}

export function typesOf(schemas: readonly Schema[]): ReadonlySet<string> {
  return new Set(schemas.flatMap(({ type = [] }) => type));
}

/** Whether values are dates or times. */
export function isTime(schemas: readonly Schema[]): boolean {
  return schemas.some(({ format = '' }) => format.startsWith('date'));
}

function isInteger({ schemas }: Pick<Place, 'schemas'>): boolean {
  return typesOf(schemas).has('integer');
}

export function isArray({ schemas }: Pick<Place, 'schemas'>): boolean {
  return typesOf(schemas).has('array');
}

/** The schemas of one value: those of the items, where the place takes a list. */
export function valueSchemas(place: Pick<Place, 'schemas'>): readonly Schema[] {
  return isArray(place) ? conjuncts(itemsOf(place.schemas)) : place.schemas;
}

/** The values that are listed; `undefined` where any value may come. */
export function listedValues(schemas: readonly Schema[]): readonly JsonValue[] | undefined {
  for (const { enum: listed, const: constant } of schemas) {
    if (constant !== undefined) return [constant.value];
    if (listed !== undefined) return listed;
  }
  return undefined;
}

/** The value that a list has without the one of a place, by the schema or by a sentence. */
export function defaultOf({ schemas, name, description }: Pick<Place, 'schemas' | 'name' | 'description'>): JsonValue | undefined {
  const declared = schemas.find((one) => one.default !== undefined)?.default;
  if (declared !== undefined) return declared;
  const said = sentencesIn(description).map((text) => defaultIn(text, new Map([[name, schemas]]), [], name)?.is);
  const [value, ...others] = said.flatMap((one) => (one?.kind === 'value' ? [one.value] : []));
  return others.length > 0 ? undefined : value;
}

/** Names of parameters that ask for whole things in place of their identifiers. */
export const EXPANDING = words('expand expands expanded embed include populate');

const SIZES = words('limit perpage pagesize size maxresults first top take max count pagelimit maxitems maxpagesize itemsperpage rows');
/** Names that can only be the size of a page. The others may be members of the items too, such as the size of a shoe. */
const CLEAR_SIZES = words('limit perpage pagesize pagelimit maxresults maxitems maxpagesize itemsperpage');
const NUMBERS = words('page pagenumber pageno pageindex currentpage p');
const OFFSETS = words('offset skip start startindex pageoffset startat');
const CURSORS = words(
  'cursor pagetoken after nexttoken marker token continuationtoken continuation startingafter pagecursor pageafter nextcursor startafter next',
);
const BACKWARDS = words('before endingbefore pagebefore previous prev last previouscursor');
const SORTS = words('sort sortby orderby order ordering sortfield sortkey sortcolumn');
const DIRECTIONS = words('order direction dir sortorder sortdirection orderdirection sortdir orderdir');
/** Names of booleans that turn an order round, and of those that leave it as it is. */
const DOWNWARDS = words('descending desc isdescending isdesc sortdescending sortdesc orderdescending orderdesc');
const UPWARDS = words('ascending asc isascending isasc sortascending sortasc orderascending orderasc');
const SEARCHES = words('q query search searchterm term keyword keywords');
/** Names of what makes the answer another one and leaves the items of the list as they are, or may. */
const OTHERS = words(
  'fields include includes expand embed format lang locale language currency unit units timezone tz view version apikey accesstoken pretty callback',
);

/** `The number of results displayed on one page`. */
const SIZE_SAID =
  /\b(?:results|items|entries|records|rows|elements|objects)\b[^.]*\b(?:on|per|in|of) (?:one |a |each |every |the )?page\b/i;

function isClearSize({ plain: name, description }: Place): boolean {
  return CLEAR_SIZES.has(name) || SIZE_SAID.test(description);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

export interface Roles {
  readonly size?: Place;
  readonly number?: Place;
  readonly offset?: Place;
  readonly cursor?: Place;
  readonly sort?: Place;
  readonly direction?: Place;
  readonly search?: Place;
  /** All others, which may be filters. */
  readonly filters: readonly Place[];
}

const ASCENDING = /^asc(?:ending)?$/i;
const DESCENDING = /^desc(?:ending)?$/i;

/** The values of a direction, as the document writes them: ascending first. */
export function directionsOf(place: Place): readonly [up: JsonValue, down: JsonValue] | undefined {
  if (isTurning(place)) return DOWNWARDS.has(place.plain) ? [false, true] : [true, false];
  const listed = listedValues(place.schemas) ?? [];
  const up = listed.find((one) => typeof one === 'string' && ASCENDING.test(one));
  const down = listed.find((one) => typeof one === 'string' && DESCENDING.test(one));
  return up === undefined || down === undefined ? undefined : [up, down];
}

/** Whether a boolean turns the order of a list: `descending=true`. */
function isTurning({ plain: name, schemas }: Place): boolean {
  return (DOWNWARDS.has(name) || UPWARDS.has(name)) && typesOf(schemas).has('boolean');
}

/** `members`: the plain names of the members of the items. */
export function rolesOf(places: readonly Place[], members: ReadonlySet<string>): Roles {
  const direction = places.find((one) => (DIRECTIONS.has(one.plain) || isTurning(one)) && directionsOf(one) !== undefined);
  const found = {
    size: places.find((one) => SIZES.has(one.plain) && isInteger(one) && (isClearSize(one) || !members.has(one.plain))),
    number: places.find((one) => NUMBERS.has(one.plain) && isInteger(one)),
    offset: places.find((one) => OFFSETS.has(one.plain) && isInteger(one) && !members.has(one.plain)),
    cursor: places.find((one) => CURSORS.has(one.plain) && !isTime(one.schemas)),
    sort: places.find((one) => one !== direction && SORTS.has(one.plain)),
    direction,
    search: places.find((one) => SEARCHES.has(one.plain) && typesOf(one.schemas).has('string')),
  };
  const used = new Set<Place | undefined>(Object.values(found));
  const filters = places.filter(
    (one) => !used.has(one) && !BACKWARDS.has(one.plain) && !OTHERS.has(one.plain) && !CURSORS.has(one.plain) && !OFFSETS.has(one.plain),
  );
  return { ...(Object.fromEntries(Object.entries(found).filter(([, place]) => place !== undefined)) as Omit<Roles, 'filters'>), filters };
}
