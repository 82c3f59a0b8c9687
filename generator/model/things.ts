// Reads `x-thing` of paths (docs/extensions.md): what a mock that remembers is to take for things, where the document alone says it wrongly or not at
// all.
import type { Problems } from '../base/problem.ts';
import { closest } from '../base/suggest.ts';
import type { ThingNote, ThingOption } from '../base/thing.ts';
import { isObject } from '../load/pointer.ts';
import { child, type DocumentNode, members } from './document-node.ts';
import { ExtensionFault, orFault } from './operations/extension-fault.ts';

const FIELDS = ['id', 'state', 'unique', 'actions'];

export function readThings(root: DocumentNode, problems: Problems): readonly ThingNote[] {
  return members(child(root, 'paths')).flatMap(([path, item]) => {
    const written = child(item, 'x-thing');
    if (written.value === undefined) return [];
    const option = orFault('x-thing', problems, () => optionOf(written));
    return option === undefined ? [] : [{ path, option, location: written.location, by: '`x-thing`' }];
  });
}

function optionOf(written: DocumentNode): ThingOption | false {
  const { value } = written;
  if (value === false) return false;
  if (!isObject(value)) throw new ExtensionFault(written, '`x-thing` is neither an object nor `false`.', 'Write `{ id: slug }`.');
  for (const [name, node] of members(written)) {
    const near = closest(name, FIELDS);
    if (!FIELDS.includes(name))
      throw new ExtensionFault(
        node,
        `\`x-thing\` has no field \`${name}\`.`,
        near === undefined ? `The fields are ${FIELDS.join(', ')}.` : `Write \`${near}\`.`,
      );
  }
  const [id, state] = [textOf(child(written, 'id')), textOf(child(written, 'state'))];
  const unique = child(written, 'unique');
  const actions = child(written, 'actions');
  if (unique.value !== undefined && !Array.isArray(unique.value))
    throw new ExtensionFault(unique, '`unique` is not a list.', 'Write a list of members, such as `[email]`.');
  if (actions.value !== undefined && !isObject(actions.value))
    throw new ExtensionFault(actions, '`actions` is not an object.', 'Write the states by operation, such as `{ shipOrder: shipped }`.');
  return {
    ...(id === undefined ? {} : { id }),
    ...(state === undefined ? {} : { state }),
    ...(unique.value === undefined ? {} : { unique: members(unique).flatMap(([, node]) => textOf(node) ?? []) }),
    ...(actions.value === undefined
      ? {}
      : { actions: Object.fromEntries(members(actions).map(([name, node]) => [name, textOf(node) ?? ''])) }),
  };
}

function textOf(node: DocumentNode): string | undefined {
  if (node.value === undefined || typeof node.value === 'string') return node.value;
  throw new ExtensionFault(node, 'It is not a text.', 'Write a name as a text.');
}
