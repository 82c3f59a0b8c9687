// What each library infers from the options of `query.ts`: the types of the data and of the errors. Only the compiler reads this file.
import { ApiError } from '@octavo/runtime';
import { useQuery as useColada, useMutation as useColadaMutation, useInfiniteQuery as useColadaPages } from '@pinia/colada';
import * as angular from '@tanstack/angular-query-experimental';
import * as preact from '@tanstack/preact-query';
import type * as core from '@tanstack/query-core';
import * as react from '@tanstack/react-query';
import * as solid from '@tanstack/solid-query';
import * as svelte from '@tanstack/svelte-query';
import * as vue from '@tanstack/vue-query';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import useSWRMutation from 'swr/mutation';
import type { Book, BookPage } from '../api/library/index.ts';
import { createLibraryQueries } from '../api/library/query.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const library = createLibraryQueries();
const getBook = library.getBook({ path: { id: '7' } });
const listBooks = library.listBooks.infinite({ query: { genre: ['craft'] } });
const addBook = library.addBook();
const book = { title: 'Paper Boats', author: 'Lio Marchetti', genre: 'craft' } as const;

type Failure = Parameters<NonNullable<typeof getBook.retry>>[1];
type Page = Awaited<ReturnType<typeof listBooks.queryFn>>;
type AddFailure = Parameters<NonNullable<typeof addBook.retry>>[1];

/** The declared errors, by status. */
export function reasonOf(error: Failure): string {
  return error instanceof ApiError ? (error.body.title ?? '') : error.message;
}

export function useReact(): void {
  const found = react.useQuery(getBook);
  same<typeof found.data, Book | undefined>(true);
  same<typeof found.error, Failure | null>(true);
  const pages = react.useInfiniteQuery(listBooks);
  same<NonNullable<typeof pages.data>['pages'][number]['body'], BookPage>(true);
  const adding = react.useMutation(addBook);
  adding.mutate({ body: book });
  same<typeof adding.error, AddFailure | null>(true);
  const suspended = react.useSuspenseQuery(getBook);
  same<typeof suspended.data, Book>(true);
}
export function usePreact(): void {
  const found = preact.useQuery(getBook);
  same<typeof found.data, Book | undefined>(true);
  same<typeof found.error, Failure | null>(true);
  const pages = preact.useInfiniteQuery(listBooks);
  same<NonNullable<typeof pages.data>['pages'][number]['body'], BookPage>(true);
  preact.useMutation(addBook).mutate({ body: book });
}
export function useVue(): void {
  const found = vue.useQuery(getBook);
  same<typeof found.data.value, Book | undefined>(true);
  same<typeof found.error.value, Failure | null>(true);
  const pages = vue.useInfiniteQuery(listBooks);
  same<NonNullable<typeof pages.data.value>['pages'][number]['body'], BookPage>(true);
  vue.useMutation(addBook).mutate({ body: book });
}
export function useSolid(): void {
  const found = solid.useQuery(() => getBook);
  same<typeof found.data, Book | undefined>(true);
  same<typeof found.error, Failure | null>(true);
  const pages = solid.useInfiniteQuery(() => listBooks);
  same<NonNullable<typeof pages.data>['pages'][number]['body'], BookPage>(true);
  solid.useMutation(() => addBook).mutate({ body: book });
}
export function useSvelte(): void {
  const found = svelte.createQuery(() => getBook);
  same<typeof found.data, Book | undefined>(true);
  same<typeof found.error, Failure | null>(true);
  const pages = svelte.createInfiniteQuery(() => listBooks);
  same<NonNullable<typeof pages.data>['pages'][number]['body'], BookPage>(true);
  svelte.createMutation(() => addBook).mutate({ body: book });
}
export function useAngular(): void {
  const found = angular.injectQuery(() => getBook);
  const data: Book | undefined = found.data();
  const error: Failure | null = found.error();
  const pages = angular.injectInfiniteQuery(() => listBooks);
  const list: BookPage | undefined = pages.data()?.pages[0]?.body;
  angular.injectMutation(() => addBook).mutate({ body: book });
  void [data, error, list];
}
export async function readByCore(client: core.QueryClient): Promise<void> {
  const one = await client.fetchQuery(getBook);
  same<typeof one, Book>(true);
  const pages = await client.fetchInfiniteQuery(listBooks);
  same<(typeof pages.pages)[number]['body'], BookPage>(true);
}
export function useSwr(): void {
  const found = useSWR<Book, Failure>(getBook.queryKey, () => getBook.queryFn());
  same<typeof found.data, Book | undefined>(true);
  const adding = useSWRMutation(addBook.mutationKey, (_key, { arg }: { arg: Parameters<typeof addBook.mutationFn>[0] }) =>
    addBook.mutationFn(arg),
  );
  void adding.trigger({ body: book });
  const pages = useSWRInfinite(
    (index: number, previous: Page | null) => (index === 0 ? { position: null } : previous?.next && { position: previous.next }),
    ({ position }) => listBooks.queryFn({ pageParam: position }),
  );
  same<typeof pages.data, Page[] | undefined>(true);
}
export function useInColada(): void {
  const found = useColada<Book, Failure>({ key: getBook.queryKey, query: getBook.queryFn });
  same<typeof found.data.value, Book | undefined>(true);
  useColadaMutation({ mutation: addBook.mutationFn }).mutate({ body: book });
  const { queryKey: key, queryFn: query, ...rest } = listBooks;
  const pages = useColadaPages({ key, query, ...rest });
  same<NonNullable<typeof pages.data.value>['pages'][number], Page>(true);
}
