// Applies overlays to a document: each after the other, and the actions of each in their order (Overlay Specification 1.0.0, 1.1.0 and 1.2.0).
import { resolve } from 'node:path';
import type { Problem, Problems, Source } from '../../base/problem.ts';
import { displayPath } from '../../base/words.ts';
import { describe } from '../check/phrases.ts';
import type { Json, JsonObject } from '../description.ts';
import type { Limits } from '../limits.ts';
import { isObject, joinPointer, valueAt } from '../pointer.ts';
import { realpathIfAny } from '../references/policy.ts';
import { parse } from '../text/parse.ts';
import { readSource } from '../text/read.ts';
import { type Action, type OverlayVersion, readActions } from './actions.ts';
import { type Changing, conflictOf, copyOf, kindOf, measure, remove, update } from './change.ts';
import { Origins, type Placed } from './origins.ts';
import { createSelect, type Match, type Select, type SelectLimits, unquotedName } from './select.ts';

export interface Overlaid {
  readonly root: Json;
  readonly origins: Origins;
  /** The overlays that were read. */
  readonly sources: readonly Source[];
}

/** State that all overlays of one document share. */
interface Run {
  readonly select: Select;
  readonly limits: Limits;

  /** Values that may still be selected or added. */
  nodes: number;
  /** Time in which the targets may still be found. */
  milliseconds: number;
}

/** `files` are paths of overlays, `uri` is that of the document. The document as it was read is not changed. Problems go to `problems`. */
export function applyOverlays(
  document: { readonly source: Source; readonly root: Json; readonly uri: string },
  files: readonly string[],
  limits: Limits,
  problems: Problems,
): Overlaid {
  const origins = new Origins(document.source);
  const changing: Changing = { root: copyOf(document.root), origins };
  const run: Run = { select: createSelect(), limits, nodes: limits.overlayNodes, milliseconds: limits.overlayMilliseconds };
  const sources: Source[] = [];
  for (const file of files) {
    const path = realpathIfAny(resolve(file));
    const source = readSource(path, displayPath(path), limits);
    if (!('text' in source)) {
      problems.add(source);
      continue;
    }
    sources.push(source);
    const root = parse(source, limits, problems);
    if (root === undefined || problems.failed) continue;
    for (const action of readActions(source, root, document, problems)) {
      const fault = apply(changing, action, source, run);
      if (fault !== undefined) problems.add(fault);
      // Later actions may count on the changes of this one.
      if (fault?.severity === 'error') return { root: changing.root, origins, sources };
    }
  }
  return { root: changing.root, origins, sources };
}

/** Reports a fault at a place in the overlay. */
type Refuse = (code: string, message: string, fix: string, pointer?: string, severity?: Problem['severity']) => Problem;

function apply(changing: Changing, action: Action, source: Source, run: Run): Problem | undefined {
  const { target, change, version, pointer: place } = action;
  const refuse: Refuse = (code, message, fix, pointer = place, severity = 'error') => ({
    code,
    severity,
    message,
    fix,
    location: { source, pointer },
  });
  const selected = selectIn(changing, { query: target, name: 'The target', pointer: place, version }, run, refuse);
  if ('code' in selected) return selected;
  const { matches } = selected;
  if (matches.length === 0) {
    const message = 'The target selects nothing in the document, so the action changes nothing.';
    return refuse('overlay-no-match', message, 'Correct the query.', place, 'warning');
  }
  switch (change.kind) {
    case 'remove':
      return removeMatches(changing, matches, run, refuse);
    case 'update': {
      const { value, pointer } = change;
      return updateMatches(changing, matches, action, { value, placed: { origin: { source, pointer } }, pointer }, run, refuse);
    }
    case 'copy': {
      const { query, pointer } = change;
      const found = selectIn(changing, { query, name: '`copy`', pointer, version }, run, refuse);
      if ('code' in found) return found;
      const [only, ...more] = found.matches;
      if (only === undefined || more.length > 0) {
        const message = `\`copy\` selects ${only === undefined ? 'nothing' : `${found.matches.length} values`}; expected one value.`;
        return refuse('overlay-copy', message, 'Write a query that selects the one value to copy.', pointer);
      }
      run.nodes -= measure(only.value).size;
      if (run.nodes < 0) return tooManyNodes(run.limits, refuse);
      // The target may hold what is copied, or stand in it.
      const value = copyOf(only.value);
      return updateMatches(changing, matches, action, { value, placed: changing.origins.at(only.tokens), pointer }, run, refuse);
    }
  }
}

/** A query, and where it stands. */
interface Query {
  readonly query: string;
  readonly name: string;
  readonly pointer: string;
  readonly version: OverlayVersion;
}

