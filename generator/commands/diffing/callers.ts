// The part of `octavo diff` that says which code a change concerns: `--callers <folder>`.
import { count } from '../../base/words.ts';
import type { Callers, Place } from '../../callers/index.ts';
import type { Change } from '../../diff/index.ts';

/** The places of some changes below the line of their entry, each once. */
export function placeLines(callers: Callers, changes: readonly Change[], color: boolean): string[] {
  const places = new Map(
    changes.flatMap((change) =>
      (callers.of.get(change) ?? []).map((place) => [`${place.file}:${place.line}:${place.column}`, place] as const),
    ),
  );
  return [...places.values()].flatMap((place) => placeText(place, color));
}

/** Most characters of a line of code. */
const MOST_CODE = 80;

/** `    src/find.ts:12:20  full_name: 'Marta',`, and what to write there. */
export function placeText({ file, line, column, code, advice, fault }: Place, color: boolean): string[] {
  const shown = code.length > MOST_CODE ? `${code.slice(0, MOST_CODE - 1)}…` : code;
  const dim = (text: string): string => (color ? `\u001b[2m${text}\u001b[0m` : text);
  const why = fault === undefined ? advice : `${advice}; it no longer compiles: ${fault}`;
  return [`    ${file}:${line}:${column}  ${shown}`, dim(`      ${why}`)];
}

/** The last lines: places that no single change explains, and how much was found. */
export function callersSummary({ of, others, before }: Callers, folder: string): string[] {
  const all = new Set([...[...of.values()].flat(), ...others].map(({ file, line, column }) => `${file}:${line}:${column}`));
  const concerned = [...of.values()].filter((places) => places.length > 0).length;
  return [
    ...(before === 0 ? [] : [`The project has ${count(before, 'error')} before the change, so more may be concerned than is listed.`]),
    all.size === 0
      ? `No change concerns the code in ${folder}.`
      : `${count(all.size, 'place')} in ${folder} ${all.size === 1 ? 'is' : 'are'} concerned, by ${count(concerned, 'change')}.`,
  ];
}
