// Follows the pages of an operation with `x-pagination` (docs/extensions.md): page by page, or item by item, each requested when it is needed.

import type { PagedOperation } from '../contract/pagination.ts';
import { type AnyResult, unwrap } from '../contract/result.ts';
import { call, type Given } from './call.ts';
import type { CallOptions } from './options.ts';
import { itemsOf, type PagePlace, type PagePosition, pageSteps } from './page-steps.ts';
import type { Transport } from './transport.ts';

/** Options of a loop over pages or items. Those of `CallOptions` apply to the call of each page. */
export interface PageOptions extends CallOptions {
  /** Ends the loop after this many pages. Default: after the service's last page. */
  readonly maxPages?: number;
  /** Goes to the previous page instead of the next one, where the document says how: with the styles `cursor` and `link`. */
  readonly backwards?: boolean;
}

/** The method that generated clients have for an operation with pages. */
interface PagedCall<Input, Result, Page, Item> {
  (input: Given<Input>, options?: CallOptions): Promise<Result>;
  items(input: Given<Input>, options?: PageOptions): AsyncIterable<Item>;
  pages(input: Given<Input>, options?: PageOptions): AsyncIterable<Page>;
}

/** The call of an operation, with its pages and items as properties. */
export function paged<Input, Result, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
): PagedCall<Input, Result, Page, Item> {
  return Object.assign((input: Given<Input>, options?: CallOptions) => call(transport, operation, input, options), {
    items: (input: Given<Input>, options?: PageOptions) => items(transport, operation, input, options),
    pages: (input: Given<Input>, options?: PageOptions) => pages(transport, operation, input, options),
  });
}

/**
 * The pages of an operation, from the one that the input asks for, each as its result. Each loop over it starts again; leaving the loop early
 * sends no further request.
 * The loop throws `ApiError` for another status than 200, `PaginationError` for a page that cannot be followed, and what `call` throws.
 */
export function pages<Input, Result, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
  input: Given<Input>,
  options: PageOptions = {},
): AsyncIterable<Page> {
  return { [Symbol.asyncIterator]: () => walk(transport, operation, input, options) as AsyncGenerator<Page> };
}

/** The items of all pages, one by one. Otherwise like `pages`. */
export function items<Input, Result, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
  input: Given<Input>,
  options: PageOptions = {},
): AsyncIterable<Item> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const page of walk(transport, operation, input, options)) yield* itemsOf(page, operation) as Item[];
    },
  };
}

async function* walk(transport: Transport, operation: PagedOperation, input: unknown, options: PageOptions): AsyncGenerator<AnyResult> {
  const { maxPages = Number.POSITIVE_INFINITY, backwards } = options;
  let position: PagePosition | undefined;
  for (let count = 0; count < maxPages; count++) {
    options.signal?.throwIfAborted();
    const { page, next } = await pageAt(transport, operation, input, { position, backwards }, options);
    yield page;
    position = next();
    if (position === undefined) return;
  }
}

/**
 * One page, and a function that says where the next one is. The page is read before this returns, since the caller may change it.
 * @throws {ApiError} for another status than 200.
 */
export async function pageAt(
  transport: Transport,
  operation: PagedOperation,
  input: unknown,
  place: PagePlace,
  options: CallOptions,
): Promise<{ readonly page: AnyResult; readonly next: () => PagePosition | undefined }> {
  const steps = pageSteps(transport, operation, input, place);
  const page = (await call(steps.transport, operation, steps.input, options)) as AnyResult;
  if (page.status !== 200) unwrap(page, 200);
  return { page, next: steps.step(page) };
}
