// The orders that `x-order` can state: their names, how the field of an item changes from one item to the next, and each in a sentence.

/** Whether the values of the field rise (1) or fall (-1) from item to item; 0 where no field of an item shows the order. */
export const ORDERS = {
  'newest-first': -1,
  'oldest-first': 1,
  'highest-first': -1,
  'lowest-first': 1,
  'nearest-first': 0,
  'best-first': 0,
  alphabetical: 1,
} as const;

export type OrderDirection = keyof typeof ORDERS;

/** `x-order` of an operation, or what the document says of all lists with pages. */
export interface ListOrder {
  readonly direction: OrderDirection;
  /** The field of an item that is compared; absent where items do not show it. */
  readonly by?: string;
  /** JSON pointer to the list in the body: `/data`. */
  readonly at: string;
}

/** The same prose; its description ends with the order. */
export function withOrder(prose: { summary?: string; description?: string }, order: ListOrder | undefined): typeof prose {
  if (order === undefined) return prose;
  const { description = '' } = prose;
  return { ...prose, description: `${description.trimEnd()} Order: ${orderPhrase(order)}.`.trimStart() };
}

/** `newest first, by created_at`, for use inside a sentence. */
export function orderPhrase({ direction, by }: Pick<ListOrder, 'direction' | 'by'>): string {
  return `${direction.replace('-', ' ')}${by === undefined ? '' : `, by \`${by}\``}`;
}
