// Categories, two levels deep.
import { byText } from '../../texts.ts';
import { newId, type Shop } from '../store.ts';
import type { Category, Faults, NewCategory } from '../things.ts';
import { categoryView } from '../views.ts';
import { conflict, gone, unusable } from '../wire.ts';
import { answerRead, answerWith, found, type Part, pageOf, requireMatch } from './call.ts';

const childrenOf = ({ categories }: Shop, id: string): Category[] => [...categories.values()].filter(({ parentId }) => parentId === id);

/** Refuses a slug of another category. */
function requireFree({ categories }: Shop, slug: string, own?: string): void {
  if ([...categories.values()].some((one) => one.slug === slug && one.id !== own)) throw conflict('Another category has this slug.');
}

function requireParent(shop: Shop, parentId: string | null, faults: Faults, own?: string): void {
  if (parentId === null) return;
  const parent = shop.categories.get(parentId);
  if (parent === undefined) throw unusable('parentId', 'There is no such category.');
  if (parent.parentId !== null && !faults.has('three-levels-of-categories')) throw unusable('parentId', 'The parent has a parent itself.');
  if (own === undefined) return;
  if (own === parentId) throw unusable('parentId', 'A category cannot be in itself.');
  if (childrenOf(shop, own).length > 0) throw unusable('parentId', 'The category has categories itself.');
}

export const categories: Part = (_, faults) => ({
  listCategories: (call) => {
    const { parentId } = call.parameters<{ parentId?: string }>();
    const all = [...call.shop.categories.values()].filter((one) => parentId === undefined || one.parentId === parentId);
    const ordered = all.toSorted((a, b) => a.position - b.position || byText(a.name, b.name));
    return pageOf(call, ordered, (one) => categoryView(call.shop, one), faults);
  },

  createCategory: ({ shop, input }) => {
    const body = input<NewCategory>();
    requireFree(shop, body.slug);
    requireParent(shop, body.parentId, faults);
    const category: Category = { id: newId(), ...body, createdAt: shop.clock.now() };
    shop.categories.set(category.id, category);
    return answerWith(categoryView(shop, category), `/categories/${category.id}`);
  },

  getCategory: (call) => answerRead(call, categoryView(call.shop, found(call.shop.categories, call.path('categoryId'))), faults),

  updateCategory: (call) => {
    const { shop, path, input } = call;
    const category = found(shop.categories, path('categoryId'));
    const shown = categoryView(shop, category);
    requireMatch(call, shown);
    const change = input<Partial<NewCategory>>();
    if (change.slug !== undefined && !faults.has('changed-slug-unchecked')) requireFree(shop, change.slug, category.id);
    if (change.parentId !== undefined) requireParent(shop, change.parentId, faults, category.id);
    const changed = { ...category, ...change };
    shop.categories.set(category.id, changed);
    return answerWith(faults.has('category-before-its-change') ? shown : categoryView(shop, changed));
  },

  deleteCategory: ({ shop, path }) => {
    const { id } = found(shop.categories, path('categoryId'));
    const hasProducts = [...shop.products.values()].some(({ categoryId }) => categoryId === id);
    const hasChildren = childrenOf(shop, id).length > 0 && !faults.has('parent-category-deleted');
    if (hasProducts || hasChildren) throw conflict('The category is not empty.');
    shop.categories.delete(id);
    return faults.has('deletion-answers-200') ? { status: 200, body: { deleted: true } } : gone;
  },
});
