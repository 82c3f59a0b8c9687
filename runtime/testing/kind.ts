// Checks the kind of a value: its type and constants. A value may be of a schema's kind while the rest of it is still being edited.
import { hasType } from '../contract/json-type.ts';
import { deepEqual } from '../validate/equality.ts';

/** The keywords that say which kind of value a schema takes. */
export interface KindKeywords {
  readonly type?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** The value is a `Blob`. */
  readonly file?: boolean;
}

/** Whether a value has a schema's type, and is one of its constants where it has some. A file has no type of JSON. */
export function isOfKind(schema: KindKeywords, value: unknown): boolean {
  if (schema.file === true) return value instanceof Blob;
  if (schema.type !== undefined && (value instanceof Blob || !schema.type.some((type) => hasType(value, type)))) return false;
  if (schema.enum !== undefined && !schema.enum.some((one) => deepEqual(one, value))) return false;
  return schema.const === undefined || deepEqual(schema.const, value);
}
