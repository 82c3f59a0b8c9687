// The defaults of a list: without a parameter that has one, the list is the one with it.
import { defaultOf, type Place, typesOf } from '../../../inference/lists/places.ts';
import { isSameOrder } from './reader.ts';
import type { ListCheck, ListScript, ListSetting } from './script.ts';

const CHECK = 'list-defaults';

export const defaultsCheck: ListCheck = { id: CHECK, scripts };

function scripts(setting: ListSetting): readonly ListScript[] {
  if (setting.facts.id === undefined) return [];
  return setting.facts.places
    .filter((place) => !place.required && !/\[/.test(place.name) && !(isSaid(place) && DIRECTION.test(place.name)))
    .flatMap((place) => {
      const value = defaultOf(place) ?? (isOffWhenFalse(place) ? false : undefined);
      return value === undefined ? [] : [() => sameAsDefault(setting, place, value)];
    });
}

/** Alone, a direction may be that of another order than the one that the list has without both. */
const DIRECTION = /order|dir/i;

/** Whether a sentence has the default, and not the schema. */
function isSaid({ schemas }: Place): boolean {
  return schemas.every((one) => one.default === undefined);
}

/** Whether a truth value has an effect only where it is true: false, which is the text `false` in a query, is then the same as nothing. */
function isOffWhenFalse(place: Place): boolean {
  return (
    typesOf(place.schemas).has('boolean') &&
    !OF_FALSE.test(place.description) &&
    /^(?:if|when|where) (?:`?true`?|set)\b|\b(?:if|when) `?true`?\b/i.test(place.description)
  );
}

/** `When false, only returns those that are open`. */
const OF_FALSE = /\b(?:if|when|where|set to) `?false`?\b/i;

async function* sameAsDefault({ reader, whole }: ListSetting, place: Place, value: unknown): AsyncGenerator<void> {
  const lab = reader.lab();
  const without = await reader.page(lab, `list without ${place.name}`, { input: reader.input({}) });
  const given = await reader.page(lab, `list with the default of ${place.name}`, {
    input: reader.input({ values: { [place.at]: value } }),
  });
  if (without === undefined || given === undefined || whole.ids.length < 2) return;
  yield;
  // Equal items may come in any order, so the same ones do.
  const [some, others] = [new Set(without.ids), new Set(given.ids)];
  const isSameSet = some.size === others.size && [...some].every((id) => others.has(id));
  if (isSameSet && (!place.plain.includes('sort') || isSameOrder(without, given))) return;
  const again = await reader.page(lab, `list without ${place.name}`, { input: reader.input({}) });
  if (again === undefined || !isSameOrder(again, without)) return;
  lab.fault(
    CHECK,
    `Without \`${place.name}\` the list has other items, or another order, than with ${defaultOf(place) === undefined ? '' : 'its default '}${String(value)}.`,
    `the list with \`${place.name}\` ${String(value)}`,
    given.answered,
  );
}
