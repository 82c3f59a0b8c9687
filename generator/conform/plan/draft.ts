// A draft: a case before it has an id. The judge has confirmed what it is meant to show.
import type { Operation } from '../../model/service.ts';
import type { Case, Intent, ValidKind } from '../contract/case.ts';
import type { Judge } from '../judge/index.ts';
import type { Edit } from './edit.ts';
import type { Input } from './inputs.ts';
import { changedAt } from './pointer.ts';
import { writeRequest } from './wire.ts';

/** `name` becomes the end of the id. */
export type Draft = Omit<Case, 'id' | 'operation'> & { readonly name: string };

/** The draft of a valid input; `undefined` where the judge does not accept it as it is sent. */
export async function validDraft(
  judge: Judge,
  operation: Operation,
  input: Input,
  by: ValidKind,
  name: string,
  says: string,
): Promise<Draft | undefined> {
  const request = await writeRequest(judge.rowOf(operation), input);
  if (request === undefined) return undefined;
  const verdict = await judge.request(request);
  if (!verdict.accepted || verdict.operation !== operation) return undefined;
  return { name: `valid ${name}`, intent: { kind: 'valid', by }, says, location: operation.location, request, input, credential: 'given' };
}

/** The draft of an edited input; `undefined` where the judge finds something else than the edit is meant to show. */
export async function editedDraft(judge: Judge, operation: Operation, input: Input, edit: Edit): Promise<Draft | undefined> {
  const { at, keyword, says, location, intent } = edit;
  const changed = changedAt(input, at, edit.value) as Input;
  const isValid = 'valid' in intent;
  const issues = judge.input(operation, changed);
  if (isValid !== (issues.length === 0) || !issues.every(({ path }) => isNear(path, at))) return undefined;
  const request = await writeRequest(judge.rowOf(operation), changed);
  if (request === undefined) return undefined;
  const verdict = await judge.request(request);
  // As text, a wrong value may be a right one; another path may be another operation, or none.
  if (verdict.accepted ? !isValid || verdict.operation !== operation : isValid || verdict.status === 404) return undefined;
  const shown: Intent = isValid ? { kind: 'valid', by: intent.valid } : { kind: 'invalid', by: intent.invalid, keyword };
  const name = `${shown.kind} ${at} ${keyword} ${says}`;
  return { name, intent: shown, says: `${at}: ${says}`, at, location, request, input: changed, credential: 'given' };
}

/** Whether an issue is of the changed value or of one around it, such as a union: elsewhere, a second constraint is broken. */
function isNear(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}/`) || at.startsWith(`${path}/`) || path === '';
}
