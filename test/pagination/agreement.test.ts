// Checks at compile time that the generator prints exactly the pagination facts that the runtime reads.
import type { Pagination } from '@octavo/runtime';
import { expectTypeOf, test } from 'vitest';
import type { PaginationFacts } from '../../generator/model/service.ts';

test('the generator and the runtime have the same styles and fields', () => {
  expectTypeOf<PaginationFacts>().toEqualTypeOf<Pagination>();
  // A field that only one side has is a compile error.
  expectTypeOf<PaginationFacts & { readonly other: string }>().not.toEqualTypeOf<Pagination>();
});
