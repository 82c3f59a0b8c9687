// The places of the words of operations in a file that is kept: where an operation gets other words, the file need not be printed again.
import type { Callback, Operation, Webhook } from '../../model/service.ts';
import type { Imports } from '../files/imports.ts';
import { operationDoc, operationLine } from './operation-types.ts';

type Any = Operation | Webhook | Callback;
type Words = 'doc' | 'line';

const WORDS: Readonly<Record<Words, (operation: Any, indentation: string) => string>> = { doc: operationDoc, line: operationLine };

/** Stands before a place and after it. Generated code has it nowhere else, since literals and comments escape control characters. */
const EDGE = '\u0001';

/** The comment of an operation with its description, or the place of it. */
export function docOrPlace(operation: Any, indentation: string, { isKept }: Pick<Imports, 'isKept'>): string {
  return isKept ? placeOf('doc', operation, indentation) : operationDoc(operation, indentation);
}

/** The comment of an operation without its description, or the place of it. */
export function lineOrPlace(operation: Any, indentation: string, { isKept }: Pick<Imports, 'isKept'>): string {
  return isKept ? placeOf('line', operation, indentation) : operationLine(operation, indentation);
}

function placeOf(words: Words, { name }: Any, indentation: string): string {
  return `${EDGE}${words},${indentation},${name}${EDGE}`;
}

/** A text in pieces: texts and places by turns, a text first. */
export type Pieces = readonly string[];

export function piecesOf(text: string): Pieces {
  return text.split(EDGE);
}

/** The comments that were printed of an operation, by kind and indentation. */
const known = new WeakMap<Any, Map<string, string>>();

/** The text with the words of operations, which are given by their names. */
export function filled(pieces: Pieces, operations: ReadonlyMap<string, Any>): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) text += index % 2 === 0 ? piece : wordsAt(piece, operations);
  return text;
}

function wordsAt(place: string, operations: ReadonlyMap<string, Any>): string {
  const [words, indentation = '', name = ''] = place.split(',');
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`A text has a place for the words of ${JSON.stringify(name)}, which is no operation.`);
  return wordsOf(operation, words === 'doc' ? 'doc' : 'line', indentation);
}

function wordsOf(operation: Any, words: Words, indentation: string): string {
  const made = known.get(operation) ?? new Map<string, string>();
  known.set(operation, made);
  const key = words + indentation;
  const text = made.get(key) ?? WORDS[words](operation, indentation);
  made.set(key, text);
  return text;
}
