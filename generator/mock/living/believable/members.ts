// Knows by the name of a member which values look real there: `email` of a person is made of the name of the same person.
import type { Random } from '@octavo/runtime/testing';
import { singular, wordsOf } from '../../../inference/prose/index.ts';
import type { Person, Place, Words } from './words.ts';

/** What the members of one object agree on. */
export interface About {
  /** The word for the object, in lower case: `book`. */
  readonly holder: string;
  /** The how manyth thing it is, from 1. */
  readonly number: number;
  /** Whether values that others can have too get the number, since the first ones were taken. */
  readonly isNumbered: boolean;
  readonly person: Person;
  readonly place: Place;
  readonly title: string;
  readonly random: Random;
  readonly words: Words;
}

/** `name`: that of the member, in words. */
type Make = (about: About, name: string) => readonly unknown[];

/** What a thing is called, whose holder says what it is. */
export function titleFor(holder: string, words: Words, random: Random): string {
  return GOODS.test(holder) ? words.product(random) : words.title(random);
}

/** Values for a member, the most fitting first; none where its name says nothing. The first one is taken that the document allows. */
export function candidatesFor(member: string, about: About): readonly unknown[] {
  const words = wordsOf(member);
  const name = [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
  return RULES.find(([pattern]) => pattern.test(name))?.[1](about, name) ?? [];
}

/** Words for people: things of these names are called as people are. */
export const PEOPLE =
  /\b(?:person|user|customer|author|member|contact|employee|patient|student|teacher|guest|driver|owner|artist|client|candidate|lead|recipient|sender|attendee|passenger|doctor|subscriber|profile|account holder|applicant|agent|staff|speaker|player|buyer|seller|assignee|reporter|reviewer)\b/;
const FIRMS =
  /\b(?:company|organi[sz]ation|org|vendor|supplier|publisher|brand|manufacturer|merchant|employer|partner|carrier|bank|tenant|agency)\b/;
const PLACES = /\b(?:city|town|place|location|destination|airport|port)\b/;
const GOODS = /\b(?:product|item|article|good|sku|variant|part|line)\b/;

const RULES: readonly (readonly [pattern: RegExp, make: Make])[] = [
  [/\be ?mail\b/, ({ person, ...about }) => [`${slugOf(`${person.first} ${person.last}`, '.')}${numberOf(about, '.')}@example.com`]],
  [/\b(?:first|given|fore) ?name\b/, ({ person }) => [person.first]],
  [/\b(?:last|family|sur) ?name\b/, ({ person }) => [person.last]],
  [
    /\b(?:user ?name|login|handle|nick ?name|screen name)\b/,
    (about) => [plainName(about, '.'), plainName(about, '_'), plainName(about, '')],
  ],
  [/\b(?:phone|mobile|telephone|tel|fax|msisdn)\b(?! type)/, ({ random }) => phones(random)],
  [/\b(?:file ?name)\b/, (about) => [`${slugOf(about.title, '-')}.pdf`]],
  [/\b(?:domain|host|host ?name)\b/, ({ words, random }) => [`${slugOf(words.company(random), '-')}.example.com`]],
  [/\b(?:job|job title|occupation|profession)\b/, ({ words, random }) => [words.job(random)]],
  [/\bcountry\b/, ({ place }) => [place.country, place.code]],
  [/\b(?:post(?:al)? ?code|zip|zip code)\b/, ({ place }) => [place.postcode]],
  [/\b(?:city|town|locality)\b(?! id)/, ({ place }) => [place.city]],
  [/^(?:region|province|county|state)\b(?! id)/, ({ place }) => [place.region]],
  [/\b(?:street|address line 1|line1|address1|street address)\b/, ({ place }) => [place.street]],
  [/\baddress$/, ({ place }) => [`${place.street}, ${place.postcode} ${place.city}`, place.street]],
  [/^(?:\w+ )?lat(?:itude)?$/, ({ place }) => [place.latitude]],
  [/^(?:\w+ )?(?:lng|lon|long|longitude)$/, ({ place }) => [place.longitude]],
  [/\b(?:time ?zone|tz)\b/, ({ place }) => [place.zone]],
  [/\bcurrency\b/, ({ place }) => ['EUR', 'USD', place.currency]],
  [/\b(?:locale|language|lang)\b/, () => ['en-GB', 'en', 'English']],
  [
    /\b(?:avatar|image|photo|picture|thumbnail|icon|logo|cover)\b/,
    (about) => [`https://images.example.com/${slugOf(about.title, '-')}.jpg`],
  ],
  [/\b(?:url|uri|link|web ?site|home ?page|href)\b/, (about) => [`https://www.example.com/${slugOf(about.title, '-')}`]],
  [/\bip(?: address)?\b/, ({ random }) => [`192.0.2.${random.integer(1, 254)}`]],
  [/\bslug\b/, (about) => [`${slugOf(about.title, '-')}${numberOf(about, '-')}`]],
  [/\bisbn\b/, ({ random }) => [isbn(random)]],
  [
    /\bsku\b/,
    ({ random }) => [`${letters(random, 2)}-${random.integer(1000, 9999)}`, `${letters(random, 2)}${random.integer(1000, 9999)}`],
  ],
  [
    /\b(?:colou?r)\b/,
    ({ random }) => [random.pick(['#3b7dd8', '#c0392b', '#2e8b57', '#e0a800', '#6f42c1']), random.pick(['blue', 'red', 'green'])],
  ],
  [/\b(?:mime|content|media) type\b/, () => ['application/pdf', 'image/png']],
  [/\bversion\b/, ({ random }) => [`${random.integer(1, 4)}.${random.integer(0, 9)}.${random.integer(0, 9)}`, random.integer(1, 9)]],
  [
    /\b(?:price|amount|cost|total|fee|subtotal|balance|salary|budget|tax|charge|deposit|fare|rent)\b/,
    ({ random }) => {
      const cents = random.integer(4, 180) * 100 - (random.pick([0, 1, 10, 50]) ?? 0);
      return [cents / 100, cents, (cents / 100).toFixed(2)];
    },
  ],
  [/\b(?:discount|percent|percentage|rate)\b/, ({ random }) => [random.integer(1, 12) * 5, random.integer(1, 9) / 10]],
  [/\b(?:rating|star|score)\b/, ({ random }) => [random.integer(6, 10) / 2, random.integer(3, 5)]],
  [
    /\b(?:quantity|qty|stock|inventory|count|seat|capacity|available|copy|unit|guest|adult|page size)\b/,
    ({ random }) => [random.integer(1, 40)],
  ],
  [/\bage\b/, ({ random }) => [random.integer(18, 78)]],
  [/\byear\b/, ({ random }) => [random.integer(1965, 2025)]],
  [/\bpage\b/, ({ random }) => [random.integer(90, 620)]],
  [/\b(?:weight|height|width|length|depth|size|distance)\b/, ({ random }) => [random.integer(4, 240)]],
  [/\b(?:duration|minute)\b/, ({ random }) => [random.integer(2, 24) * 5]],
  [/\b(?:description|summary|bio|biography|about|overview|abstract)\b/, ({ words, random }) => descriptions(words, random)],
  [
    /\b(?:note|comment|remark|message|text|body|content|caption|reason|excerpt|review|feedback|snippet|instruction)\b/,
    ({ words, random }) => [words.sentence(random)],
  ],
  [/\b(?:title|headline|subject|label|topic)\b/, (about) => [`${about.title}${numberOf(about, ' ')}`]],
  [/\bname$/, (about, name) => namesOf({ ...about, holder: name.replace(/ ?name$/, '') || about.holder })],
  [/\b(?:tag|keyword|category|genre|department|theme)\b(?! id)/, ({ words, random }) => [words.word(random)]],
  [PEOPLE, ({ person }) => [`${person.first} ${person.last}`]],
  [FIRMS, ({ words, random }) => [words.company(random)]],
];

/** Names for what the holder is called. */
function namesOf(about: About): readonly string[] {
  const { holder, person, place, words, random } = about;
  const end = numberOf(about, ' ');
  if (PEOPLE.test(holder)) return [`${person.first} ${person.last}${end}`];
  if (FIRMS.test(holder)) return [`${words.company(random)}${end}`];
  if (PLACES.test(holder)) return [`${place.city}${end}`];
  return [
    `${about.title}${end}`,
    `${slugOf(about.title, '-')}${numberOf(about, '-')}`,
    `${slugOf(about.title, '_')}${numberOf(about, '_')}`,
  ];
}

function numberOf({ isNumbered, number }: Pick<About, 'isNumbered' | 'number'>, before: string): string {
  return isNumbered ? `${before}${number}` : '';
}

function plainName({ person, ...about }: About, between: string): string {
  return `${slugOf(`${person.first} ${person.last}`, between)}${numberOf(about, '')}`;
}

/** Numbers that are kept free for fiction. */
function phones(random: Random): readonly string[] {
  const last = String(random.integer(0, 999)).padStart(3, '0');
  return [`+44 20 7946 0${last}`, `+442079460${last}`, `02079460${last}`];
}

function descriptions(words: Words, random: Random): readonly string[] {
  const first = words.description(random);
  const second = words.description(random);
  return [...(first === second ? [] : [`${first} ${second}`]), first];
}

function letters(random: Random, count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(random.integer(65, 90))).join('');
}

/** Thirteen digits, the last of which tests the others (ISO 2108). */
function isbn(random: Random): string {
  const digits = `978${String(random.integer(0, 999_999_999)).padStart(9, '0')}`;
  const sum = [...digits].reduce((before, digit, at) => before + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function slugOf(text: string, between: string): string {
  const words =
    text
      .normalize('NFD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join(between);
}
