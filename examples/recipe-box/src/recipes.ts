// The operations on the recipes of a notebook and their photos. A recipe is found only under its own notebook.
import { noContent, problem, reply } from '@octavo/runtime';
import type { RecipeBoxHandlers } from '../api/recipe-box/index.ts';
import { type Cook, pageOf, type Store } from './store.ts';

const NO_NOTEBOOK = { title: 'There is no such notebook.' };
const NO_RECIPE = { title: 'There is no such recipe in this notebook.' };

type RecipeHandlers = Pick<
  RecipeBoxHandlers<Cook>,
  'listRecipes' | 'addRecipe' | 'exportRecipes' | 'readRecipe' | 'replaceRecipe' | 'removeRecipe' | 'setPhoto' | 'readPhoto'
>;

export function recipeHandlers(store: Store): RecipeHandlers {
  return {
    listRecipes({ path, query: { after, limit, tag, difficulty, since } }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      if (kept === undefined) return problem(404, NO_NOTEBOOK);
      const found = [...kept.recipes.values()]
        .filter(({ tags = [] }) => tag === undefined || tag.some((one) => tags.includes(one)))
        .filter((recipe) => difficulty === undefined || recipe.difficulty === difficulty)
        .filter(({ added }) => since === undefined || added >= since);
      const { items: recipes, next } = pageOf(found, after, limit);
      return reply(200, next === undefined ? { recipes } : { recipes, next });
    },

    addRecipe({ path, body }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      if (kept === undefined) return problem(404, NO_NOTEBOOK);
      const recipe = { id: store.nextId(), ...body, added: new Date().toISOString().slice(0, 10) };
      kept.recipes.set(recipe.id, recipe);
      return reply(201, recipe, { Location: `/v1/notebooks/${path.notebookId}/recipes/${recipe.id}` });
    },

    exportRecipes({ path }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      return kept === undefined ? problem(404, NO_NOTEBOOK) : reply(200, each(kept.recipes.values()));
    },

    readRecipe({ path }, { principal: cook }) {
      const recipe = store.find(cook, path.notebookId)?.recipes.get(path.recipeId);
      return recipe === undefined ? problem(404, NO_RECIPE) : reply(200, recipe);
    },

    replaceRecipe({ path, body }, { principal: cook }) {
      const recipes = store.find(cook, path.notebookId)?.recipes;
      const before = recipes?.get(path.recipeId);
      if (recipes === undefined || before === undefined) return problem(404, NO_RECIPE);
      const recipe = { id: before.id, ...body, added: before.added };
      recipes.set(recipe.id, recipe);
      return reply(200, recipe);
    },

    removeRecipe({ path }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      kept?.photos.delete(path.recipeId);
      return kept?.recipes.delete(path.recipeId) === true ? noContent() : problem(404, NO_RECIPE);
    },

    setPhoto({ path, body }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      if (kept === undefined || !kept.recipes.has(path.recipeId)) return problem(404, NO_RECIPE);
      kept.photos.set(path.recipeId, body.picture);
      return noContent();
    },

    readPhoto({ path }, { principal: cook }) {
      const photo = store.find(cook, path.notebookId)?.photos.get(path.recipeId);
      return photo === undefined ? problem(404, { title: 'There is no photo.' }) : reply(200, photo);
    },
  };
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
