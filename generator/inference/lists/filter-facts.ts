// Says of a value of a query which member of the items it is compared with, and how: by its name, and by what the document says of it.
import { conjuncts, propertiesOf } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { plain } from '../names.ts';
import { pointerTo } from '../pointers.ts';
import { names, stemOf } from '../prose/index.ts';
import type { ListFacts } from './facts.ts';
import { isTime, type Place, typesOf, valueSchemas } from './places.ts';

export interface Filter {
  readonly place: Place;
  /** JSON pointer into an item. */
  readonly member: string;
  readonly schemas: readonly Schema[];
  readonly how: 'equal' | 'above' | 'below';
  /** Ranges: whether the value itself is in; `undefined` where the document leaves it open. */
  readonly inclusive?: boolean;
  /** Whether the words of the document, and not the name alone, say so. */
  readonly isSaid?: boolean;
  /** Whether only the kind of the values says which member is meant. */
  readonly isGuessed?: true;
}

const ABOVE = new Map<string, boolean | undefined>([
  ['after', undefined],
  ['since', undefined],
  ['from', undefined],
  ['newer', undefined],
  ['gt', false],
  ['gte', true],
  ['ge', true],
  ['min', true],
  ['minimum', true],
]);
const BELOW = new Map<string, boolean | undefined>([
  ['before', undefined],
  ['until', undefined],
  ['till', undefined],
  ['to', undefined],
  ['older', undefined],
  ['lt', false],
  ['lte', true],
  ['le', true],
  ['max', true],
  ['maximum', true],
]);

const EXCLUSIVE =
  /\bitself (?:is (?:not included|excluded|out|left out)|does not count)\b|\b(?:not|non)[- ]inclusive|exclusive|strictly|\bnot at (?:it|that)|not including|(?<!\bor )\b(?:on|at) an? (?:earlier|later) (?:day|date|time)\b(?!,? or\b)|\b(?:greater|less|more|fewer|later|earlier) than\b(?! or | (?:zero|one|two|ten|an?|\d))|(?<!\bor )\b(?:before|prior to) (?:this|that|the)(?: given| specified)? (?:time(?:stamp)?|day|date|moment|instant|point)\b(?!,? (?:or|and))/i;
const INCLUSIVE =
  /\bitself (?:is (?:also |still )?(?:included|in|counted)|counts|belongs to it)\b(?! out)|(?<!\b(?:not|non)[- ])\binclusive|or equal|\b(?:at|on) or (?:after|before)|\b(?:at|on|from|of) (?:this|that|the) (?:time|day|date|moment|instant|point)[^.]{0,12}\bor (?:later|after|earlier|before)\b|\bat (?:least|most)\b|\b(?:this|that|the)(?: [\w-]+){0,3} or (?:an?|any) (?:later|earlier|higher|lower|greater|smaller|larger|longer|shorter|newer|older) \w+\b|\b(?:this|that|the)(?: [\w-]+){0,2} (?:or|and) (?:more|above|higher|later|greater|older|longer|less|below|lower|earlier|smaller|younger|shorter|cheaper)\b|\bno (?:earlier|later|less|more) than|\bis (?:this|that|the)(?: \w+)? or (?:more|higher|above|later|less|lower|below|earlier)\b|(?<!not )\bincluding (?:it|that|this)\b|\b(?:which|it|that) is included\b|\b(?:on|at|from|of) (?:this|that|the)(?: very| same| given)? (?:time|day|date|moment|instant|point) (?:is|are) (?:also |still |both )?included\b/i;

/** Words that say that the value is no equal one. */
const UNEQUAL =
  /\bat least\b|\bor (?:more|higher|greater|later|above|below|less|lower|earlier|fewer)\b|\b(?:min|max)imum\b|\bnot\b|\bexcept|\bexclud|\bwithout\b|other than|\bnear|approximate|similar|\bsince\b|\buntil\b|\bbefore\b|\bafter\b|\bup to\b|\binclud/i;

