// Turns a schema into a text that is equal for schemas whose fields are equal, wherever they are.
import { jsonText } from '../../base/exact.ts';
import type { Schema } from './schema.ts';
import { tagsOfBranches } from './tags.ts';
import { isSilent } from './walk.ts';

/** The shape of what a schema checks: its comments do not count. `idOf` identifies the shape of a part. */
export function shapeOf(schema: Schema, idOf: (part: Schema) => string): string {
  // A discriminator does not change which values are valid, but it changes the order of the branches.
  return shapeWithout(schema, (field) => isSilent(field) && field !== 'discriminator', idOf);
}

/** The shape of the fields of a schema that are not left out. */
export function shapeWithout(schema: Schema, isLeftOut: (field: string) => boolean, idOf: (part: Schema) => string): string {
  let shape = '';
  for (const keyword in schema) {
    if (isLeftOut(keyword)) continue;
    const value: unknown = schema[keyword as keyof Schema];
    if (value === undefined) continue;
    if (keyword === 'discriminator' && schema.discriminator?.decides === true)
      shape += `tags:${jsonText(tagsOfBranches(schema, schema.oneOf ?? []))};`;
    shape += keyword === 'type' ? `type:${schema.type?.join()};` : `${keyword}:${valueShape(value, idOf)};`;
  }
  return shape;
}

function valueShape(value: unknown, idOf: (part: Schema) => string): string {
  if (typeof value !== 'object' || value === null) return jsonText(value);
  if (isSchema(value)) return idOf(value);
  if (value instanceof Map) return membersShape(value, idOf);
  if (Array.isArray(value)) return isSchema(value[0]) ? value.map((part) => idOf(part as Schema)).join() : jsonText(value);
  return jsonText(value);
}

/** `forEach`, since an iterator would make two objects for each member. */
function membersShape(members: ReadonlyMap<string, unknown>, idOf: (part: Schema) => string): string {
  let shape = '';
  members.forEach((part, name) => {
    // Names have their lengths, so that none can contain what follows it.
    shape += `${name.length} ${name}=${valueShape(part, idOf)},`;
  });
  return shape;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'key' in value && 'location' in value;
}
