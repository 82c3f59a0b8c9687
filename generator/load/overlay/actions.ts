// An overlay document → its actions, by the Overlay Specification 1.0.0.
import { pathToFileURL } from 'node:url';
import { jsonText } from '../../base/exact.ts';
import type { Problem, Problems, Source } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { describe } from '../check/phrases.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';

export interface Action {
  readonly target: string;
  /** Absent where the action removes. */
  readonly update?: Json;
  readonly remove: boolean;
  /** Where the action stands in the overlay. */
  readonly pointer: string;
}

const rootFields = ['overlay', 'info', 'extends', 'actions'];
const actionFields = ['target', 'description', 'update', 'remove'];

/** Problems go to `problems`; an action with an error is not among the results. `document` is the URI of the document that the overlay is for. */
export function readActions(source: Source, root: Json, document: string, problems: Problems): readonly Action[] {
  const report = (code: string, severity: Problem['severity'], message: string, fix: string, pointer: string): void =>
    problems.add({ code, severity, message, fix, location: { source, pointer } });

  if (!isObject(root)) {
    report('overlay-shape', 'error', `The overlay is ${describe(root)}; expected an object.`, 'Begin the file with `overlay: 1.0.0`.', '');
    return [];
  }
  if (!isKnownVersion(root, report)) return [];
  checkFields(root, rootFields, '', report);
  checkExtends(root, source, document, report);
  const actions = own(root, 'actions');
  if (!Array.isArray(actions) || actions.length === 0) {
    const fix = 'Write `actions:` with a list of objects that have `target` and `update`, or `target` and `remove: true`.';
    report('overlay-shape', 'error', 'The overlay has no list of actions.', fix, actions === undefined ? '' : '/actions');
    return [];
  }
  return (actions as readonly Json[]).flatMap((action, index) => readAction(action, joinPointer('/actions', index), report) ?? []);
}

type Report = (code: string, severity: Problem['severity'], message: string, fix: string, pointer: string) => void;

function isKnownVersion(root: JsonObject, report: Report): boolean {
  const version = own(root, 'overlay');
  if (typeof version === 'string' && /^1\.0\.\d+$/.test(version)) return true;
  const message =
    version === undefined ? 'The file has no `overlay` field.' : `Unsupported Overlay version ${jsonText(version)}; expected 1.0.0.`;
  report('overlay-version', 'error', message, 'Write `overlay: 1.0.0`.', version === undefined ? '' : '/overlay');
  return false;
}

function checkFields(object: JsonObject, known: readonly string[], pointer: string, report: Report): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key) || key.startsWith('x-')) continue;
    const near = closest(key, known);
    const message = `An overlay has no field ${JSON.stringify(key)} here; it is ignored.`;
    const fix = near === undefined ? 'Remove it, or begin its name with `x-`.' : `Did you mean \`${near}\`?`;
    report('overlay-field', 'warning', message, fix, joinPointer(pointer, key));
  }
}

/** `extends` is compared with the document, and never fetched. */
function checkExtends(root: JsonObject, source: Source, document: string, report: Report): void {
  const written = own(root, 'extends');
  if (written === undefined) return;
  const uri = typeof written === 'string' ? resolved(written, source) : undefined;
  if (uri === document) return;
  const message = `\`extends\` names another document: ${jsonText(written)}. It is not fetched; the overlay changes the document that it is given for.`;
  report('overlay-extends', 'warning', message, 'Correct `extends`, or remove it.', '/extends');
}

function resolved(reference: string, source: Source): string | undefined {
  try {
    return new URL(reference, pathToFileURL(source.path)).href;
  } catch {
    return undefined;
  }
}

function readAction(action: Json, pointer: string, report: Report): Action | undefined {
  const fix = 'Write an object with `target` and `update`, or `target` and `remove: true`.';
  if (!isObject(action)) {
    report('overlay-shape', 'error', `The action is ${describe(action)}; expected an object.`, fix, pointer);
    return undefined;
  }
  checkFields(action, actionFields, pointer, report);
  const target = own(action, 'target');
  const update = own(action, 'update');
  const remove = own(action, 'remove');
  if (typeof target !== 'string') {
    const message = target === undefined ? 'The action has no `target`.' : `\`target\` is ${describe(target)}; expected a string.`;
    report(
      'overlay-shape',
      'error',
      message,
      "Write a JSONPath query, such as `target: $.paths['/pets'].get`.",
      targetPointer(pointer, target),
    );
    return undefined;
  }
  if (remove !== undefined && typeof remove !== 'boolean') {
    const message = `\`remove\` is ${describe(remove)}; expected true or false.`;
    report('overlay-shape', 'error', message, 'Write `remove: true`.', joinPointer(pointer, 'remove'));
    return undefined;
  }
  if (remove !== true && update === undefined) {
    report('overlay-shape', 'warning', 'The action has neither `update` nor `remove: true`, so it changes nothing.', fix, pointer);
    return undefined;
  }
  return { target, remove: remove === true, pointer, ...(remove === true || update === undefined ? {} : { update }) };
}

function targetPointer(pointer: string, target: Json | undefined): string {
  return target === undefined ? pointer : joinPointer(pointer, 'target');
}
