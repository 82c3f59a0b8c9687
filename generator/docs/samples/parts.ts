// The parts of a multipart body in a sample: which of them are files, and which headers they have.
import { type HeldValue, isMembers } from '../../emit/held/held-value.ts';
import { conjuncts } from '../../model/schema/conjuncts.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { MediaContent } from '../../model/service.ts';

/** The fields that are files, by name: `one` file or a list of `many`. */
export function fileFields(schema: Schema | undefined): ReadonlyMap<string, 'one' | 'many'> {
  const found = new Map<string, 'one' | 'many'>();
  for (const part of schema === undefined ? [] : conjuncts([schema])) {
    for (const [name, property] of part.properties ?? []) {
      if (found.has(name)) continue;
      if (isFile(property)) found.set(name, 'one');
      else if (property.items !== undefined && isFile(property.items)) found.set(name, 'many');
    }
  }
  return found;
}

/** Whether a part of a multipart body without names is a file. */
export function isFilePart(schema: Schema | undefined, index: number): boolean {
  const lists = schema === undefined ? [] : conjuncts([schema]);
  const parts = lists.flatMap(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? []);
  return parts.some(isFile);
}

/** Whether a schema describes a file, or a part with headers whose body is a file. */
function isFile(schema: Schema): boolean {
  return schema.file === true || schema.properties?.get('body')?.file === true;
}

export interface SamplePart {
  readonly body: HeldValue;
  readonly headers?: HeldValue;
}

/** The parts of a field with headers, from an example with or without them; `undefined` for a field without headers. */
export function partsWithHeaders({ encoding }: MediaContent, name: string, item: HeldValue): readonly SamplePart[] | undefined {
  const field = encoding?.get(name);
  if (field?.kind !== 'content' || field.headers === undefined) return undefined;
  const items: readonly HeldValue[] = Array.isArray(item) ? item : [item];
  return items.map((one) => {
    if (!isMembers(one) || one.body === undefined) return { body: one };
    return { body: one.body, ...(one.headers === undefined ? {} : { headers: one.headers }) };
  });
}