/** The values that a query selects, or the problem of the query. */
function selectIn(
  { root }: Changing,
  { query, name, pointer, version }: Query,
  run: Run,
  refuse: Refuse,
): { readonly matches: readonly Match[] } | Problem {
  const { limits } = run;
  const unquoted = version === 0 ? undefined : unquotedName(query);
  if (unquoted !== undefined) {
    const message = `${name} is not a JSONPath query (RFC 9535): the name ${unquoted} has a hyphen, so it must be quoted.`;
    return refuse('overlay-path', message, `Write \`['${unquoted}']\`.`, pointer);
  }
  const bounds: SelectLimits = { milliseconds: Math.max(1, Math.round(run.milliseconds)), matches: run.nodes, depth: limits.depth };
  const began = performance.now();
  const selection = run.select(query, root, bounds);
  run.milliseconds -= performance.now() - began;
  switch (selection.kind) {
    case 'invalid':
      return refuse('overlay-path', `${name} is not a JSONPath query (RFC 9535): ${selection.message}.`, 'Correct the query.', pointer);
    case 'slow':
      return refuse(
        'limit-overlay-milliseconds',
        `The targets of the overlays took more than ${limits.overlayMilliseconds.toLocaleString('en-US')} ms to find.`,
        'Write simpler queries, or raise `limits.overlayMilliseconds` in the configuration.',
        pointer,
      );
    case 'many':
      return tooManyNodes(limits, refuse);
    case 'matches':
      return selection;
  }
}

function tooManyNodes({ overlayNodes }: Limits, refuse: Refuse): Problem {
  return refuse(
    'limit-overlay-nodes',
    `The overlays select and add more than ${overlayNodes.toLocaleString('en-US')} values.`,
    'Select less, or raise `limits.overlayNodes` in the configuration.',
  );
}

function removeMatches(changing: Changing, matches: readonly Match[], run: Run, refuse: Refuse): Problem | undefined {
  if (matches.some(({ tokens }) => tokens.length === 0)) {
    return refuse('overlay-target', 'The action would remove the whole document.', 'Select parts of the document.');
  }
  run.nodes -= matches.length;
  remove(changing, matches);
  return undefined;
}

/** A value to add: that of `update`, or the one that `copy` selects. `pointer` is where the field stands. */
interface Added {
  readonly value: Json;
  readonly placed: Placed;
  readonly pointer: string;
}

function updateMatches(
  changing: Changing,
  matches: readonly Match[],
  { version, change }: Action,
  { value, placed, pointer }: Added,
  run: Run,
  refuse: Refuse,
): Problem | undefined {
  const { limits } = run;
  const { size, height } = measure(value);
  run.nodes -= matches.length * size;
  if (run.nodes < 0) return tooManyNodes(limits, refuse);
  const kinds = new Set(matches.map(({ value: found }) => kindOf(found)));
  if (version > 0 && kinds.size > 1) {
    const message = `The target selects ${[...kinds].join(' and ')}; expected values of one of these kinds.`;
    return refuse('overlay-target', message, 'Write an action for each kind.');
  }
  const given = change.kind === 'copy' ? 'the copied value' : '`update`';
  for (const { tokens, value: found } of matches) {
    const misfit =
      misfitOf(found, value, version, given, refuse) ??
      (version > 0 && isObject(found) && isObject(value) ? mismatch(found, value, pointer, given, refuse) : undefined);
    if (misfit !== undefined) return misfit;
    if (tokens.length + height + 1 > limits.depth) {
      return refuse(
        'limit-depth',
        `With this update, objects and arrays are nested more than ${limits.depth} levels deep.`,
        'Nest fewer levels, or raise `limits.depth` in the configuration.',
      );
    }
  }
  update(changing, matches, value, placed, version > 0);
  return undefined;
}

/** The problem of a value that the selected one cannot take. */
function misfitOf(found: Json, value: Json, version: OverlayVersion, given: string, refuse: Refuse): Problem | undefined {
  if (Array.isArray(found)) return undefined;
  if (isObject(found)) {
    if (isObject(value)) return undefined;
    const message = `The target selects an object, and ${given} is ${describe(value)}; expected an object to merge into it.`;
    return refuse('overlay-target', message, 'Write the members to change as an object.');
  }
  if (version === 0) {
    const fix = 'Select the object that holds it, and name the member in `update`; or write `overlay: 1.1.0`, which replaces such values.';
    return refuse('overlay-target', `The target selects ${describe(found)}; only objects and arrays can be updated.`, fix);
  }
  if (kindOf(value) === 'primitive values') return undefined;
  const message = `The target selects ${describe(found)}, and ${given} is ${describe(value)}; expected a primitive value to replace it.`;
  return refuse('overlay-target', message, 'Remove the old value first, or select the object that holds it.');
}

/** The problem of a member that cannot be merged. Overlay 1.0.0 replaces such a member. */
function mismatch(found: JsonObject, value: JsonObject, pointer: string, given: string, refuse: Refuse): Problem | undefined {
  const tokens = conflictOf(found, value);
  if (tokens === undefined) return undefined;
  const [before = null, added = null] = [found, value].map((one) => valueAt(one, joinPointer('', ...tokens)));
  const member = JSON.stringify(tokens.join('.'));
  const message = `The member ${member} is ${describe(before)} in the document and ${describe(added)} in ${given}; the two cannot be merged.`;
  const at = given === '`update`' ? joinPointer(pointer, ...tokens) : pointer;
  return refuse('overlay-merge', message, 'Remove the old member in an action before this one.', at);
}
