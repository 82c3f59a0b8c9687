// An overlay document → its actions, by the Overlay Specification 1.0.0, 1.1.0 and 1.2.0.
import { pathToFileURL } from 'node:url';
import { jsonText } from '../../base/exact.ts';
import type { Problems, Source } from '../../base/problem.ts';
import { closest } from '../../base/suggest.ts';
import { describe } from '../check/phrases.ts';
import type { Json, JsonObject } from '../description.ts';
import { isObject, joinPointer, own } from '../pointer.ts';
import { findReusable, type Layer, type Report, readReusable } from './reusable.ts';

/** The feature sets: the second number of a version. The third one names no difference. */
export type OverlayVersion = 0 | 1 | 2;

export interface Action {
  readonly target: string;
  readonly change: Change;
  readonly version: OverlayVersion;
  /** Where the target stands in the overlay. */
  readonly pointer: string;
}

/** What an action does. `pointer`: where the field stands in the overlay. */
type Change =
  | { readonly kind: 'remove' }
  | { readonly kind: 'update'; readonly value: Json; readonly pointer: string }
  | { readonly kind: 'copy'; readonly query: string; readonly pointer: string };

/** The document that the overlay is for. */
export interface Extended {
  readonly root: Json;
  readonly uri: string;
}

/** The version with which a field came. */
const rootFields = { overlay: 0, info: 0, extends: 0, actions: 0, $self: 2, components: 2 } as const;
const actionFields = { target: 0, description: 0, update: 0, remove: 0, copy: 1, $ref: 2 } as const;
const fieldsOfReusable = { description: 0, update: 0, remove: 0, copy: 1 } as const;

const versionText = (version: number): string => `1.${version}.0`;

/** Problems go to `problems`; an action with an error is not among the results. */
export function readActions(source: Source, root: Json, document: Extended, problems: Problems): readonly Action[] {
  const report: Report = (code, severity, message, fix, pointer) =>
    problems.add({ code, severity, message, fix, location: { source, pointer } });

  if (!isObject(root)) {
    report('overlay-shape', 'error', `The overlay is ${describe(root)}; expected an object.`, 'Begin the file with `overlay: 1.2.0`.', '');
    return [];
  }
  const version = versionOf(root, report);
  if (version === undefined) return [];
  checkFields(root, rootFields, version, '', report);
  checkExtends(root, source, document, version, report);
  const reusable = version < 2 ? new Map<string, Layer>() : readReusable(root, report);
  for (const { object, pointer } of reusable.values()) checkFields(object, fieldsOfReusable, version, pointer, report);
  const actions = own(root, 'actions');
  if (!Array.isArray(actions) || actions.length === 0) {
    const fix = 'Write `actions:` with a list of objects that have `target` and `update`, or `target` and `remove: true`.';
    report('overlay-shape', 'error', 'The overlay has no list of actions.', fix, actions === undefined ? '' : '/actions');
    return [];
  }
  return (actions as readonly Json[]).flatMap((action, index) => {
    const pointer = joinPointer('/actions', index);
    const layers = layersOf(action, pointer, version, reusable, report);
    return (layers && readAction(layers, version, report)) ?? [];
  });
}

function versionOf(root: JsonObject, report: Report): OverlayVersion | undefined {
  const written = own(root, 'overlay');
  const [, minor] = (typeof written === 'string' && /^1\.([012])\.\d+$/.exec(written)) || [];
  if (minor !== undefined) return Number(minor) as OverlayVersion;
  const message =
    written === undefined
      ? 'The file has no `overlay` field.'
      : `Unsupported Overlay version ${jsonText(written)}; expected 1.0.0, 1.1.0 or 1.2.0.`;
  report('overlay-version', 'error', message, 'Write `overlay: 1.2.0`.', written === undefined ? '' : '/overlay');
  return undefined;
}

function checkFields(object: JsonObject, known: Readonly<Record<string, number>>, version: number, pointer: string, report: Report): void {
  const names = Object.keys(known).filter((name) => (known[name] ?? 0) <= version);
  for (const key of Object.keys(object)) {
    if (names.includes(key) || key.startsWith('x-')) continue;
    const later = Object.hasOwn(known, key) ? known[key] : undefined;
    const near = closest(key, names);
    const of = later === undefined ? 'An overlay' : `An overlay of version ${versionText(version)}`;
    const fix =
      later !== undefined
        ? `Write \`overlay: ${versionText(later)}\`, which has it, or remove it.`
        : near === undefined
          ? 'Remove it, or begin its name with `x-`.'
          : `Did you mean \`${near}\`?`;
    report('overlay-field', 'warning', `${of} has no field ${JSON.stringify(key)} here; it is ignored.`, fix, joinPointer(pointer, key));
  }
}

