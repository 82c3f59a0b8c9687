// The service of kitchen.yaml: calls by POST alone, amounts as strings, recipes with versions, and orders that take from the stock.
import type { Call, Stranger } from './reading.ts';

interface Line {
  readonly ingredient: string;
  readonly amount: string;
}
interface Recipe {
  readonly recipe_id: string;
  readonly name: string;
  readonly price: string;
  readonly lines: readonly Line[];
  readonly note?: string;
  readonly version: number;
  readonly archived: boolean;
}
interface Order {
  readonly order_id: string;
  readonly recipe_id: string;
  readonly portions: number;
  readonly table: string;
  readonly status: string;
  readonly price: string;
  readonly placed_at: string;
}

const done = (what: object): Response => Response.json({ ok: true, ...what });
const failed = (error: string, status = 400): Response => Response.json({ ok: false, error }, { status });

/** Amounts are counted in thousandths, money in hundredths. */
const toNumber = (text: string): number => Number(text.replace('.', ''));
const toText = (count: number, decimals: number): string => (count / 10 ** decimals).toFixed(decimals);
const isTwice = (lines: readonly Line[]): boolean => new Set(lines.map(({ ingredient }) => ingredient)).size < lines.length;

class Kitchen {
  readonly recipes = new Map<string, Recipe>();
  readonly stock = new Map<string, { readonly amount: number; readonly cost: string }>();
  readonly orders = new Map<string, { readonly order: Order; readonly lines: readonly Line[] }>();
  #last = 0;

  isTaken(name: string): boolean {
    return [...this.recipes.values()].some((one) => !one.archived && one.name.toLowerCase() === name.toLowerCase());
  }

  keep(recipe: Recipe): Response {
    this.recipes.set(recipe.recipe_id, recipe);
    return done({ recipe });
  }

  create(draft: Pick<Recipe, 'name' | 'price' | 'lines'>): Response {
    if (isTwice(draft.lines)) return failed('ingredient_twice');
    if (this.isTaken(draft.name)) return failed('name_taken');
    return this.keep({ ...draft, recipe_id: `r${++this.#last}`, version: 1, archived: false });
  }

  revise(recipe: Recipe, change: Partial<Recipe>): Response {
    if (recipe.archived) return failed('archived');
    if (change.version !== recipe.version) return failed('stale_version');
    if (isTwice(change.lines ?? [])) return failed('ingredient_twice');
    return this.keep({ ...recipe, ...change, version: recipe.version + 1 });
  }

  restore(recipe: Recipe): Response {
    if (!recipe.archived) return failed('not_archived');
    return this.isTaken(recipe.name) ? failed('name_taken') : this.keep({ ...recipe, archived: false });
  }

  listRecipes({ with_archived = false, contains }: { readonly with_archived?: boolean; readonly contains?: string }): Response {
    const recipes = [...this.recipes.values()]
      .filter((one) => with_archived || !one.archived)
      .filter((one) => contains === undefined || one.lines.some(({ ingredient }) => ingredient === contains))
      .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
    return done({ recipes });
  }

  showStock(ingredient: string): Response {
    const stock = this.stock.get(ingredient);
    if (stock === undefined) return failed('no_such_ingredient');
    return done({ stock: { ingredient, amount: toText(stock.amount, 3), cost: stock.cost } });
  }

  put({ ingredient, amount, cost }: Line & { readonly cost: string }): Response {
    if (toNumber(amount) === 0) return failed('nothing');
    this.stock.set(ingredient, { amount: (this.stock.get(ingredient)?.amount ?? 0) + toNumber(amount), cost });
    return this.showStock(ingredient);
  }

  /** Takes what the lines need from the stock, or gives it back. */
  move(lines: readonly Line[], portions: number): void {
    for (const { ingredient, amount } of lines) {
      const stock = this.stock.get(ingredient);
      if (stock !== undefined) this.stock.set(ingredient, { ...stock, amount: stock.amount - toNumber(amount) * portions });
    }
  }

