// Applies overlays to a document: each after the other, and the actions of each in their order (Overlay Specification 1.0.0).
import { resolve } from 'node:path';
import type { Problem, Problems, Source } from '../../base/problem.ts';
import { displayPath } from '../../base/words.ts';
import { describe } from '../check/phrases.ts';
import type { Json } from '../description.ts';
import type { Limits } from '../limits.ts';
import { isObject, joinPointer } from '../pointer.ts';
import { realpathIfAny } from '../references/policy.ts';
import { parse } from '../text/parse.ts';
import { readSource } from '../text/read.ts';
import { type Action, readActions } from './actions.ts';
import { type Changing, copyOf, measure, remove, update } from './change.ts';
import { Origins } from './origins.ts';
import { createSelect, type Match, type Select, type SelectLimits } from './select.ts';

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
    for (const action of readActions(source, root, document.uri, problems)) {
      const fault = apply(changing, action, source, run);
      if (fault !== undefined) problems.add(fault);
      // Later actions may count on the changes of this one.
      if (fault?.severity === 'error') return { root: changing.root, origins, sources };
    }
  }
  return { root: changing.root, origins, sources };
}

function apply(changing: Changing, action: Action, source: Source, run: Run): Problem | undefined {
  const { target, pointer } = action;
  const { limits } = run;
  const refuse = (code: string, message: string, fix: string, severity: Problem['severity'] = 'error'): Problem => ({
    code,
    severity,
    message,
    fix,
    location: { source, pointer: joinPointer(pointer, 'target') },
  });
  const bounds: SelectLimits = { milliseconds: Math.max(1, Math.round(run.milliseconds)), matches: run.nodes, depth: limits.depth };
  const began = performance.now();
  const selection = run.select(target, changing.root, bounds);
  run.milliseconds -= performance.now() - began;
  switch (selection.kind) {
    case 'invalid':
      return refuse('overlay-path', `The target is not a JSONPath query (RFC 9535): ${selection.message}.`, 'Correct the query.');
    case 'slow':
      return refuse(
        'limit-overlay-milliseconds',
        `The targets of the overlays took more than ${limits.overlayMilliseconds.toLocaleString('en-US')} ms to find.`,
        'Write simpler queries, or raise `limits.overlayMilliseconds` in the configuration.',
      );
    case 'many':
      return tooManyNodes(limits, refuse);
    case 'matches':
      break;
  }
  const { matches } = selection;
  if (matches.length === 0) {
    return refuse(
      'overlay-no-match',
      'The target selects nothing in the document, so the action changes nothing.',
      'Correct the query.',
      'warning',
    );
  }
  if (action.remove) return removeMatches(changing, matches, run, refuse);
  return updateMatches(changing, matches, action, source, run, refuse);
}

type Refuse = (code: string, message: string, fix: string) => Problem;

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

function updateMatches(
  changing: Changing,
  matches: readonly Match[],
  { update: value = null, pointer }: Action,
  source: Source,
  run: Run,
  refuse: Refuse,
): Problem | undefined {
  const { limits } = run;
  const { size, height } = measure(value);
  run.nodes -= matches.length * size;
  if (run.nodes < 0) return tooManyNodes(limits, refuse);
  for (const { tokens, value: found } of matches) {
    if (typeof found !== 'object' || found === null) {
      return refuse(
        'overlay-target',
        `The target selects ${describe(found)}; only objects and arrays can be updated.`,
        'Select the object that holds it, and name the member in `update`.',
      );
    }
    if (!Array.isArray(found) && !isObject(value)) {
      return refuse(
        'overlay-target',
        `The target selects an object, and \`update\` is ${describe(value)}; expected an object to merge into it.`,
        'Write the members to change as an object.',
      );
    }
    if (tokens.length + height + 1 > limits.depth) {
      return refuse(
        'limit-depth',
        `With this update, objects and arrays are nested more than ${limits.depth} levels deep.`,
        'Nest fewer levels, or raise `limits.depth` in the configuration.',
      );
    }
  }
  update(changing, matches, value, { source, pointer: joinPointer(pointer, 'update') });
  return undefined;
}
