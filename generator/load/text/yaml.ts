// YAML 1.2 text → value by the core schema, from js-yaml's events: duplicate keys, tags, merge keys and aliases are judged here, each with its place.
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent, YAMLException } from 'js-yaml';
import type { Problem, Problems, Source } from '../../problem.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { joinPointer, setOwn } from '../pointer.ts';
import { duplicateKey, tooDeep } from './json.ts';
import { coreValue, tagOf } from './yaml-core.ts';

interface Anchor {
  readonly value: Json;
  /** Values in it, aliases written out. */
  size: number;
  /** Levels of nesting in it. */
  height: number;
  /** Its collection is not closed yet: an alias to it from inside would make a cycle. */
  open: boolean;
}

interface Open {
  /** The object or array that is being filled. */
  readonly target: Json;
  readonly anchor: Anchor;
  /** In an object: the last key that was read. */
  key: string;
  /** In an object, what comes next: a key, its value, or the value of a key that is a mistake and is dropped with it. */
  due: 'key' | 'value' | 'dropped';
  /** Offsets of the keys, to name the first of two. */
  readonly keys: Map<string, number>;
}

export function parseYaml(source: Source, limits: Limits, problems: Problems): Json | undefined {
  const { text } = source;
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: limits.depth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    problems.add(syntaxProblem(source, error, limits));
    return undefined;
  }

  const stack: Open[] = [];
  const anchors = new Map<string, Anchor>();
  let documents = 0;
  let root: Json | undefined;
  let aliased = 0;
  let tagsRedefined = false;

  const report = (code: string, offset: number, message: string, fix: string): undefined => {
    problems.add({ code, severity: 'error', message, fix, location: { source, pointer: pointerOf(stack), offset: Math.max(offset, 0) } });
  };

  /** Puts a finished or opened value into the collection that is open. */
  const place = (value: Json, offset: number): void => {
    const parent = stack.at(-1);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent.target)) (parent.target as Json[]).push(value);
    else if (parent.due === 'key') refuseKey(parent, offset);
    else {
      if (parent.due === 'value') setOwn(parent.target as object, parent.key, value);
      parent.due = 'key';
    }
  };

  const refuseKey = (parent: Open, offset: number): void => {
    report('yaml-key', offset, 'A key of this mapping is not text.', 'Use a plain or quoted scalar as the key.');
    parent.key = '';
    parent.due = 'dropped';
  };

  /** The object that waits for a key, if one does. */
  const keyless = (): Open | undefined => {
    const parent = stack.at(-1);
    return parent !== undefined && !Array.isArray(parent.target) && parent.due === 'key' ? parent : undefined;
  };

  const takeKey = (parent: Open, key: string, offset: number): void => {
    const first = parent.keys.get(key);
    if (first !== undefined) problems.add(duplicateKey(source, joinPointer(pointerOf(stack), key), key, first, offset));
    else parent.keys.set(key, offset);
    parent.key = key;
    parent.due = first === undefined ? 'value' : 'dropped';
  };

  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (event === undefined) break;
    switch (event.type) {
      case EVENT_ID.DOCUMENT: {
        documents++;
        if (documents === 2) {
          report(
            'yaml-documents',
            startOf(events, index),
            'The file holds more than one YAML document.',
            'Keep one document in the file, without `---` between parts.',
          );
          return undefined;
        }
        anchors.clear();
        tagsRedefined = event.directives.some((directive) => directive.kind === 'tag');
        stack.length = 0;
        break;
      }
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const target: Json = event.type === EVENT_ID.SEQUENCE ? [] : {};
        const anchor: Anchor = { value: target, size: 1, height: 1, open: true };
        checkTag(event.tagStart, event.tagEnd, event.type === EVENT_ID.SEQUENCE ? '!!seq' : '!!map');
        place(target, event.start);
        if (event.anchorStart !== -1) anchors.set(text.slice(event.anchorStart, event.anchorEnd), anchor);
        stack.push({ target, anchor, key: '', due: 'key', keys: new Map() });
        break;
      }
      case EVENT_ID.SCALAR: {
        const parent = stack.at(-1);
        const offset = event.valueStart === -1 ? startOf(events, index) : event.valueStart;
        const waiting = keyless();
        if (waiting !== undefined) {
          const key = getScalarValue(text, event);
          if (key === '<<' && event.style === SCALAR_STYLE.PLAIN) {
            waiting.key = key;
            waiting.due = 'dropped';
            report(
              'yaml-merge-key',
              offset,
              'Merge keys (`<<`) are not part of YAML 1.2.',
              'Write the members out, or share them with `$ref`.',
            );
          } else {
            checkTag(event.tagStart, event.tagEnd, '!!str');
            takeKey(waiting, key, offset);
          }
          if (event.anchorStart !== -1)
            anchors.set(text.slice(event.anchorStart, event.anchorEnd), { value: key, size: 1, height: 0, open: false });
          break;
        }
        const value = scalarValue(event, offset);
        place(value, offset);
        if (parent !== undefined) parent.anchor.size++;
        if (event.anchorStart !== -1)
          anchors.set(text.slice(event.anchorStart, event.anchorEnd), { value, size: 1, height: 0, open: false });
        break;
      }
      case EVENT_ID.ALIAS: {
        const name = text.slice(event.anchorStart, event.anchorEnd);
        const offset = event.anchorStart - 1;
        const anchor = anchors.get(name);
        const parent = stack.at(-1);
        const waiting = keyless();
        if (anchor === undefined) {
          report(
            'yaml-alias',
            offset,
            `The alias \`*${name}\` has no anchor \`&${name}\` before it.`,
            'Define the anchor first, or use `$ref`.',
          );
          if (waiting !== undefined) waiting.due = 'dropped';
          else place(null, offset);
          break;
        }
        if (waiting !== undefined) {
          if (typeof anchor.value === 'string') takeKey(waiting, anchor.value, offset);
          else refuseKey(waiting, offset);
          break;
        }
        if (anchor.open) {
          report(
            'yaml-alias-cycle',
            offset,
            `The alias \`*${name}\` stands inside its own anchor.`,
            'Use `$ref` for a schema that contains itself.',
          );
          return undefined;
        }
        aliased += anchor.size;
        if (aliased > limits.aliasNodes) {
          report(
            'limit-alias-nodes',
            offset,
            `The aliases of this file stand for more than ${limits.aliasNodes} values.`,
            'Use fewer aliases (or `$ref`), or raise `limits.aliasNodes` in the configuration.',
          );
          return undefined;
        }
        if (stack.length + anchor.height > limits.depth) {
          problems.add(tooDeep(source, pointerOf(stack), limits, offset));
          return undefined;
        }
        if (parent !== undefined) {
          parent.anchor.size += anchor.size;
          parent.anchor.height = Math.max(parent.anchor.height, anchor.height + 1);
        }
        place(anchor.value, offset);
        break;
      }
      case EVENT_ID.POP: {
        const closed = stack.pop();
        if (closed === undefined) break;
        closed.anchor.open = false;
        const parent = stack.at(-1);
        if (parent === undefined) break;
        parent.anchor.size += closed.anchor.size;
        parent.anchor.height = Math.max(parent.anchor.height, closed.anchor.height + 1);
        break;
      }
      default:
        throw new Error(`unknown YAML event ${JSON.stringify(event satisfies never)}`);
    }
  }
  return root;

  function checkTag(start: number, end: number, wanted: string): boolean {
    if (start === -1) return true;
    const tag = text.slice(start, end);
    if (tag === wanted && !tagsRedefined) return true;
    report('yaml-tag', start, `The tag \`${tag}\` is not allowed here.`, 'Remove it: a description is plain JSON data.');
    return false;
  }

  function scalarValue(event: ScalarEvent, offset: number): Json {
    const value = getScalarValue(text, event);
    const tag = event.tagStart === -1 ? '' : text.slice(event.tagStart, event.tagEnd);
    if (tag === '' && event.style !== SCALAR_STYLE.PLAIN) return value;
    if ((tag === '!' || tag === '!!str') && !tagsRedefined) return value;
    const resolved = coreValue(value);
    if (tag !== '' && (tagsRedefined || tag !== tagOf(resolved))) {
      const isNumber = typeof resolved === 'number' || typeof resolved === 'bigint';
      if (tag === '!!float' && isNumber && !tagsRedefined) return Number(resolved);
      checkTag(event.tagStart, event.tagEnd, '');
      return value;
    }
    if (typeof resolved === 'number' && !Number.isFinite(resolved)) {
      report(
        'number-out-of-range',
        offset,
        `\`${value}\` is no number that JSON can hold.`,
        'Write a finite number, or quote it if it is text.',
      );
      return null;
    }
    return resolved;
  }
}

