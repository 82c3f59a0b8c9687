// Formats a change, or a group of changes, as text, and a change as JSON data.
import { placeText, position } from '../load/frame.ts';
import type { Change } from './change.ts';
import { type Entry, reachOf } from './groups.ts';

/** `breaking  specs/h-email.yaml:12:3  findEmail: query parameter `domain` is required now`. */
function formatChange(change: Change, color: boolean): string {
  const subject = change.operation === undefined ? '' : `${change.operation}: `;
  return `${kindWord(change.kind, color)}  ${placeOf(change)}  ${subject}${change.message}`;
}

/** A change as one line; several in one component as one line, and a line for each if they differ. */
export function formatGroup(group: Entry, color: boolean): string {
  if (!('first' in group)) return formatChange(group, color);
  const { kind, subject, changes, operations, first } = group;
  const [only] = changes;
  const head = `${kindWord(kind, color)}  ${placeOf(first)}  ${subject}`;
  if (changes.length === 1) return `${head}: ${only}${reachOf(operations)}`;
  return [`${head}${reachOf(operations)}:`, ...changes.map((text) => `              ${text}`)].join('\n');
}

function kindWord(kind: Change['kind'], color: boolean): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  return kind === 'breaking' ? paint(31, 'breaking  ') : paint(32, 'compatible');
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

/** Codes of changes whose location is in the old version. */
const placedInOld = /^(?:operation|webhook|callback|server|parameter|media-type|header|property|branch|link|oauth-flow)-removed$/;

export function isPlacedInOld({ code }: Change): boolean {
  return placedInOld.test(code);
}

/** `specs/h-email.yaml:12:3`. Both versions may have the same file name, so a place in the old one begins with `was`. */
export function placeOf(change: Change): string {
  return `${isPlacedInOld(change) ? 'was ' : ''}${placeText(change.location)}`;
}
