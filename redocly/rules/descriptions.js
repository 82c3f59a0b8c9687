// Requires a description of every operation, parameter, header, field, component and security scheme.
export function descriptions() {
  return {
    Operation: describes('An operation'),
    Parameter: describes('A parameter'),
    Header: describes('A header'),
    RequestBody: describes('A request body'),
    SecurityScheme: describes('A security scheme'),
    Tag: describes('A tag'),
    Server: describes('A server'),
    ServerVariable: describes('A server variable'),
    NamedSchemas(schemas, ctx) {
      for (const [name, schema] of Object.entries(schemas)) check(`The schema \`${name}\``, schema, ctx, ctx.location.child(name));
    },
    Schema(schema, ctx) {
      // Without a type it is a condition on fields that are described elsewhere, such as `if` and `then`.
      if (schema.type === undefined) return;
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        check(`The field \`${name}\``, field, ctx, ctx.location.child(['properties', name]));
      }
    },
  };
}

function describes(what) {
  return (node, ctx) => check(what, node, ctx, ctx.location);
}

function check(what, node, ctx, location) {
  if (typeof node !== 'object' || node === null || hasText(node.description)) return;
  ctx.report({ message: `${what} has no \`description\`. Write a sentence that says what it is.`, location: location.key() });
}

function hasText(text) {
  return typeof text === 'string' && text.trim() !== '';
}
