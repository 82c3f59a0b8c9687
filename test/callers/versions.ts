// Writes two versions of one of our documents: as it stands, and after an edit.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { Scratch } from '../generate/project.ts';

const specs = path.resolve(import.meta.dirname, '../../specs');

/** A part of a document. Tests know its form. */
// biome-ignore lint/suspicious/noExplicitAny: a document is free of types until it is loaded.
export type Tree = any;

export interface EditedDocument {
  readonly document: 'h-email' | 'f-instalments';
  /** Changes the document, as it was parsed. */
  readonly edit: (document: Tree) => void;
}

export function versionsOf({ document, edit }: EditedDocument, place: Scratch): readonly [old: string, now: string] {
  const before = JSON.stringify(load(readFileSync(path.join(specs, `${document}.yaml`), 'utf8')));
  const after: Tree = JSON.parse(before);
  edit(after);
  return [place.put(`old/${document}.json`, before), place.put(`new/${document}.json`, JSON.stringify(after))];
}
