// Finds out that a new text of a document has other words for people in one place and is the same otherwise: then it need not be read again.
import type { Source } from '../base/problem.ts';
import type { ObjectName } from './check/grammar.ts';
import { resolutionOf } from './describe.ts';
import type { Description, JsonObject } from './description.ts';
import { isObject, joinPointer, own, setOwn } from './pointer.ts';
import { changedString, movedSections, type Section, sectionsOf } from './text/json-change.ts';
import { isConverted, replaceText } from './text/position.ts';
import { takeBytes } from './text/read.ts';

/** Words of an operation or a schema that others have taken the place of. */
export interface Rewording {
  readonly object: 'Operation' | 'Schema';
  /** The pointer of the operation or the schema. */
  readonly pointer: string;
  readonly field: 'summary' | 'description';
  readonly before: string;
  readonly after: string;
}

/** The fields that the model has as they are written, and that decide nothing. */
const WORDS: { readonly [name in ObjectName]?: readonly string[] } = { Operation: ['summary', 'description'], Schema: ['description'] };

/** `undefined` where the text differs in anything else, and for documents that were not read from one JSON text as it is. */
export function rewordingOf(description: Description, text: string): Rewording | undefined {
  const { entry, sources } = description;
  if (sources.length !== 1 || entry.format !== 'json' || isConverted(entry)) return undefined;
  const changed = changedString(entry.text, text, () => knownSections(entry));
  if (changed === undefined) return undefined;
  const { tokens, before, after } = changed;
  const [field = ''] = tokens.slice(-1);
  const pointer = joinPointer('', ...tokens.slice(0, -1));
  const holder = description.at({ source: entry, pointer });
  if (!isObject(holder) || own(holder, field) !== before) return undefined;
  const object = resolutionOf(description).checked.get(holder);
  // Responses whose headers say the same share a name, and their words count too.
  if (object === undefined || tokens.includes('headers') || WORDS[object]?.includes(field) !== true) return undefined;
  return { object, pointer, field, before, after } as Rewording;
}

/** Gives a description the new words and the text that has them, which `source` has. */
export function reword(description: Description, { pointer, field, after }: Rewording, source: Source): void {
  const { entry } = description;
  const sections = movedSections(knownSections(entry), entry.text, source.text);
  setOwn(description.at({ source: entry, pointer }) as JsonObject, field, after);
  replaceText(entry, source.text);
  takeBytes(entry, source);
  known.set(entry, sections);
}

/** Found when a source is first reworded, since that takes a tenth of the time of reading. */
const known = new WeakMap<Source, readonly Section[]>();

function knownSections(source: Source): readonly Section[] {
  const found = known.get(source) ?? sectionsOf(source.text);
  known.set(source, found);
  return found;
}
