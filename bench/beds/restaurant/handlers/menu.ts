// Dishes, and the stock that they are made of.
import { matchesWeak } from '../../http.ts';
import { byText, contains } from '../../texts.ts';
import { type House, newId } from '../store.ts';
import type { Dish, DishInput, Faults, Ingredient, IngredientInput } from '../things.ts';
import { dishView, ingredientView } from '../views.ts';
import { conflict, created, gone, ok, stale, tagOf, unfit, withTag } from '../wire.ts';
import { type Call, type Handlers, pageOf, read, requireMatch } from './call.ts';

interface DishFilters {
  readonly course: string;
  readonly q: string;
  readonly without: readonly string[];
  readonly maxPrice: number;
  readonly available: boolean;
  readonly orderBy: 'name' | 'cheapest' | 'dearest';
}

function dishFilter(filters: Partial<DishFilters>, faults: Faults): (dish: Dish) => boolean {
  const { course, q, maxPrice } = filters;
  const without = faults.has('first-allergen-only') ? filters.without?.slice(0, 1) : filters.without;
  const available = faults.has('available-false-ignored') ? filters.available || undefined : filters.available;
  const has = (name: string): boolean => (faults.has('search-by-case') ? name.includes(q ?? '') : contains(name, q ?? ''));
  const isTooDear = ({ price }: Dish): boolean =>
    maxPrice !== undefined && (faults.has('max-price-excluded') ? price >= maxPrice : price > maxPrice);
  return (dish) =>
    (course === undefined || dish.course === course) &&
    has(dish.name) &&
    !without?.some((one) => dish.allergens.includes(one)) &&
    !isTooDear(dish) &&
    (available === undefined || dish.available === available);
}

const ORDERS: Readonly<Record<DishFilters['orderBy'], (a: Dish, b: Dish) => number>> = {
  name: (a, b) => byText(a.name, b.name),
  cheapest: (a, b) => a.price - b.price || byText(a.name, b.name),
  dearest: (a, b) => b.price - a.price || byText(a.name, b.name),
};

function sortDishes(dishes: readonly Dish[], orderBy: DishFilters['orderBy'], faults: Faults): Dish[] {
  if (orderBy === 'cheapest' && faults.has('prices-sorted-as-texts')) {
    return dishes.toSorted((a, b) => byText(String(a.price), String(b.price)) || byText(a.name, b.name));
  }
  return dishes.toSorted(ORDERS[orderBy]);
}

/** What a dish needs to be on the menu. */
function requireDish({ dishes, ingredients }: House, dish: DishInput, faults: Faults, own?: string): void {
  const { season, ingredients: parts } = dish;
  const skipped = faults.has('dish-cannot-keep-its-name') ? undefined : own;
  if (dishes.all().some(({ id, name }) => name === dish.name && id !== skipped)) throw conflict('A dish of this name is on the menu.');
  if (season && season.until < season.from) throw unfit('/season', 'The season ends before it starts.');
  const codes = parts.map(({ code }) => code);
  const unknown = codes.findIndex((code) => ingredients.find(code) === undefined);
  const isChecked = own === undefined || !faults.has('replaced-with-unknown-ingredient');
  if (unknown >= 0 && isChecked) throw unfit(`/ingredients/${unknown}/code`, 'There is no such ingredient.');
  const isRepeated = new Set(codes).size < codes.length && !faults.has('ingredient-listed-twice');
  if (isRepeated) throw unfit('/ingredients', 'An ingredient is listed twice.');
}

/** What is kept of a dish that a caller sends. */
function kept(dish: DishInput, faults: Faults): DishInput {
  const { ingredients, description } = dish;
  return {
    ...dish,
    ...(faults.has('ingredients-by-code') ? { ingredients: ingredients.toSorted((a, b) => byText(a.code, b.code)) } : {}),
    ...(faults.has('description-composed') && description ? { description: description.normalize('NFC') } : {}),
  };
}

function tagOfDish(dish: Dish, faults: Faults): string {
  return tagOf(faults.has('dish-tag-without-details') ? [dish.name, dish.course, dish.price] : dishView(dish));
}

