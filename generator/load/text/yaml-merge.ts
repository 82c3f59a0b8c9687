// Merge keys (`<<`) of YAML 1.1, which documents of YAML 1.2 use too: they add the members of other mappings to the one that has the key.
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { Json, JsonObject } from '../description.ts';
import { isObject, setOwn } from '../pointer.ts';
import { type Collection, fail, type Node, type YamlState } from './yaml-state.ts';

/** Whether an event, as a key, is a merge key: `<<` without quotes, and without a tag other than its own. */
export function isMergeKey(text: string, event: Event | undefined): boolean {
  if (event?.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false;
  return getScalarValue(text, event) === '<<' && (event.tagStart === -1 || text.slice(event.tagStart, event.tagEnd) === '!!merge');
}

/**
 * Adds the members of a mapping, or of each mapping of a sequence, to `mapping`: neither those that it writes itself, nor those that an earlier
 * one has added. A member that is written later replaces one that was added. The work is in proportion to the node's size, which the limit of
 * aliases counts.
 */
export function merge(state: YamlState, mapping: Collection, node: Node, offset: number): void {
  const { value } = node;
  const from: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (!from.every(isObject)) {
    failMerge(state, offset);
    return;
  }
  const target = mapping.node.value as JsonObject;
  for (const source of from) {
    for (const [key, member] of Object.entries(source)) if (!Object.hasOwn(target, key)) setOwn(target, key, member);
  }
  mapping.node.size += node.size;
  mapping.node.height = Math.max(mapping.node.height, node.height);
}

/** Reports a merge key whose value cannot be merged. */
export function failMerge(state: YamlState, offset: number): void {
  fail(
    state,
    'yaml-merge-key',
    offset,
    'A merge key (`<<`) needs an object, or an array of objects.',
    'Write an alias of an object, as in `<<: *base`, or put the key in quotes.',
  );
}
