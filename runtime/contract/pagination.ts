// How the pages of an operation follow each other (`x-pagination`, docs/extensions.md), as rows of operations have it.
import type { Operation } from './operation.ts';

/**
 * The property names that lead to a value, from the input (`query`, `after`) or from the result (`body`, `meta`, `next_token`). A cursor may also
 * be a field of the page's last item (`last`, `id`).
 */
export type ValuePath = readonly string[];

/** `x-pagination` as data. `items` leads to a page's items. */
export type Pagination = { readonly items: ValuePath } & (
  | {
      readonly style: 'cursor';
      readonly cursor: ValuePath;
      readonly next: ValuePath;
      /** Added to the last item's identifier, where the cursor names the first item of the next page. */
      readonly step?: -1 | 1;
      readonly previous?: ValuePath;
      /** The cursor that says there are no more pages, as text. */
      readonly end?: string;
      /** Leads to a boolean; `false` says that there are no more pages. */
      readonly more?: ValuePath;
    }
  | {
      readonly style: 'offset';
      readonly offset: ValuePath;
      /** The offset of the first item. Default: 0. */
      readonly first?: number;
      readonly total?: ValuePath;
      readonly more?: ValuePath;
    }
  | {
      readonly style: 'page';
      readonly page: ValuePath;
      /** The number of the first page. Default: 1. */
      readonly first?: number;
      readonly total?: ValuePath;
      readonly totalPages?: ValuePath;
      readonly more?: ValuePath;
    }
  | {
      readonly style: 'link';
      readonly next: ValuePath;
      readonly previous?: ValuePath;
      /** How links are followed, without a body. Default: as the operation, with its body. */
      readonly method?: 'GET';
    }
);

/** An operation whose responses with status 200 are pages. */
export interface PagedOperation<Input = unknown, Result = unknown, Page = unknown, Item = unknown> extends Operation<Input, Result> {
  readonly pagination: Pagination;
  /** Carries types; never set. */
  readonly '~pages'?: { readonly page: Page; readonly item: Item };
}
