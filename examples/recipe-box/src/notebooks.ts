// The operations on notebooks: ETags keep two writers apart, and an idempotency key keeps a repeated request from creating twice.
import { noContent, problem, reply } from '@octavo/runtime';
import type { CreateNotebookResult, RecipeBoxHandlers } from '../api/recipe-box/index.ts';
import { type Cook, type Kept, pageOf, type Store } from './store.ts';

const NONE = { title: 'There is no such notebook.' };

type NotebookHandlers = Pick<
  RecipeBoxHandlers<Cook>,
  'listNotebooks' | 'createNotebook' | 'readNotebook' | 'changeNotebook' | 'deleteNotebook'
>;

export function notebookHandlers(store: Store): NotebookHandlers {
  /** By cook and key: the body of the first request, and its result. */
  const repeatable = new Map<string, { readonly body: string; readonly result: CreateNotebookResult }>();

  return {
    listNotebooks({ query: { after, limit } }, { principal: cook }) {
      const own = [...store.notebooks.values()].filter((kept) => kept.cook === cook).map(({ notebook }) => notebook);
      const { items: notebooks, next } = pageOf(own, after, limit);
      return reply(200, next === undefined ? { notebooks } : { notebooks, next });
    },

    createNotebook({ header, body }, { principal: cook }) {
      const key = header?.['Idempotency-Key'];
      const asked = `${cook.name} ${key}`;
      const before = key === undefined ? undefined : repeatable.get(asked);
      if (before !== undefined) {
        if (before.body === JSON.stringify(body)) return before.result;
        return problem(409, { title: 'This key came with another body before.' });
      }
      const id = store.nextId();
      const notebook = { id, ...body, created: new Date().toISOString() };
      const kept: Kept = { cook, notebook, version: 1, recipes: new Map(), photos: new Map() };
      store.notebooks.set(id, kept);
      const result = reply(201, notebook, { Location: `/v1/notebooks/${id}`, ETag: etagOf(kept) });
      if (key !== undefined) repeatable.set(asked, { body: JSON.stringify(body), result });
      return result;
    },

    readNotebook({ path, header }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      if (kept === undefined) return problem(404, NONE);
      const etag = etagOf(kept);
      const known = header?.['If-None-Match'];
      return known !== undefined && names(known.replaceAll('W/', ''), etag)
        ? reply(304, undefined, { ETag: etag })
        : reply(200, kept.notebook, { ETag: etag });
    },

    changeNotebook({ path, header, body }, { principal: cook }) {
      const kept = store.find(cook, path.notebookId);
      if (kept === undefined) return problem(404, NONE);
      const known = header?.['If-Match'];
      if (known !== undefined && !names(known, etagOf(kept))) return problem(412, { title: 'The notebook has changed since.' });
      kept.notebook = { ...kept.notebook, ...body };
      kept.version++;
      return reply(200, kept.notebook, { ETag: etagOf(kept) });
    },

    deleteNotebook({ path }, { principal: cook }) {
      if (store.find(cook, path.notebookId) === undefined) return problem(404, NONE);
      store.notebooks.delete(path.notebookId);
      return noContent();
    },
  };
}

function etagOf({ notebook, version }: Kept): string {
  return `"${notebook.id}-${version}"`;
}

/** Whether the value of `If-Match` or `If-None-Match` names the ETag (RFC 9110 section 13.1). For `If-None-Match`, `W/` makes no difference. */
function names(value: string, etag: string): boolean {
  return value.split(',').some((one) => one.trim() === '*' || one.trim() === etag);
}
