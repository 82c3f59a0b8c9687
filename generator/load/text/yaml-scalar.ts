// A scalar of YAML → its value, by its style, its tag and the core schema.
import { getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Json } from '../description.ts';
import { coreValue, tagOf } from './yaml-core.ts';
import { fail, type YamlState } from './yaml-state.ts';

export function scalarValue(state: YamlState, event: ScalarEvent, offset: number): Json {
  const { text } = state.source;
  const value = getScalarValue(text, event);
  const tag = event.tagStart === -1 ? '' : text.slice(event.tagStart, event.tagEnd);
  if (tag === '' && event.style !== SCALAR_STYLE.PLAIN) return value;
  if ((tag === '!' || tag === '!!str') && !state.tagsRedefined) return value;
  const resolved = coreValue(value);
  if (tag !== '' && (state.tagsRedefined || tag !== tagOf(resolved))) {
    const isNumber = typeof resolved === 'number' || typeof resolved === 'bigint';
    if (tag === '!!float' && isNumber && !state.tagsRedefined) return Number(resolved);
    tagNotAllowed(state, tag, event.tagStart);
    return value;
  }
  if (typeof resolved === 'number' && !Number.isFinite(resolved)) {
    fail(
      state,
      'number-out-of-range',
      offset,
      `JSON has no number \`${value}\`.`,
      'Write a finite number, or put it in quotes if it is text.',
    );
    return null;
  }
  return resolved;
}

/** Reports a tag other than `expected`, which says nothing that the value does not. */
export function checkTag(state: YamlState, event: { readonly tagStart: number; readonly tagEnd: number }, expected: string): void {
  if (event.tagStart === -1) return;
  const tag = state.source.text.slice(event.tagStart, event.tagEnd);
  if (tag !== expected || state.tagsRedefined) tagNotAllowed(state, tag, event.tagStart);
}

function tagNotAllowed(state: YamlState, tag: string, offset: number): void {
  fail(state, 'yaml-tag', offset, `The tag \`${tag}\` is not allowed here.`, 'Remove it: a description may contain only plain JSON data.');
}
