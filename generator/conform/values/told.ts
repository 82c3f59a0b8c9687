// Finds the members of a body that a refusal means and does not name: `The day is not in the period` means a member whose own text speaks of a
// day and of what is refused.
import { lastNameOf } from '../../inference/pointers.ts';
import { stemOf, wordsOf } from '../../inference/prose/index.ts';
import type { Operation } from '../../model/service.ts';
import { schemasOf } from '../plan/index.ts';

/** What the text of a member says of values that are refused. */
const REFUSING =
  /\b4\d\d\b|\b(?:refus|reject)|\bmust\b|\b(?:may|can)(?:not| not)\b|\bnot (?:before|after|above|below)\b|\b(?:at most|at least|less than|more than)\b/i;

/** Words that say nothing of a member. */
const COMMON: ReadonlySet<string> = new Set(
  [
    'that',
    'this',
    'with',
    'from',
    'have',
    'must',
    'there',
    'than',
    'more',
    'less',
    'refused',
    'other',
    'when',
    'which',
    'invalid',
    'error',
    'conflict',
  ].map(stemOf),
);

/** A member of a time is meant by these words, whatever its name is. */
const TIMES = ['day', 'date', 'time'];

/** The places whose texts have most words of a message, of all that have some. */
export function toldPlaces(operation: Operation, places: readonly string[], message: string): readonly string[] {
  const own = new Set(wordsIn(operation.path));
  const said = new Set(wordsIn(message).filter((word) => !own.has(word)));
  const scores = places.map((at) => ({ at, score: scoreOf(operation, at, said) }));
  const most = Math.max(0, ...scores.map(({ score }) => score));
  return most === 0 ? [] : scores.filter(({ score }) => score === most).map(({ at }) => at);
}

function scoreOf(operation: Operation, at: string, said: ReadonlySet<string>): number {
  const schemas = schemasOf(operation, at);
  const texts = schemas.flatMap(({ description }) => (description !== undefined && REFUSING.test(description) ? [description] : []));
  const isTime = schemas.some(({ format }) => format === 'date' || format === 'date-time');
  const words = new Set([...wordsIn(lastNameOf(at)), ...texts.flatMap(wordsIn), ...(isTime ? TIMES : [])]);
  return [...words].filter((word) => said.has(word)).length;
}

function wordsIn(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => word.length > 3 || TIMES.includes(word))
    .map(stemOf)
    .filter((word) => !COMMON.has(word));
}