/** Words that say which things each of the two values of a boolean leaves in, and others that say that one of them leaves in everything. */
const BOTH =
  /\bonly\b[^.]*\bor only\b|\bif (?:true|set)\b[^.]*\bonly\b.*\bif false\b[^.]*\bonly\b|\b(?:true|false) for (?:only )?\w+[^.]*\b(?:true|false) for\b|\b(?:who|that|which|those|with)\b[^.]*?\bor\b(?= (?:only )?(?:the )?(?:\w+ )?(?:who|that|which|those|with(?:out)?)\b)[^.]*\b(?:not|no|without)\b/i;
const WHOLE = /\b(?:all|both|everything|every|any|also|as well|regardless|ignored|no filter|includ\w+)\b/i;

/** Whether each of the two values of a boolean leaves out what the other one leaves in, as its description says. */
export function isOfBoth(place: Place): boolean {
  return typesOf(valueSchemas(place)).has('boolean') && BOTH.test(place.description) && !WHOLE.test(place.description);
}

export function filtersOf({ members, roles }: ListFacts): readonly Filter[] {
  return roles.filters.flatMap((place) => filterOf(place, members) ?? []);
}

type Members = ListFacts['members'];

function filterOf(place: Place, members: Members): Filter | undefined {
  const words = wordsOf(place.name);
  const range = rangeOf(words);
  const own = [...members].find(([member]) => plain(member) === words.join(''));
  const part = partFilter(place, members);
  if (part !== undefined) return part;
  if (range !== undefined && own === undefined) {
    const edge = edgeOf(place.description, range.inclusive);
    const found = range.rest === '' ? timeSaid(place, members) : (memberFor(range.rest, members) ?? memberSaid(place, members));
    const inside = found === undefined || propertiesOf(found.schemas).size > 0 ? memberInside(place, range.rest, members) : undefined;
    const meant = inside ?? found ?? (range.rest === '' && edge.isSaid === true ? onlyTime(place, members) : undefined);
    const isGuessed = meant !== undefined && inside === undefined && found === undefined;
    // `estimate_from` is a range of numbers where its text says so.
    if (
      meant === undefined ||
      !isRanged(edge.isSaid === true && isNumber(valueSchemas(place)) ? { ...range, isOfTime: false } : range, meant)
    )
      return undefined;
    return { place, ...meant, how: range.how, ...edge, ...(isGuessed ? { isGuessed: true as const } : {}) };
  }
  // `valid_from` as a member may be meant as it is, or as the beginning of a range.
  if (words.some((word) => ABOVE.has(word) || BELOW.has(word)) && own !== undefined && !isWord(own[1])) return undefined;
  if ((UNEQUAL.test(place.description) && !isOfBoth(place)) || /^(?:not|no|exclude|without|has|with)$/.test(words[0] ?? ''))
    return undefined;
  const found = memberFor(words.join(''), members) ?? (words[0] === 'is' ? memberFor(words.slice(1).join(''), members) : undefined);
  // A time may be that from which on, or until which, something is.
  if (found === undefined || isTime(found.schemas)) return undefined;
  return { place, ...found, how: 'equal' };
}

/** Words by which a filter is about what lasts at a time: it has that day and earlier or later ones. */
const LASTS =
  /\b(?:have|has|having) (?:this|that|the|such a) (?:day|date|time) or an? (?:later|earlier) one\b|\boverlap|\b(?:lasts?|runs?|go(?:es)? on) (?:until|to) (?:this|that) (?:day|date|time) or (?:longer|later)\b|\b(?:begin|began|begun|start|started) (?:by|until) (?:this|that) (?:day|date|time)\b/i;
const STARTS = /^(?:from|starts?|begins?|arrival|checkin|startson|startsat|startdate|starttime|validfrom)$/;
const ENDS = /^(?:to|until|ends?|departure|checkout|endson|endsat|enddate|endtime|validto|validuntil)$/;

