// The recipe box: all operations of recipe-box.yaml, and who may call them.
import { forbidden, reply } from '@octavo/runtime';
import { createRecipeBoxServer } from '../api/recipe-box/index.ts';
import { notebookHandlers } from './notebooks.ts';
import { recipeHandlers } from './recipes.ts';
import { type Cook, createStore } from './store.ts';

/** A server with notebooks of its own, none at first. `cooks` are by token. */
export function createRecipeBox(cooks: ReadonlyMap<string, Cook>) {
  const store = createStore();
  return createRecipeBoxServer<Cook>(
    {
      readHealth: () => reply(200, 'well'),
      readCook: (_, { principal: { name } }) => reply(200, { name }),
      readStatistics() {
        const all = [...store.notebooks.values()];
        return reply(200, { notebooks: all.length, recipes: all.reduce((sum, { recipes }) => sum + recipes.size, 0) });
      },
      ...notebookHandlers(store),
      ...recipeHandlers(store),
    },
    {
      security: {
        cook(token, { scopes }) {
          const cook = cooks.get(token);
          if (cook === undefined) return null;
          return scopes.every((role) => cook.roles.includes(role)) ? cook : forbidden();
        },
      },
    },
  );
}
