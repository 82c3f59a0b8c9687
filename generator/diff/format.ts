// Formats a change as one line of text, or as JSON data.
import { position } from '../load/frame.ts';
import type { Change } from './change.ts';

/** `breaking  specs/h-email.yaml:12:3  findEmail: query parameter `domain` is required now`. */
export function formatChange(change: Change, color: boolean): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const kind = change.kind === 'breaking' ? paint(31, 'breaking  ') : paint(32, 'compatible');
  const subject = change.operation === undefined ? '' : `${change.operation}: `;
  return `${kind}  ${where(change)}  ${subject}${change.message}`;
}

export interface PlainChange {
  readonly kind: Change['kind'];
  readonly code: string;
  readonly operation?: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
}

export function changeToJson(change: Change): PlainChange {
  const { kind, code, operation, message, location } = change;
  return {
    kind,
    code,
    ...(operation === undefined ? {} : { operation }),
    message,
    file: location.source.display,
    ...position(location),
    pointer: location.pointer,
  };
}

/** Changes whose location is in the old version. Under `--watch` both versions have the same file name, so the line begins with `was`. */
const placedInOld = /^(?:operation|webhook|callback|server|parameter|media-type|header|property|branch)-removed$/;

function where({ code, location }: Change): string {
  const { line, column } = position(location);
  return `${placedInOld.test(code) ? 'was ' : ''}${location.source.display}:${line}:${column}`;
}
