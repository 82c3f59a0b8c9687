// Tests, by types, that the generator prints exactly the pagination facts that the runtime reads. The compiler fails where they differ.
import type { Pagination } from '@octavo/runtime';
import { expectTypeOf, test } from 'vitest';
import type { PaginationFacts } from '../../generator/model/service.ts';

test('the generator and the runtime have the same styles and fields', () => {
  expectTypeOf<PaginationFacts>().toEqualTypeOf<Pagination>();
  // A field that only one of them has makes them differ.
  expectTypeOf<PaginationFacts & { readonly other: string }>().not.toEqualTypeOf<Pagination>();
});