/** `extends` is compared with the address of the document and its `$self`, and never fetched. */
function checkExtends(root: JsonObject, source: Source, document: Extended, version: OverlayVersion, report: Report): void {
  const self = version < 2 ? undefined : selfOf(root, report);
  const written = own(root, 'extends');
  if (written === undefined) return;
  const base = self === undefined ? pathToFileURL(source.path).href : (resolved(self, pathToFileURL(source.path).href) ?? self);
  const uri = typeof written === 'string' ? resolved(written, base) : undefined;
  const ownSelf = isObject(document.root) ? own(document.root, '$self') : undefined;
  if (uri !== undefined && (uri === document.uri || (typeof ownSelf === 'string' && uri === resolved(ownSelf, document.uri)))) return;
  const message = `\`extends\` names another document: ${jsonText(written)}. It is not fetched; the overlay changes the document that it is given for.`;
  report('overlay-extends', 'warning', message, 'Correct `extends`, or remove it.', '/extends');
}

/** Overlay 1.2.0, section "Overlay Object": a reference to the overlay itself, without a fragment. */
function selfOf(root: JsonObject, report: Report): string | undefined {
  const self = own(root, '$self');
  if (self === undefined || (typeof self === 'string' && !self.includes('#'))) return self;
  const message =
    typeof self === 'string' ? '`$self` has a fragment, and names a whole document.' : `\`$self\` is ${describe(self)}; expected a string.`;
  report('overlay-shape', 'error', message, 'Write the address of the overlay, or remove `$self`.', '/$self');
  return undefined;
}

function resolved(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

const actionFix = 'Write an object with `target` and `update`, or `target` and `remove: true`.';

/** The action itself, and behind it the fields of the reusable action that it refers to. */
function layersOf(
  action: Json,
  pointer: string,
  version: OverlayVersion,
  reusable: ReadonlyMap<string, Layer>,
  report: Report,
): readonly [Layer, ...Layer[]] | undefined {
  if (!isObject(action)) {
    report('overlay-shape', 'error', `The action is ${describe(action)}; expected an object.`, actionFix, pointer);
    return undefined;
  }
  checkFields(action, actionFields, version, pointer, report);
  const layer: Layer = { object: action, pointer };
  const reference = version < 2 ? undefined : own(action, '$ref');
  if (reference === undefined) return [layer];
  const fields = findReusable(reference, reusable, joinPointer(pointer, '$ref'), report);
  return fields && [layer, fields];
}

/** The first layer's field, before that of the second one. */
function fieldOf(layers: readonly Layer[], name: string): { readonly value: Json; readonly pointer: string } | undefined {
  for (const { object, pointer } of layers) {
    const value = own(object, name);
    if (value !== undefined) return { value, pointer: joinPointer(pointer, name) };
  }
  return undefined;
}

function readAction(layers: readonly [Layer, ...Layer[]], version: OverlayVersion, report: Report): Action | undefined {
  const [{ object, pointer }] = layers;
  const refuse = (message: string, fix: string, at: string): undefined => report('overlay-shape', 'error', message, fix, at) as undefined;
  const target = own(object, 'target');
  if (typeof target !== 'string') {
    const message = target === undefined ? 'The action has no `target`.' : `\`target\` is ${describe(target)}; expected a string.`;
    const at = target === undefined ? pointer : joinPointer(pointer, 'target');
    return refuse(message, "Write a JSONPath query, such as `target: $.paths['/pets'].get`.", at);
  }
  const action = { target, version, pointer: joinPointer(pointer, 'target') };
  const remove = fieldOf(layers, 'remove');
  if (remove !== undefined && typeof remove.value !== 'boolean')
    return refuse(`\`remove\` is ${describe(remove.value)}; expected true or false.`, 'Write `remove: true`.', remove.pointer);
  if (remove?.value === true) return { ...action, change: { kind: 'remove' } };
  const update = fieldOf(layers, 'update');
  const copy = version < 1 ? undefined : fieldOf(layers, 'copy');
  if (update !== undefined && copy !== undefined)
    return refuse(
      'The action has both `update` and `copy`; expected one of them.',
      'Write two actions with the same target.',
      copy.pointer,
    );
  if (update !== undefined) return { ...action, change: { kind: 'update', ...update } };
  if (copy === undefined) {
    const fields = version < 1 ? 'neither `update` nor' : 'none of `update`, `copy` and';
    report('overlay-shape', 'warning', `The action has ${fields} \`remove: true\`, so it changes nothing.`, actionFix, pointer);
    return undefined;
  }
  if (typeof copy.value !== 'string')
    return refuse(
      `\`copy\` is ${describe(copy.value)}; expected a string.`,
      "Write a JSONPath query, such as `copy: $.paths['/pets']`.",
      copy.pointer,
    );
  return { ...action, change: { kind: 'copy', query: copy.value, pointer: copy.pointer } };
}
