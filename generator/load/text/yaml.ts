// YAML 1.2 text → value by the core schema. Reads js-yaml's events, and reports duplicate keys, tags and aliases where they stand.
import {
  type AliasEvent,
  type DocumentEvent,
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from 'js-yaml';
import type { Problems, Source } from '../../base/problem.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { joinPointer, setOwn } from '../pointer.ts';
import { duplicateKey, tooDeep } from './json.ts';
import { startOf } from './yaml-events.ts';
import { failMerge, isMergeKey, merge } from './yaml-merge.ts';
import { checkTag, scalarValue } from './yaml-scalar.ts';
import { type Collection, fail, mappingBeforeKey, type Node, pointerOf, type YamlState } from './yaml-state.ts';
import { syntaxProblem } from './yaml-syntax.ts';

/** Undefined, and a problem, where the text cannot be read to its end. Other problems leave a value. */
export function parseYaml(source: Source, limits: Limits, problems: Problems): Json | undefined {
  let events: Event[];
  try {
    events = parseEvents(source.text, { maxDepth: limits.depth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    problems.add(syntaxProblem(source, error, limits));
    return undefined;
  }
  const state: YamlState = {
    source,
    events,
    limits,
    problems,
    stack: [],
    anchors: new Map(),
    root: undefined,
    documents: 0,
    aliased: 0,
    tagsRedefined: false,
  };
  for (const [index, event] of events.entries()) if (!readEvent(state, event, index)) return undefined;
  return state.root;
}

/** False when the rest cannot be read; a problem was reported then. */
function readEvent(state: YamlState, event: Event, index: number): boolean {
  switch (event.type) {
    case EVENT_ID.DOCUMENT:
      return openDocument(state, event, index);
    case EVENT_ID.SEQUENCE:
      openCollection(state, event, [], '!!seq');
      return true;
    case EVENT_ID.MAPPING:
      openCollection(state, event, {}, '!!map');
      return true;
    case EVENT_ID.SCALAR:
      readScalar(state, event, index);
      return true;
    case EVENT_ID.ALIAS:
      return readAlias(state, event);
    case EVENT_ID.POP:
      closeCollection(state);
      return true;
    default:
      throw new Error(`unknown YAML event ${JSON.stringify(event satisfies never)}`);
  }
}

function openDocument(state: YamlState, event: DocumentEvent, index: number): boolean {
  state.documents++;
  if (state.documents === 2) {
    fail(
      state,
      'yaml-documents',
      startOf(state.events, index),
      'The file contains more than one YAML document.',
      'Keep one document, and remove the `---` lines between documents.',
    );
    return false;
  }
  state.tagsRedefined = event.directives.some((directive) => directive.kind === 'tag');
  return true;
}

function openCollection(state: YamlState, event: SequenceEvent | MappingEvent, value: Json, tag: string): void {
  const node: Node = { value, size: 1, height: 1, open: true };
  checkTag(state, event, tag);
  const around = state.stack.at(-1);
  const merged = around?.next === 'merge' ? { mergedAt: event.start } : {};
  if (around?.next === 'merge') around.next = 'key';
  else addValue(state, value, event.start);
  setAnchor(state, event, node);
  state.stack.push({ node, key: '', next: 'key', keys: new Map(), ...merged });
}

function closeCollection(state: YamlState): void {
  const closed = state.stack.pop();
  if (closed === undefined) return;
  closed.node.open = false;
  const parent = state.stack.at(-1);
  if (parent === undefined) return;
  if (closed.mergedAt === undefined) grow(parent.node, closed.node);
  else merge(state, parent, closed.node, closed.mergedAt);
}

/** Counts a value that was added to a collection. */
function grow(collection: Node, value: Node): void {
  collection.size += value.size;
  collection.height = Math.max(collection.height, value.height + 1);
}

function readScalar(state: YamlState, event: ScalarEvent, index: number): void {
  const offset = event.valueStart === -1 ? startOf(state.events, index) : event.valueStart;
  const mapping = mappingBeforeKey(state);
  let value: Json;
  if (mapping === undefined) {
    value = scalarValue(state, event, offset);
    addValue(state, value, offset);
    const collection = state.stack.at(-1);
    if (collection !== undefined) collection.node.size++;
  } else {
    const key = getScalarValue(state.source.text, event);
    if (isMergeKey(state.source.text, event)) {
      mapping.key = key;
      mapping.next = 'merge';
    } else {
      checkTag(state, event, '!!str');
      addKey(state, mapping, key, offset);
    }
    value = key;
  }
  if (event.anchorStart !== -1) setAnchor(state, event, { value, size: 1, height: 0, open: false });
}

function readAlias(state: YamlState, event: AliasEvent): boolean {
  const name = state.source.text.slice(event.anchorStart, event.anchorEnd);
  const offset = event.anchorStart - 1;
  const node = state.anchors.get(name);
  const mapping = mappingBeforeKey(state);
  if (node === undefined) {
    fail(
      state,
      'yaml-alias',
      offset,
      `The alias \`*${name}\` has no anchor \`&${name}\` before it.`,
      'Define the anchor first, or use `$ref`.',
    );
    const around = state.stack.at(-1);
    if (mapping !== undefined) mapping.next = 'dropped';
    else if (around?.next === 'merge') around.next = 'key';
    else addValue(state, null, offset);
    return true;
  }
  if (mapping !== undefined) {
    if (typeof node.value === 'string') addKey(state, mapping, node.value, offset);
    else refuseKey(state, mapping, offset);
    return true;
  }
  if (!isAllowedAlias(state, name, node, offset)) return false;
  const collection = state.stack.at(-1);
  if (collection?.next === 'merge') {
    collection.next = 'key';
    merge(state, collection, node, offset);
    return true;
  }
  if (collection !== undefined) grow(collection.node, node);
  addValue(state, node.value, offset);
  return true;
}

/** Counts the values that the alias stands for. False, and a problem, where it makes a cycle or goes beyond a limit. */
function isAllowedAlias(state: YamlState, name: string, node: Node, offset: number): boolean {
  const { limits, stack } = state;
  if (node.open) {
    fail(
      state,
      'yaml-alias-cycle',
      offset,
      `The alias \`*${name}\` is inside the value of its own anchor.`,
      'Use `$ref` for a schema that contains itself.',
    );
    return false;
  }
  state.aliased += node.size;
  if (state.aliased > limits.aliasNodes) {
    fail(
      state,
      'limit-alias-nodes',
      offset,
      `The aliases in this file expand to more than ${limits.aliasNodes.toLocaleString('en-US')} values.`,
      'Use fewer aliases (or `$ref`), or raise `limits.aliasNodes` in the configuration.',
    );
    return false;
  }
  if (stack.length + node.height > limits.depth) {
    state.problems.add(tooDeep(state.source, pointerOf(stack), limits, offset));
    return false;
  }
  return true;
}

function setAnchor(state: YamlState, event: { readonly anchorStart: number; readonly anchorEnd: number }, node: Node): void {
  if (event.anchorStart !== -1) state.anchors.set(state.source.text.slice(event.anchorStart, event.anchorEnd), node);
}

/** Puts a value into the collection that is open; one that has only begun is filled later. */
function addValue(state: YamlState, value: Json, offset: number): void {
  const collection = state.stack.at(-1);
  if (collection === undefined) {
    state.root = value;
    return;
  }
  const { node, next, key } = collection;
  if (Array.isArray(node.value)) (node.value as Json[]).push(value);
  else if (next === 'key') refuseKey(state, collection, offset);
  else if (next === 'merge') {
    failMerge(state, offset);
    collection.next = 'key';
  } else {
    if (next === 'value') setOwn(node.value as object, key, value);
    collection.next = 'key';
  }
}

function addKey(state: YamlState, mapping: Collection, key: string, offset: number): void {
  const first = mapping.keys.get(key);
  if (first === undefined) mapping.keys.set(key, offset);
  else state.problems.add(duplicateKey(state.source, joinPointer(pointerOf(state.stack), key), key, first, offset));
  mapping.key = key;
  mapping.next = first === undefined ? 'value' : 'dropped';
}

function refuseKey(state: YamlState, mapping: Collection, offset: number): void {
  fail(state, 'yaml-key', offset, 'A key of this object is not a string.', 'Use a plain or quoted string as the key.');
  mapping.key = '';
  mapping.next = 'dropped';
}