/**
 * What lasts from one member to another one, and has a time in common with the one that is asked for: its end is not before that, or its start not
 * after it.
 */
function partFilter(place: Place, members: Members): Filter | undefined {
  const how = STARTS.test(place.plain) ? 'above' : ENDS.test(place.plain) ? 'below' : undefined;
  if (how === undefined || !LASTS.test(place.description) || !isTime(valueSchemas(place))) return undefined;
  const times = [...members].filter(([, schemas]) => isTime(schemas));
  const found = times.filter(([name]) => (how === 'above' ? ENDS : STARTS).test(plain(name)));
  const [first] = found;
  return first === undefined || found.length > 1
    ? undefined
    : { place, member: pointerTo(first[0]), schemas: first[1], how, inclusive: true, isSaid: true };
}

/** The one member that the description of a range names in words: `The highest daily rate`. */
function memberSaid({ description }: Place, members: Members): Pick<Filter, 'member' | 'schemas'> | undefined {
  const found = [...members].filter(([name]) => names(description, name));
  const [first] = found;
  return first === undefined || found.length > 1 ? undefined : { member: pointerTo(first[0]), schemas: first[1] };
}

/** The one time whose verb a text has: `Only sales that open on this day or later` means `opensAt`. */
function timeSaid(place: Place, members: Members): Pick<Filter, 'member' | 'schemas'> | undefined {
  if (!isTime(valueSchemas(place))) return undefined;
  const found = [...members].filter(([name, schemas]) => isTime(schemas) && saidVerb(place, name));
  const [first] = found;
  return first === undefined || found.length > 1 ? undefined : { member: pointerTo(first[0]), schemas: first[1] };
}

/** Whether the text of a place has the verb that is the name of a time. */
function saidVerb({ description }: Place, name: string): boolean {
  const said = new Set(description.split(/[^\p{L}]+/u).map(stemOf));
  const [verb = '', ...rest] = wordsOf(name);
  return rest.every((word) => /^(?:at|on|date|time|day)$/.test(word)) && said.has(stemOf(verb));
}

/** The one member that a time may mean which is named by `from` or `to` alone: the only one of its kind, a day or a moment. */
function onlyTime(place: Place, members: Members): Pick<Filter, 'member' | 'schemas'> | undefined {
  const formatOf = (schemas: readonly Schema[]): string | undefined =>
    conjuncts(schemas).find(({ format }) => format !== undefined)?.format;
  const own = formatOf(valueSchemas(place));
  const times = [...members].filter(([, schemas]) => isTime(schemas));
  // A text that speaks of several of them means none of them alone.
  if (times.some(([name]) => saidVerb(place, name))) return undefined;
  const found = times.filter(([, schemas]) => formatOf(schemas) === own);
  const [first] = found;
  return !isTime(valueSchemas(place)) || first === undefined || found.length > 1
    ? undefined
    : { member: pointerTo(first[0]), schemas: first[1] };
}

/** The one member of an object that a text names beside it: `Only lots whose low estimate is this or more` means the `low` of `estimate`. */
function memberInside({ description }: Place, name: string, members: Members): Pick<Filter, 'member' | 'schemas'> | undefined {
  const [outer, schemas] = [...members].find(([member]) => plain(member) === name) ?? [];
  const inner = schemas === undefined ? [] : [...propertiesOf(schemas)].filter(([one]) => names(description, one));
  const [first] = inner;
  return outer === undefined || first === undefined || inner.length > 1
    ? undefined
    : { member: pointerTo(outer, first[0]), schemas: first[1] };
}

/** Whether values are amounts that are written as texts, such as `12.50`. */
export function isDecimalText(schemas: readonly Schema[]): boolean {
  return schemas.some(({ type, pattern }) => type?.includes('string') === true && pattern !== undefined && matchesAmounts(pattern));
}

