// Says in which order a list comes, in a sentence.
import type { ListOrder } from './service.ts';

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
