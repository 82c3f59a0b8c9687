// The documents that have errors, as pages of the portal show them: each with its first error.

import { count } from '../base/words.ts';
import { placeText } from '../load/frame.ts';
import type { WatchChange } from '../watch/index.ts';

export interface BrokenDocument {
  readonly id: string;
  /** `specs/notes.yaml:12:5` */
  readonly place: string;
  /** The fault, and how to mend it. */
  readonly message: string;
  /** How many other errors it has. */
  readonly more: number;
}

/** Brings what is known up to date with the documents that were generated. Returns whether something differs. */
export function noteBroken(broken: Map<string, BrokenDocument>, reports: WatchChange['report']['documents']): boolean {
  const before = JSON.stringify([...broken]);
  for (const { document, status, problems } of reports) {
    const [first, ...others] = status === 'failed' ? problems.filter(({ severity }) => severity === 'error') : [];
    if (first === undefined) {
      broken.delete(document.id);
      continue;
    }
    const message = [first.message, ...(first.fix === undefined ? [] : [first.fix])].join(' ');
    broken.set(document.id, { id: document.id, place: placeText(first.location), message, more: others.length });
  }
  return JSON.stringify([...broken]) !== before;
}

/** The text of the page that stands in the place of the portal until there is one; `undefined` where no document has errors. */
export function brokenText(broken: ReadonlyMap<string, BrokenDocument>): string | undefined {
  const [first] = broken.values();
  if (first === undefined) return undefined;
  const others = broken.size === 1 ? '' : ` ${count(broken.size - 1, 'other document')} ${broken.size === 2 ? 'has' : 'have'} errors too.`;
  return `${first.place}: ${first.message}${others} The documentation is built when it is corrected.`;
}
