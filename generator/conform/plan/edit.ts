// An edit: one change of a valid input, towards a limit of the document or one step beyond it.
import type { Location } from '../../base/problem.ts';
import type { JsonType } from '../../model/schema/schema.ts';
import type { InvalidKind, ValidKind } from '../contract/case.ts';

/** Whether the changed input is valid by the statement alone; a validator has the last word. */
type EditIntent = { readonly valid: ValidKind } | { readonly invalid: InvalidKind };

export interface Edit {
  /** JSON pointer into the input: `/query/limit`. */
  readonly at: string;
  readonly intent: EditIntent;
  /** JSON Schema keyword. */
  readonly keyword: string;
  /** One phrase: `0 characters, where minLength is 1`. */
  readonly says: string;
  /** `REMOVED` for a member that is taken away. */
  readonly value: unknown;
  readonly location: Location;
  /** Whether the edit is of use only where it breaks nothing else. */
  readonly isAlone?: true;
  /** Whether readers often overlook it, so that it is tried early. */
  readonly isNear?: true;
  /** A value of another branch of a union, which is put into the input first. */
  readonly under?: { readonly at: string; readonly value: unknown };
}

/** A value to change, and where it is. */
export interface Place {
  readonly at: string;
  readonly value: unknown;
  /** Whether the value is sent as text, as parameters are: `12` is a valid string there. */
  readonly isText: boolean;
  /** Whether it is inside a value of another branch, which the input does not have: no further branches are tried there. */
  readonly isInBranch?: boolean;
}

/** A type in words: `an integer`. */
export function named(type: JsonType): string {
  return type === 'null' ? 'null' : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}