/** The pointer of what is read now: the value that is due, or the object whose key is. */
function pointerOf(stack: readonly Open[]): string {
  let pointer = '';
  stack.forEach((open, level) => {
    const inner = level === stack.length - 1;
    if (Array.isArray(open.target)) pointer = joinPointer(pointer, inner ? open.target.length : open.target.length - 1);
    else if (!inner || open.due !== 'key') pointer = joinPointer(pointer, open.key);
  });
  return pointer;
}

/** Where an event begins; an event without text of its own (an empty value, a document) begins where the next or the last one is. */
function startOf(events: readonly Event[], index: number): number {
  const own = ownStart(events[index]);
  if (own !== -1) return own;
  const isDocument = events[index]?.type === EVENT_ID.DOCUMENT;
  for (let at = index + (isDocument ? 1 : -1); at >= 0 && at < events.length; at += isDocument ? 1 : -1) {
    const start = ownStart(events[at]);
    if (start !== -1) return start;
  }
  return 0;
}

export function ownStart(event: Event | undefined): number {
  if (event === undefined) return -1;
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return event.valueStart;
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
      return -1;
  }
}

function syntaxProblem(source: Source, error: YAMLException, limits: Limits): Problem {
  const offset = error.mark?.position ?? 0;
  if (error.reason.startsWith('nesting exceeded')) return tooDeep(source, '', limits, offset);
  return {
    code: 'yaml-syntax',
    severity: 'error',
    message: `The text is not YAML: ${error.reason}.`,
    fix: fixFor(source.text, offset, error.reason),
    location: { source, pointer: '', offset },
  };
}

function fixFor(text: string, offset: number, reason: string): string {
  if (reason.includes('end of the stream')) return 'Close the quote or bracket that is still open; the file may have been cut off.';
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const before = text.slice(lineStart, offset);
  if (/^[ ]*\t/.test(text.slice(lineStart, lineStart + 200))) return 'Indent with spaces: YAML allows no tabs there.';
  if (/:\s+[^'"\s].*$/.test(before) || /^\s*[\w$-]+:\s+[@`%]/.test(text.slice(lineStart, lineStart + 200)))
    return 'Quote the value: text that holds `: ` or begins with a sign of YAML needs quotes.';
  return 'Look at the indentation, quotes and brackets here and just before.';
}
