// The reusable actions of an overlay, and the references to them (Overlay Specification 1.2.0).
import type { Problem } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { describe } from '../check/phrases.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own, pointerTokens } from '../pointer.ts';

/** An object whose fields an action has, and where it stands in the overlay. */
export interface Layer {
  readonly object: JsonObject;
  readonly pointer: string;
}

export type Report = (code: string, severity: Problem['severity'], message: string, fix: string, pointer: string) => void;

const fix = 'Write `components: { actions: { name: { fields: { update: … } } } }`.';

/** The fields of each reusable action by its name. */
export function readReusable(root: JsonObject, report: Report): ReadonlyMap<string, Layer> {
  const actions = new Map<string, Layer>();
  const components = memberOf({ object: root, pointer: '' }, 'components', report);
  const all = components && memberOf(components, 'actions', report);
  for (const name of Object.keys(all?.object ?? {})) {
    if (all === undefined || name.startsWith('x-')) continue;
    const fields = readFields(all, name, report);
    if (fields !== undefined) actions.set(name, fields);
  }
  return actions;
}

function readFields(actions: Layer, name: string, report: Report): Layer | undefined {
  const action = memberOf(actions, name, report);
  const fields = action && memberOf(action, 'fields', report);
  if (fields === undefined) return action && { object: {}, pointer: joinPointer(action.pointer, 'fields') };
  if (own(fields.object, 'target') === undefined) return fields;
  const message = 'A reusable action has no `target`: each action that refers to it has its own.';
  report('overlay-shape', 'error', message, 'Move `target` to the actions that refer to it.', joinPointer(fields.pointer, 'target'));
  return undefined;
}

/** A member that must be an object; `undefined` where there is none. */
function memberOf({ object, pointer }: Layer, name: string, report: Report): Layer | undefined {
  const value = own(object, name);
  const at = joinPointer(pointer, name);
  if (isObject(value)) return { object: value, pointer: at };
  if (value !== undefined) report('overlay-shape', 'error', `\`${name}\` is ${describe(value)}; expected an object.`, fix, at);
  return undefined;
}

/** The fields of the reusable action that a reference names. */
export function findReusable(reference: Json, actions: ReadonlyMap<string, Layer>, pointer: string, report: Report): Layer | undefined {
  const name = typeof reference === 'string' ? nameIn(reference) : undefined;
  const found = name === undefined ? undefined : actions.get(name);
  if (found !== undefined) return found;
  const message =
    name === undefined
      ? `\`$ref\` of an action is ${describe(reference)}; expected \`#/components/actions/\` with a name.`
      : `The overlay has no reusable action ${JSON.stringify(name)}.`;
  const near = name === undefined ? undefined : closest(name, actions.keys());
  const advice = near === undefined ? 'Refer to an entry of `components.actions`.' : `Did you mean \`#/components/actions/${near}\`?`;
  report('overlay-ref', 'error', message, advice, pointer);
  return undefined;
}

/** The name in a reference: a JSON pointer in a fragment of a URI. */
function nameIn(reference: string): string | undefined {
  const [, token] = /^#(\/components\/actions\/[^/]+)$/.exec(reference) ?? [];
  if (token === undefined) return undefined;
  try {
    return pointerTokens(decodeURIComponent(token)).at(-1);
  } catch {
    return undefined;
  }
}
