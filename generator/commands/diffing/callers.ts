// The part of `octavo diff` that says which code a change concerns: `--callers <folder>`.
import { count } from '../../base/words.ts';
import type { Callers, Place } from '../../callers/index.ts';
import { countPlaces, lineOf, placesOf, taskAt } from '../../diff/formats/code-places.ts';
import type { Change } from '../../diff/index.ts';

/** The places of some changes below the line of their entry, each once. */
export function placeLines(callers: Callers, changes: readonly Change[], color: boolean): string[] {
  return placesOf(callers, changes).flatMap((place) => placeText(place, color));
}

/** Most characters of a line of code. */
const MOST_CODE = 80;

/** `    src/find.ts:12:20  full_name: 'Marta',`, and what to write there. */
export function placeText(place: Place, color: boolean): string[] {
  const { code } = place;
  const shown = code.length > MOST_CODE ? `${code.slice(0, MOST_CODE - 1)}…` : code;
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[0m` : text);
  return [`    ${lineOf(place)}  ${shown}`, dim(`      ${taskAt(place)}`)];
}

/** The last lines: places that no single change explains, and how much was found. */
export function callersSummary(callers: Callers, folder: string): string[] {
  const all = countPlaces(callers);
  const concerned = [...callers.of.values()].filter((places) => places.length > 0).length;
  return [
    ...(callers.before === 0 ? [] : [brokenBefore(callers)]),
    all === 0
      ? `No change concerns the code in ${folder}.`
      : `${count(all, 'place')} in ${folder} ${all === 1 ? 'is' : 'are'} concerned, by ${count(concerned, 'change')}.`,
  ];
}

function brokenBefore({ before, compilesAfter }: Callers): string {
  return compilesAfter
    ? 'The code follows the new version already: it compiles with it, and not with the old one.'
    : `The code that uses the document has ${count(before, 'error')} before the change, so more may be concerned than is listed.`;
}
