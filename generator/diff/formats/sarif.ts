// A comparison as SARIF 2.1.0: a result for each change, at its place in the document, with the places of the code that it concerns.
import { type SarifResult, sarifLog } from '../../base/sarif.ts';
import { position } from '../../load/frame.ts';
import type { Change } from '../index.ts';
import { type CodePlace, type CodePlaces, lineOf, placesOf, taskAt } from './code-places.ts';

/** The rule of code that stops to compile, where no single change explains it. */
const UNEXPLAINED = 'code-does-not-compile';

export function sarifOf(changes: readonly Change[], fails: (change: Change) => boolean, places: CodePlaces | undefined): object {
  const others = places?.others ?? [];
  const codes = [...new Set([...changes.map(({ code }) => code), ...others.map(() => UNEXPLAINED)])].sort();
  return sarifLog({
    command: 'diff',
    isSuccessful: true,
    rules: codes.map((id) => ({ id, summary: id.replaceAll('-', ' ') })),
    results: [...changes.map((change) => resultOf(change, fails(change), placesOf(places, [change]))), ...others.map(otherResult)],
  });
}

function resultOf({ kind, code, operation, message, location }: Change, isFailure: boolean, places: readonly CodePlace[]): SarifResult {
  return {
    rule: code,
    level: isFailure ? 'error' : kind === 'breaking' ? 'warning' : 'note',
    text: `${operation === undefined ? '' : `${operation}: `}${message}`,
    place: { file: location.source.display, ...position(location), pointer: location.pointer },
    ...(operation === undefined ? {} : { name: operation }),
    fingerprint: `${code} ${operation ?? ''} ${location.pointer} ${message}`,
    related: places.map((place) => ({ file: place.file, line: place.line, column: place.column, text: taskAt(place) })),
  };
}

function otherResult(place: CodePlace): SarifResult {
  const { file, line, column } = place;
  const text = taskAt(place);
  return {
    rule: UNEXPLAINED,
    level: 'warning',
    text,
    place: { file, line, column },
    fingerprint: `${UNEXPLAINED} ${lineOf(place)} ${text}`,
  };
}
