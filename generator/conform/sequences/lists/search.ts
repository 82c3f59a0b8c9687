// The search of a list, of which little can be said: nonsense does not find everything, and the case of letters does not matter where the document says so.
import { getOwn } from '@octavo/runtime/conformance';
import { plain } from '../names.ts';
import type { Place } from './places.ts';
import type { ListCheck, ListScript, ListSetting } from './script.ts';

const CHECK = 'list-search';

export const searchCheck: ListCheck = { id: CHECK, scripts };

const ANY_CASE =
  /whatever the (?:letter )?case|regardless of (?:the |letter )*case|case[- ]?insensitive|ignor\w+ (?:the |letter )*case|case is ignored|case does not matter|not case[- ]sensitive|without regard to (?:case|capitals)|upper or lower case/i;
const RANKED = /similar|semantic|rank|relevan|fuzzy|nearest|score|best match/i;

function scripts(setting: ListSetting): readonly ListScript[] {
  const { search } = setting.facts.roles;
  if (search === undefined || setting.whole.ids.length === 0) return [];
  return [
    ...(RANKED.test(search.description) ? [] : [() => nonsense(setting, search)]),
    ...(ANY_CASE.test(search.description) ? [() => anyCase(setting, search)] : []),
  ];
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
async function* anyCase({ reader, whole, facts }: ListSetting, search: Place): AsyncGenerator<void> {
  const named = [...facts.members.keys()].filter((name) => /^(?:name|title|label|sku|code|email)$/.test(plain(name)));
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
