// A branch of `oneOf` and `anyOf` in two versions: what it is called, and whether it is the same one.
import { pointerTokens } from '../load/pointer.ts';
import type { Schema } from '../model/schema/schema.ts';

/** The name of its type in generated code. */
export function branchName(branch: Schema): string | undefined {
  return branch.name ?? branch.ref?.name;
}

/** Whether both are one component by its key, whatever it is called in code. */
export function isSameComponent(before: Schema, after: Schema): boolean {
  const key = componentKey(before);
  return key !== undefined && key === componentKey(after);
}

/** The key of a schema of `components`, which a name in code does not change. */
export function componentKey(schema: Schema): string | undefined {
  const [components, section, key, ...rest] = pointerTokens((schema.ref ?? schema).location.pointer);
  return components === 'components' && section === 'schemas' && rest.length === 0 ? key : undefined;
}
