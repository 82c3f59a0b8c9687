// The state of reading one YAML text: the collections that are open, the anchors so far, and where problems go.
import type { Event } from 'js-yaml';
import type { Problems, Source } from '../../base/problem.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { joinPointer } from '../pointer.ts';

/** A value, with what an alias to it counts for. */
export interface Node {
  readonly value: Json;
  /** Number of values in it, itself included, aliases written out. */
  size: number;
  /** Levels of nesting in it. */
  height: number;
  /** Its collection is not closed yet: an alias to it would make a cycle. */
  open: boolean;
}

/** A mapping or sequence that is being filled. */
export interface Collection {
  readonly node: Node;
  /** In a mapping: the last key that was read. */
  key: string;
  /** In a mapping, what comes next: a key, its value, the value of a merge key, or the value of a key that is refused, which is dropped. */
  next: 'key' | 'value' | 'merge' | 'dropped';
  /** Its offset where it is the value of a merge key, so that its members are added to the mapping around it. */
  readonly mergedAt?: number;
  /** In a mapping: the offset of each key, to show the first of two. */
  readonly keys: Map<string, number>;
}

export interface YamlState {
  readonly source: Source;
  readonly events: readonly Event[];
  readonly limits: Limits;
  readonly problems: Problems;
  /** Outermost first. */
  readonly stack: Collection[];
  readonly anchors: Map<string, Node>;
  root: Json | undefined;
  documents: number;
  /** Number of values that aliases stand for so far. */
  aliased: number;
  /** A `%TAG` directive gives `!` or `!!` another meaning. */
  tagsRedefined: boolean;
}

/** Reports an error at an offset. */
export function fail(state: YamlState, code: string, offset: number, message: string, fix: string): void {
  const location = { source: state.source, pointer: pointerOf(state.stack), offset: Math.max(offset, 0) };
  state.problems.add({ code, severity: 'error', message, fix, location });
}

/** The pointer of what is read now: the next value, or the mapping whose key is next. */
export function pointerOf(stack: readonly Collection[]): string {
  let pointer = '';
  stack.forEach(({ node, next, key }, level) => {
    const isInner = level === stack.length - 1;
    if (Array.isArray(node.value)) pointer = joinPointer(pointer, isInner ? node.value.length : node.value.length - 1);
    else if (!isInner || next !== 'key') pointer = joinPointer(pointer, key);
  });
  return pointer;
}

/** The mapping whose key is next, if that is what comes next. */
export function mappingBeforeKey({ stack }: YamlState): Collection | undefined {
  const innermost = stack.at(-1);
  return innermost !== undefined && !Array.isArray(innermost.node.value) && innermost.next === 'key' ? innermost : undefined;
}