function matchesAmounts(pattern: string): boolean {
  try {
    const form = new RegExp(pattern, 'u');
    return form.test('12.50') && !['', 'a', 'a12.50', '12.5.0'].some((text) => form.test(text));
  } catch {
    return false;
  }
}

/** `created_after`, `createdAfter` and `created[after]` become `created`, `after`. */
function wordsOf(name: string): readonly string[] {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length > 1 && words[0] === 'filter' ? words.slice(1) : words;
}

interface Range {
  readonly how: 'above' | 'below';
  readonly inclusive: boolean | undefined;
  readonly rest: string;
  /** Whether it is about times alone: `from_warehouse` is no range of numbers. */
  readonly isOfTime: boolean;
}

const NUMBER_WORDS = /^(?:gte?|ge|lte?|le|min|minimum|max|maximum)$/;

function isRanged({ isOfTime }: Range, { member, schemas }: Pick<Filter, 'member' | 'schemas'>): boolean {
  if (isTime(schemas)) return true;
  // Identifiers grow with time, and say where a page begins.
  return !isOfTime && !/(?:^|[^a-z])id$/i.test(member) && (isNumber(schemas) || isDecimalText(schemas));
}

const isNumber = (schemas: readonly Schema[]): boolean => ['integer', 'number'].some((type) => typesOf(schemas).has(type));

/** Whether a member is a text without an order in time. */
function isWord(schemas: readonly Schema[]): boolean {
  return typesOf(schemas).has('string') && !isTime(schemas);
}

function rangeOf(words: readonly string[]): Range | undefined {
  for (const [word = '', rest] of [
    [words.at(-1), words.slice(0, -1)],
    [words[0], words.slice(1)],
  ] as const) {
    const common = { rest: rest.join(''), isOfTime: !NUMBER_WORDS.test(word) };
    // A word alone says nothing of what it is about: only the text of a time does.
    if (words.length === 1 && !/^(?:from|since|after|until|till|to|before)$/.test(word)) return undefined;
    if (ABOVE.has(word)) return { how: 'above', inclusive: ABOVE.get(word), ...common };
    if (BELOW.has(word)) return { how: 'below', inclusive: BELOW.get(word), ...common };
  }
  return undefined;
}

function edgeOf(description: string, byName: boolean | undefined): Pick<Filter, 'inclusive' | 'isSaid'> {
  const [isOut, isIn] = [EXCLUSIVE.test(description), INCLUSIVE.test(description)];
  if (isOut !== isIn) return { inclusive: isIn, isSaid: true };
  return byName === undefined || isOut ? {} : { inclusive: byName };
}

/** The member that a name means: `supplier` and `supplierId` for `supplier_id` and `supplier.id`, `created` for `created_at`, `tag` for `tags`. */
function memberFor(name: string, members: Members): Pick<Filter, 'member' | 'schemas'> | undefined {
  if (name === '') return undefined;
  for (const wanted of [name, `${name}id`, `${name}at`, `${name}on`, `${name}date`, `${name}time`, `${name}s`, name.replace(/s$/, '')]) {
    const found = [...members].find(([member]) => plain(member) === wanted);
    if (found === undefined) continue;
    const [member, schemas] = found;
    if (propertiesOf(schemas).size === 0) return { member: pointerTo(member), schemas };
    const inner = [...propertiesOf(schemas)].find(([one]) => plain(one) === 'id');
    if (inner !== undefined && wanted !== `${name}at`) return { member: pointerTo(member, inner[0]), schemas: inner[1] };
  }
  if (!name.endsWith('id')) return undefined;
  const owner = [...members].find(([member]) => plain(member) === name.slice(0, -2));
  const inner = owner && [...propertiesOf(owner[1])].find(([one]) => plain(one) === 'id');
  return owner && inner && { member: pointerTo(owner[0], inner[0]), schemas: inner[1] };
}
