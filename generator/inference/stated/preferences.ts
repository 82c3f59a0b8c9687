// Reads which operations answer without a body where a caller prefers that (RFC 7240 section 4.2).
import type { Operation } from '../../model/service.ts';
import { headerOf } from '../headers.ts';

export const MINIMAL = 'return=minimal';

/** Whether the operation declares the header and 204, and says that this preference asks for an answer without a body. */
export function promisesMinimal(operation: Operation): boolean {
  const header = headerOf(operation, 'prefer');
  const text = `${header?.description ?? ''} ${operation.description ?? ''}`;
  return (
    header !== undefined &&
    operation.responses.some(({ status }) => status === '204') &&
    text.includes(MINIMAL) &&
    /\b204\b|\bwithout (?:a |any )?(?:body|content)\b|\bno (?:body|content)\b|\bempty (?:body|answer|response)\b/i.test(text)
  );
}
