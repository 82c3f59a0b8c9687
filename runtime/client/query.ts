// Options of queries as plain objects, for the libraries that cache what a service answers. No framework is imported: TanStack Query for React, Vue,
// Svelte, Solid, Angular and Preact takes the objects as they are, SWR and Pinia Colada take their members (docs/guides/queries.md).

import type {
  ApiError,
  ConfigurationError,
  InvalidCredentialError,
  InvalidParameterError,
  RedirectError,
  TimeoutError,
  TransportError,
  UnexpectedResponseError,
  UnreadableResponseError,
} from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { PagedOperation } from '../contract/pagination.ts';
import { type AnyResult, type BodyOf, type Success, unwrap } from '../contract/result.ts';
import { parseJson } from '../json/parse.ts';
import { call, type Given } from './call.ts';
import type { CallOptions } from './options.ts';
import type { PagePosition, PaginationError } from './page-steps.ts';
import { pageAt } from './pagination.ts';
import type { Transport } from './transport.ts';

export type { PagePosition };

/**
 * `['library', 'getBook', { path: { id: '7' } }]`: the scope, the operation's id and its input in JSON. For the pages of a list, `'pages'` follows.
 */
export type QueryKey = readonly [scope: string, operation: string, ...rest: (object | string)[]];

/** Parts of an input: a key with some of them is the beginning of each key whose input has them too, as TanStack Query compares keys. */
export type InputParts<Input> = { readonly [Part in keyof Input]?: Partial<Input[Part]> };

/** The body of a successful response; `null` where it has none, since caches do not take `undefined`. */
export type QueryData<Result extends AnyResult> = NullFor<BodyOf<Result, Success<Result['status']>>>;

type NullFor<Value> = Value extends undefined ? null : Value;

/** What a query or a mutation can fail with. After `error instanceof ApiError`, `error.status` tells which body the document declares. */
export type QueryError<Result extends AnyResult> =
  | DeclaredError<Result>
  | ConfigurationError
  | InvalidCredentialError
  | InvalidParameterError
  | PaginationError
  | RedirectError
  | TimeoutError
  | TransportError
  | UnexpectedResponseError
  | UnreadableResponseError;

type DeclaredError<Result> = Result extends { readonly status: infer Status }
  ? Exclude<Status, Success<Status>> extends never
    ? never
    : ApiError & {
        readonly status: Exclude<Status, Success<Status>>;
        readonly body: Result extends { readonly body: infer Body } ? Body : undefined;
      }
  : never;

/** Carries the type of the errors to the library; never set. */
interface WithErrors<Failure> {
  readonly retry?: (failureCount: number, error: Failure) => boolean;
}

/** Options of one query. `queryFn` works without its argument too. */
export interface Query<Data, Failure> extends WithErrors<Failure> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context?: { readonly signal?: AbortSignal | undefined }) => Promise<Data>;
}

/** A page of a list, and where the next one is: `null` after the last one. */
export type QueryPage<Page> = Page & { readonly next: PagePosition | null };

/** Options of a query that grows page by page. Positions are JSON, so that what is cached can be stored. */
export interface InfiniteQuery<Page, Failure> extends WithErrors<Failure> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context?: {
    readonly signal?: AbortSignal | undefined;
    readonly pageParam?: PagePosition | null;
  }) => Promise<QueryPage<Page>>;
  readonly initialPageParam: PagePosition | null;
  readonly getNextPageParam: (page: QueryPage<Page>) => PagePosition | null;
}

/** Options of one mutation. */
export interface Mutation<Input, Data, Failure> extends WithErrors<Failure> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (input: Input) => Promise<Data>;
}

/** Options of a call besides its signal, which comes from the library. */
export type QueryCallOptions = Omit<CallOptions, 'signal'>;

/** The queries of an operation that reads. */
export interface OperationQuery<Input, Result extends AnyResult> {
  (input: Given<Input>, options?: QueryCallOptions): Query<QueryData<Result>, QueryError<Result>>;
  /** The beginning of the keys of all its queries, or of those whose input has these parts. */
  key(input?: InputParts<Input>): QueryKey;
}

/** The queries of an operation whose list has pages. */
export interface PagedOperationQuery<Input, Result extends AnyResult, Page> extends OperationQuery<Input, Result> {
  /** All pages, from the one that the input asks for. Each page is a result with status 200. */
  infinite(input: Given<Input>, options?: QueryCallOptions): InfiniteQuery<Page, QueryError<Result>>;
}

/** The mutations of an operation that changes something. */
export interface OperationMutation<Input, Result extends AnyResult> {
  (options?: QueryCallOptions): Mutation<Variables<Input>, BodyOf<Result, Success<Result['status']>>, QueryError<Result>>;
  key(): QueryKey;
}

// biome-ignore lint/suspicious/noConfusingVoidType: With `void`, `mutate()` may be called without an argument.
type Variables<Input> = Record<never, never> extends Input ? Input | void : Input;

/** Makes the queries of an operation that reads. Generated `query.ts` files call it. @param scope the first member of all keys */
export function operationQuery<Input, Result extends AnyResult>(
  transport: Transport,
  operation: Operation<Input, Result>,
  scope = transport.service.id,
): OperationQuery<Input, Result> {
  const key = keyOf(scope, operation);
  return Object.assign(
    (input: Given<Input>, options?: QueryCallOptions): ReturnType<OperationQuery<Input, Result>> => ({
      queryKey: key(input ?? {}),
      queryFn: async ({ signal } = {}) => {
        const result = await call(transport, operation, input, withSignal(options, signal));
        return (unwrap(result) ?? null) as QueryData<Result>;
      },
    }),
    { key },
  );
}

/** Makes the queries of an operation whose list has pages. */
export function pagedOperationQuery<Input, Result extends AnyResult, Page, Item>(
  transport: Transport,
  operation: PagedOperation<Input, Result, Page, Item>,
  scope = transport.service.id,
): PagedOperationQuery<Input, Result, Page> {
  const read = operationQuery(transport, operation, scope);
  return Object.assign(read, {
    infinite: (input: Given<Input>, options?: QueryCallOptions): InfiniteQuery<Page, QueryError<Result>> => ({
      queryKey: [...keyOf(scope, operation)(input ?? {}), 'pages'],
      queryFn: async ({ signal, pageParam } = {}) => {
        const place = { position: pageParam ?? undefined };
        const { page, next } = await pageAt(transport, operation, input, place, withSignal(options, signal));
        return { ...(page as Page), next: next() ?? null };
      },
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
    }),
  });
}

/** Makes the mutations of an operation that changes something. */
export function operationMutation<Input, Result extends AnyResult>(
  transport: Transport,
  operation: Operation<Input, Result>,
  scope = transport.service.id,
): OperationMutation<Input, Result> {
  const key = keyOf(scope, operation);
  return Object.assign(
    (options?: QueryCallOptions): ReturnType<OperationMutation<Input, Result>> => ({
      mutationKey: key(),
      mutationFn: async (input) => unwrap(await call(transport, operation, input as Given<Input>, options)),
    }),
    { key: () => key() },
  );
}

function keyOf(scope: string, { id }: Operation): (input?: object) => QueryKey {
  return (input) => (input === undefined ? [scope, id] : [scope, id, plain(input)]);
}

/** The input in JSON, since libraries turn keys into text: a `bigint` and a `Date` as text. */
function plain(input: object): object {
  return parseJson(JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))) as object;
}

function withSignal(options: QueryCallOptions = {}, signal: AbortSignal | undefined): CallOptions {
  return signal === undefined ? options : { ...options, signal };
}
