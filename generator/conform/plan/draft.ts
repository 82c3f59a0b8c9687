// A draft: a case before it has an id. The judge has confirmed what it is meant to show.

import { changedAt } from '../../inference/pointers.ts';
import type { Operation } from '../../model/service.ts';
import type { Case, Intent, ValidKind, WireRequest } from '../contract/case.ts';
import { withDigest } from '../contract/digests.ts';
import type { Judge } from '../judge/index.ts';
import { placeOf } from './constraints.ts';
import type { Edit } from './edit.ts';
import type { Input } from './input.ts';
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
  const intent: Intent = { kind: 'valid', by };
  const request = await confirmed(judge, { operation, intent }, input);
  if (request === undefined) return undefined;
  return { name: `valid ${name}`, intent, says, location: operation.location, request, input, credential: 'given' };
}

/** The draft of an edited input; `undefined` where the judge finds something else than the edit is meant to show. */
export async function editedDraft(judge: Judge, operation: Operation, input: Input, edit: Edit): Promise<Draft | undefined> {
  const { at, keyword, says, location, under } = edit;
  const intent: Intent =
    'valid' in edit.intent ? { kind: 'valid', by: edit.intent.valid } : { kind: 'invalid', by: edit.intent.invalid, keyword };
  const changed = changedAt(under === undefined ? input : changedAt(input, under.at, under.value), at, edit.value) as Input;
  const request = await confirmed(judge, { operation, intent, at }, changed);
  if (request === undefined) return undefined;
  const name = `${intent.kind} ${at} ${keyword} ${says}`;
  const constraint = { at: placeOf(operation, at, keyword), keyword };
  return { name, intent, says: `${at}: ${says}`, at, constraint, location, request, input: changed, credential: 'given' };
}

/** The request of another input, if the judge finds in it what it found in the case; otherwise `undefined`. */
export async function confirmed(
  judge: Judge,
  { operation, intent, at = '' }: Pick<Case, 'operation' | 'intent' | 'at'>,
  input: Input,
): Promise<WireRequest | undefined> {
  const isValid = intent.kind === 'valid';
  const issues = judge.input(operation, input);
  if (isValid !== (issues.length === 0) || !issues.every(({ path }) => isNear(path, at))) return undefined;
  const written = await writeRequest(judge.rowOf(operation), input);
  if (written === undefined) return undefined;
  const request = withDigest(operation, written, at);
  const verdict = await judge.request(request, operation);
  // A wrong value may be a right one once it is sent as text, and another path may be that of another operation, or of none.
  if (verdict.accepted) return isValid && verdict.operation === operation ? request : undefined;
  return isValid || verdict.status === 404 ? undefined : request;
}

/** Whether an issue is of the changed value or of one around it, such as a union: elsewhere, a second constraint is broken. */
function isNear(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}/`) || at.startsWith(`${path}/`) || path === '';
}
