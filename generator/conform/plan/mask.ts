// Fills update masks: a parameter that names the members of the body which a change is about. What it leaves out has no effect, and what it names in
// vain is cleared.
import { pointerToken } from '@octavo/runtime/conformance';
import { maskOf } from '../../inference/chosen/mask.ts';
import { changedAt } from '../../inference/pointers.ts';
import { itemsOf, possibleConjuncts } from '../../model/schema/conjuncts.ts';
import type { Operation, Parameter } from '../../model/service.ts';
import type { Judge } from '../judge/index.ts';
import type { Input } from './input.ts';

function placeOf({ in: where, name }: Parameter): string {
  return `/${where}/${pointerToken(name)}`;
}

/** The input with a mask of exactly the members of its body; as it was, where the document does not allow that. `about` stays as it is. */
export function withMask(judge: Judge, operation: Operation, input: Input, about?: string): Input {
  const mask = maskOf(operation);
  const members = membersOf(input.body);
  if (mask === undefined || members.length === 0 || about?.startsWith(placeOf(mask)) === true) return input;
  const before = judge.input(operation, input).length;
  const listed = listedIn(mask);
  const named = listed === undefined ? members : members.filter((name) => listed.has(name));
  const values = [named, named.join(',')].map((value) => changedAt(input, placeOf(mask), value) as Input);
  return values.find((one) => judge.input(operation, one).length <= before) ?? input;
}

/** Whether a mask leaves out the member that a pointer leads to. */
export function isMasked(operation: Operation, input: Input | undefined, at: string): boolean {
  const mask = maskOf(operation);
  if (mask === undefined || input === undefined) return false;
  const [, section, name = ''] = placeOf(mask).split('/');
  const value = (input[section ?? ''] as Readonly<Record<string, unknown>> | undefined)?.[name];
  const named = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return !named.some((one) => one === '*' || at === `/body/${one}` || at.startsWith(`/body/${one}/`));
}

function membersOf(body: unknown): readonly string[] {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Blob) ? Object.keys(body) : [];
}

/** The members that a mask may name, where the document lists them. */
function listedIn({ schema }: Parameter): ReadonlySet<unknown> | undefined {
  const values = possibleConjuncts([schema, ...itemsOf([schema])]).flatMap((one) => one.enum ?? []);
  return values.length === 0 ? undefined : new Set(values);
}
