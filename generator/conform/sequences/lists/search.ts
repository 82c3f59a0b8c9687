// The search of a list: nonsense does not find everything; the case of letters does not matter, and the members are looked into, where the document
// says so.
import { getOwn } from '@octavo/runtime/conformance';
import { isTime, listedValues, type Place, typesOf } from '../../../inference/lists/places.ts';
import { plain } from '../../../inference/names.ts';
import { anyCaseIn, wordsOf } from '../../../inference/prose/index.ts';
import { shown } from '../shown.ts';
import type { Item } from './reader.ts';
import type { ListCheck, ListScript, ListSetting } from './script.ts';

const CHECK = 'list-search';

export const searchCheck: ListCheck = { id: CHECK, scripts };

const RANKED = /similar|semantic|rank|relevan|fuzzy|nearest|score|best match/i;

function scripts(setting: ListSetting): readonly ListScript[] {
  const { search } = setting.facts.roles;
  if (search === undefined || setting.whole.ids.length === 0) return [];
  return [
    ...(RANKED.test(search.description) ? [] : [() => nonsense(setting, search)]),
    ...(anyCaseIn(textOf(setting, search)) !== undefined ? [() => anyCase(setting, search)] : []),
    ...(RANKED.test(search.description) ? [] : namedIn(setting, search).map((name) => () => inMember(setting, search, name))),
    ...(PART.test(search.description) && !RANKED.test(search.description) ? [() => withSigns(setting, search)] : []),
  ];
}

/** What the document says of a search: of a list that is nothing but a search, the description of the operation does. */
function textOf({ facts: { operation, searches } }: ListSetting, search: Place): string {
  const own = search.required ? [operation.summary ?? '', operation.description ?? ''] : [];
  return [search.description, ...own, ...searches].join(' ');
}

/** Words by which a search finds a text that stands in a value as it is. */
const PART = /\b(?:a|any) part of\b|\bcontain(?:s|ing|ed)?\b|\bsubstring\b|\bha(?:s|ve) this text\b/i;

/** Words by which a text says where a search looks. */
const LOOKS =
  /\b(?:part|parts|piece|contains?|containing|substring|somewhere|anywhere|words?|in|finds?|search(?:es)?|looks?|match(?:es)?)\b/i;

/** The members that the document says a search looks into: texts whose names its description has. */
function namedIn(setting: ListSetting, search: Place): readonly string[] {
  // `this text` is what is searched for, and not a member of this name.
  const says = search.description.toLowerCase().replace(/\b(?:this|that|these|those|(?:a|the) given)\s+\w+/g, '');
  if (!LOOKS.test(says) || /\b(?:not|except|never)\b/.test(says)) return [];
  return [...setting.facts.members].flatMap(([name, schemas]) => {
    const isText = typesOf(schemas).has('string') && !isTime(schemas) && listedValues(schemas) === undefined;
    const words = wordsOf(name).join(' ');
    return isText && words.length > 2 && new RegExp(`\\b${words}s?\\b`).test(says) ? [name] : [];
  });
}

const NONSENSE = 'qzxvkjwq';

/** A search that finds nothing, or little. */
export function searchRequest({ facts }: ListSetting): { readonly values: Readonly<Record<string, unknown>> } | undefined {
  const { search } = facts.roles;
  return search === undefined ? undefined : { values: { [search.at]: NONSENSE } };
}

async function* nonsense({ reader, whole }: ListSetting, search: Place): AsyncGenerator<void> {
  if (whole.ids.length < 3 || !whole.ended) return;
  const lab = reader.lab();
  const walk = await reader.walk(lab, { says: 'search for nonsense', values: { [search.at]: NONSENSE }, size: whole.size });
  if (walk === undefined) return;
  yield;
  if (walk.ended && whole.ids.every((id) => walk.ids.includes(id)))
    lab.fault(CHECK, `A search by \`${search.name}\` for ${NONSENSE} finds everything.`, 'only what is searched for', walk.last);
}

/** Words of letters and digits, with letters that have both cases. */
const WORD = /^(?=.*[a-z])[\da-z]{3,30}$/i;

/** The most items that are searched for. */
const MOST = 3;

