// Whether an operation can succeed, as its document has it.
import type { Operation } from '../../model/service.ts';

/** Whether there is a status that is no failure among those that the document declares; without any, it says nothing. */
export function declaresSuccess({ responses }: Pick<Operation, 'responses'>): boolean {
  return responses.length === 0 || responses.some(({ status }) => !/^[45]/.test(String(status)));
}
