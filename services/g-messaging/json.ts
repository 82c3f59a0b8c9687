// Reads values that come as JSON in a text, as fields of control actions have them.

import { parseJson } from '@octavo/runtime';
import { invalid } from './store.ts';

/** Characters of a value as JSON. */
const MOST_CHARACTERS = 10_000;

/**
 * @param place the pointer of the text: `/rule`
 * @param faultOf what is wrong with a value, in a sentence
 * @throws the refusal 400
 */
export function readJson<Value>(text: string, place: string, faultOf: (value: unknown, place: string) => string | undefined): Value {
  if (text.length > MOST_CHARACTERS) throw invalid(`${place} must have at most ${MOST_CHARACTERS.toLocaleString('en')} characters.`);
  const value = parse(text, place);
  const fault = faultOf(value, place);
  if (fault !== undefined) throw invalid(fault);
  // It has what `faultOf` asks for.
  return value as Value;
}

function parse(text: string, place: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw invalid(`${place} must be JSON.`);
  }
}
