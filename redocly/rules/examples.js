// Requires an example of every request and response body. Redocly's own rule `no-invalid-media-type-examples` checks that examples are valid.
export function examples() {
  return {
    MediaType(media, ctx) {
      // Named examples, unlike `example`, have a summary, and can be chosen by the mock and by tests.
      const named = Object.entries(media.examples ?? {});
      if (named.length === 0) {
        ctx.report({ message: 'The body has no example. Write at least one under `examples`.', location: ctx.location.key() });
      }
      for (const [name, raw] of named) {
        const example = raw.$ref === undefined ? raw : ctx.resolve(raw).node;
        if (typeof example?.summary === 'string' && example.summary !== '') continue;
        ctx.report({
          message: `The example \`${name}\` has no \`summary\`. Write what it shows.`,
          location: ctx.location.child(['examples', name]).key(),
        });
      }
    },
  };
}