/** Refuses to take away a dish that guests wait for. */
function requireUnordered({ orders }: House, id: string): void {
  const isOrdered = orders.all().some(({ status, lines }) => status === 'open' && lines.some(({ dishId }) => dishId === id));
  if (isOrdered) throw conflict('The dish is ordered.');
}

function dishHandlers(faults: Faults): Handlers {
  const find = ({ house, text }: Call): Dish => house.dishes.require(text('dishId'));
  return {
    listDishes: (call) => {
      const { orderBy = 'name', ...filters } = call.given<DishFilters>();
      const found = call.house.dishes.all().filter(dishFilter(filters, faults));
      const mistakes = { overlap: faults.has('dish-pages-overlap'), nextOnFullPage: faults.has('next-dishes-after-full-page') };
      return pageOf(call, sortDishes(found, orderBy, faults).map(dishView), mistakes);
    },
    createDish: ({ house, input }) => {
      const dish = input<DishInput>();
      if (faults.has('dish-name-by-units') && dish.name.length > 80) throw unfit('/name', 'The name is too long.');
      requireDish(house, dish, faults);
      const now = house.clock.now();
      const made = house.dishes.put({ id: newId(), ...kept(dish, faults), createdAt: now, updatedAt: now });
      return withTag(created(dishView(made), `/dishes/${made.id}`), tagOfDish(made, faults));
    },
    getDish: (call) => read(call, dishView(find(call)), tagOfDish(find(call), faults)),
    replaceDish: (call) => {
      const { house, input } = call;
      const dish = find(call);
      requireMatch(call, tagOfDish(dish, faults), faults);
      const sent = input<DishInput>();
      requireDish(house, sent, faults, dish.id);
      const { id, createdAt } = dish;
      const before = faults.has('replaced-dish-keeps-what-is-left-out') ? dish : {};
      const changed = house.dishes.put({ ...before, ...kept(sent, faults), id, createdAt, updatedAt: house.clock.now() });
      return withTag(ok(dishView(changed)), tagOfDish(changed, faults));
    },
    deleteDish: (call) => {
      const dish = find(call);
      requireMatch(call, tagOfDish(dish, faults), faults);
      if (!faults.has('ordered-dish-deleted')) requireUnordered(call.house, dish.id);
      call.house.dishes.delete(dish.id);
      return faults.has('deleted-dish-is-200') ? ok(dishView(dish)) : gone;
    },
  };
}

function tagOfIngredient(ingredient: Ingredient, faults: Faults): string {
  const { stock: _, low: __, updatedAt: ___, ...rest } = ingredientView(ingredient, faults);
  return tagOf(faults.has('ingredient-tag-without-stock') ? rest : ingredientView(ingredient, faults));
}

function requireUnit({ dishes }: House, { code, unit }: Ingredient, wanted: string): void {
  const isUsed = dishes.all().some(({ ingredients }) => ingredients.some((one) => one.code === code));
  if (unit !== wanted && isUsed) throw conflict('A dish is made of the ingredient, so that its unit cannot change.');
}

function ingredientHandlers(faults: Faults): Handlers {
  return {
    getIngredient: (call) => {
      const found = call.house.ingredients.require(call.text('code'));
      return read(call, ingredientView(found, faults), tagOfIngredient(found, faults));
    },
    putIngredient: (call) => {
      const { house, text, given, input } = call;
      const known = house.ingredients.find(text('code'));
      const tag = known && tagOfIngredient(known, faults);
      const unwanted = given<{ readonly 'if-none-match': string }>()['if-none-match'] ?? '';
      if (tag !== undefined && matchesWeak(unwanted, tag) && !faults.has('ingredient-replaced-though-new')) throw stale();
      requireMatch(call, tag, faults);
      const sent = input<IngredientInput>();
      if (known !== undefined && !faults.has('unit-of-used-ingredient-changed')) requireUnit(house, known, sent.unit);
      const made = house.ingredients.put({ code: text('code'), ...sent, updatedAt: house.clock.now() });
      const shown = ingredientView(made, faults);
      return withTag(known === undefined ? created(shown) : ok(shown), tagOfIngredient(made, faults));
    },
  };
}

export const menu = (faults: Faults): Handlers => ({ ...dishHandlers(faults), ...ingredientHandlers(faults) });