  place(recipe: Recipe, { portions, table = 'BAR' }: { readonly portions: number; readonly table?: string }): Response {
    if (recipe.archived) return failed('archived');
    const { lines, price } = recipe;
    const isShort = lines.some(({ ingredient, amount }) => (this.stock.get(ingredient)?.amount ?? 0) < toNumber(amount) * portions);
    if (isShort) return failed('out_of_stock');
    this.move(lines, portions);
    const fields = { recipe_id: recipe.recipe_id, portions, table, status: 'placed', price: toText(toNumber(price) * portions, 2) };
    const order: Order = { ...fields, order_id: `o${++this.#last}`, placed_at: new Date().toISOString() };
    this.orders.set(order.order_id, { order, lines });
    return done({ order });
  }

  set({ order_id }: Order, status: string): Response {
    const kept = this.orders.get(order_id);
    if (kept === undefined) return failed('no_such_order');
    const order = { ...kept.order, status };
    this.orders.set(order_id, { ...kept, order });
    return done({ order });
  }

  advance(order: Order, to: string): Response {
    if (order.status === to) return done({ order });
    const next = { placed: 'cooking', cooking: 'served' }[order.status];
    return next === to ? this.set(order, to) : failed('wrong_step');
  }

  cancel(order: Order): Response {
    if (order.status !== 'placed') return failed('too_late');
    this.move(this.orders.get(order.order_id)?.lines ?? [], -order.portions);
    return this.set(order, 'cancelled');
  }

  listOrders({ status, table }: { readonly status?: string; readonly table?: string }): Response {
    const orders = [...this.orders.values()]
      .map(({ order }) => order)
      .filter((order) => (status === undefined || order.status === status) && (table === undefined || order.table === table));
    return done({ orders: orders.reverse().slice(0, 100) });
  }
}

export const kitchen: Stranger = {
  file: 'kitchen.yaml',
  basePath: '/rpc',
  account: (request) => (request.headers.get('x-staff') === 'chef' ? 'chef' : undefined),
  // A method or a path that does not exist, and a body in a wrong form, are refused by what stands in front of the kitchen.
  refusal: (status, text) => failed(text, [401, 404, 405, 413, 415].includes(status) ? status : 400),
  make: () => {
    const own = new Kitchen();
    const withRecipe = (act: (recipe: Recipe, call: Call) => Response) => (call: Call) => {
      const recipe = own.recipes.get(String(call.body.recipe_id));
      return recipe === undefined ? failed('no_such_recipe') : act(recipe, call);
    };
    const withOrder = (act: (order: Order, call: Call) => Response) => (call: Call) => {
      const kept = own.orders.get(String(call.body.order_id));
      return kept === undefined ? failed('no_such_order') : act(kept.order, call);
    };
    return {
      recipe_create: ({ body }) => own.create(body as unknown as Recipe),
      recipe_get: withRecipe((recipe) => done({ recipe })),
      recipe_revise: withRecipe((recipe, { body }) => own.revise(recipe, body as Partial<Recipe>)),
      recipe_archive: withRecipe((recipe) => own.keep({ ...recipe, archived: true })),
      recipe_restore: withRecipe((recipe) => own.restore(recipe)),
      recipe_list: ({ body }) => own.listRecipes(body),
      stock_put: ({ body }) => own.put(body as unknown as Line & { readonly cost: string }),
      stock_get: ({ body }) => own.showStock(String(body.ingredient)),
      order_place: withRecipe((recipe, { body }) => own.place(recipe, body as unknown as Order)),
      order_get: withOrder((order) => done({ order })),
      order_advance: withOrder((order, { body }) => own.advance(order, String(body.to))),
      order_cancel: withOrder((order) => own.cancel(order)),
      order_list: ({ body }) => own.listOrders(body),
    };
  },
};
