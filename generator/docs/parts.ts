// The parts of a multipart body, as samples show them: which are files, and what headers they have.
import { type HeldValue, isMembers } from '../emit/held/held-value.ts';
import { conjuncts } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { MediaContent } from '../model/service.ts';

/** The fields that are files, and whether each is a list of them. */
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

/** A file, or a part with headers whose body is one. */
function isFile(schema: Schema): boolean {
  return schema.file === true || schema.properties?.get('body')?.file === true;
}

export interface SamplePart {
  readonly body: HeldValue;
  readonly headers?: HeldValue;
}

/** The parts of a field that has headers, of an example that shows them or what the parts hold; `undefined` for other fields. */
export function partsWithHeaders({ encoding }: MediaContent, name: string, item: HeldValue): readonly SamplePart[] | undefined {
  const field = encoding?.get(name);
  if (field?.kind !== 'content' || field.headers === undefined) return undefined;
  const items: readonly HeldValue[] = Array.isArray(item) ? item : [item];
  return items.map((one) => {
    if (!isMembers(one) || one.body === undefined) return { body: one };
    return { body: one.body, ...(one.headers === undefined ? {} : { headers: one.headers }) };
  });
}