/** An item is found by a whole value of it, and by the same one in the other case. */
async function* anyCase(setting: ListSetting, search: Place): AsyncGenerator<void> {
  const { reader, whole, facts } = setting;
  const said = namedIn(setting, search);
  const usual = [...facts.members.keys()].filter((name) => /^(?:name|title|subject|label|sku|code|email)$/.test(plain(name)));
  const named = said.length > 0 ? said : usual;
  const found = whole.items.flatMap((item, index) =>
    named.flatMap((name) => {
      const words = String(getOwn(item, name) ?? '').split(/[^\da-z]+/i);
      const word = words.find((one) => WORD.test(one));
      return word === undefined ? [] : [{ id: whole.ids[index] ?? '', word }];
    }),
  );
  const words = [...new Map(found.map((one) => [one.word.toLowerCase(), one])).values()];
  for (const { id, word } of words.slice(0, MOST)) {
    const lab = reader.lab();
    const asked = async (value: string): ReturnType<typeof reader.walk> =>
      reader.walk(lab, { says: `search for ${value}`, values: { [search.at]: value }, size: whole.size });
    const plainly = await asked(word);
    // The search may be about other members.
    if (plainly === undefined || !plainly.ended || !plainly.ids.includes(id)) continue;
    for (const other of new Set([word.toLowerCase(), word.toUpperCase()])) {
      const walk = other === word ? undefined : await asked(other);
      if (walk === undefined || !walk.ended) continue;
      yield;
      if (!walk.ids.includes(id))
        lab.fault(
          CHECK,
          `A search by \`${search.name}\` for ${word} finds ${id}, and one for ${other} does not.`,
          'the same items, whatever the case of the letters',
          walk.last,
        );
    }
  }
}

/** A word of a member that the description of the search names finds the item. */
async function* inMember({ reader, whole }: ListSetting, search: Place, name: string): AsyncGenerator<void> {
  // A word that other members have too would be found there.
  const isElsewhere = (item: Item, word: string): boolean =>
    Object.entries(item).some(([other, value]) => other !== name && shown(value, '').toLowerCase().includes(word.toLowerCase()));
  const found = whole.items.flatMap((item, index) => {
    const words = String(getOwn(item, name) ?? '').split(/[^\da-z]+/i);
    const [word] = words.filter((one) => WORD.test(one) && one.length > 3 && one.length <= 20 && !isElsewhere(item, one));
    return word === undefined ? [] : [{ id: whole.ids[index] ?? '', word }];
  });
  for (const { id, word } of found.slice(0, 2)) {
    const lab = reader.lab();
    const walk = await reader.walk(lab, { says: `search for ${word}`, values: { [search.at]: word }, size: whole.size });
    if (walk === undefined || !walk.ended) continue;
    yield;
    if (!walk.ids.includes(id))
      lab.fault(
        CHECK,
        `A search by \`${search.name}\` for ${word} does not find ${id}, which has it in \`${name}\`.`,
        `what has the word in \`${name}\`, as the document says`,
        walk.last,
      );
  }
}

/** A word with a sign in place of a letter is another text, which a pattern of a database matches: `_` and `%`. */
async function* withSigns(setting: ListSetting, search: Place): AsyncGenerator<void> {
  const { reader, whole } = setting;
  const found = whole.items.flatMap((item, index) =>
    namedIn(setting, search).flatMap((name) => {
      const word = String(getOwn(item, name) ?? '')
        .split(/[^\da-z]+/i)
        .find((one) => WORD.test(one) && one.length > 4);
      return word === undefined ? [] : [{ id: whole.ids[index] ?? '', word }];
    }),
  );
  const [first] = found;
  if (first === undefined) return;
  const { id, word } = first;
  const middle = Math.floor(word.length / 2);
  for (const sign of ['_', '%']) {
    const text = word.slice(0, middle) + sign + word.slice(middle + 1);
    const lab = reader.lab();
    const walk = await reader.walk(lab, { says: `search for ${text}`, values: { [search.at]: text }, size: whole.size });
    if (walk === undefined || !walk.ended) continue;
    yield;
    const index = whole.ids.indexOf(id);
    if (walk.ids.includes(id) && !shown(whole.items[index], '').includes(text))
      lab.fault(
        CHECK,
        `A search by \`${search.name}\` for ${text} finds ${id}, which has ${word} and not this text.`,
        'only what has the text, as the document says',
        walk.last,
      );
  }
}
