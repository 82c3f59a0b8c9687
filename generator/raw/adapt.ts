// Rewrites a description, before openapi-typescript prints it, where the library reads it otherwise than the standard or throws.
import { isObject, own } from '../load/pointer.ts';

/** Changes the description, which is the thread's own copy. */
export function adapt(description: unknown): void {
  rewrite(description);
  nameTags(description);
}

/**
 * Rewrites what the library reads otherwise than the standard has it. It reads the `enum` of an object as schemas, which its values need not be;
 * types cannot restrict objects by it anyway. It takes every member of an `allOf` for an object, where JSON Schema has `true` and `false` too. And it
 * takes the bare name of a component in a `mapping` for no reference, so that the tag would be the component's name.
 */
function rewrite(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && value.type === 'object' && 'enum' in value && Array.isArray(value.enum)) delete value.enum;
  if ('allOf' in value && Array.isArray(value.allOf)) {
    value.allOf = value.allOf.map((part: unknown) => (part === true ? {} : part === false ? { enum: [] } : part));
  }
  if ('propertyName' in value && 'mapping' in value && typeof value.mapping === 'object' && value.mapping !== null) {
    const { mapping } = value;
    value.mapping = Object.fromEntries(
      Object.entries(mapping).map(([tag, name]) => [tag, /^[\w.-]+$/.test(String(name)) ? `#/components/schemas/${name}` : name]),
    );
  }
  for (const item of Object.values(value)) rewrite(item);
}

/** Gives the `x-ms-discriminator-value` of a schema to the discriminators of what it includes, since the library takes the schema's name. */
function nameTags(description: unknown): void {
  const components = isObject(description) ? own(description, 'components') : undefined;
  const schemas = isObject(components) ? own(components, 'schemas') : undefined;
  if (!isObject(schemas)) return;
  for (const [name, schema] of Object.entries(schemas)) {
    const tag = isObject(schema) ? own(schema, 'x-ms-discriminator-value') : undefined;
    if (typeof tag !== 'string') continue;
    const ref = `#/components/schemas/${name}`;
    const included = new Set([schema]);
    // The loop also visits the schemas that it adds.
    for (const one of included) {
      if (!isObject(one)) continue;
      const discriminator = own(one, 'discriminator');
      if (isObject(discriminator) && one !== schema) addTag(discriminator, tag, ref);
      const parts = own(one, 'allOf');
      for (const part of Array.isArray(parts) ? parts : []) {
        const base = /^#\/components\/schemas\/([^/]+)$/.exec(String(isObject(part) ? part.$ref : ''))?.[1];
        if (base !== undefined) included.add(own(schemas, base));
      }
    }
  }
}

/** A mapping of the document's own comes first. */
function addTag(discriminator: object, tag: string, ref: string): void {
  const mapping = 'mapping' in discriminator && isObject(discriminator.mapping) ? discriminator.mapping : {};
  if (Object.hasOwn(mapping, tag) || Object.values(mapping).includes(ref)) return;
  Object.assign(discriminator, { mapping: { ...mapping, [tag]: ref } });
}
