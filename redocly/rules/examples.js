// Every request and response body has an example. That examples are valid is Redocly's own `no-invalid-media-type-examples`.
export function examples() {
  return {
    MediaType(media, ctx) {
      // A bare example is for a reader; named ones, with a summary, are for the mock and for tests as well.
      const named = Object.entries(media.examples ?? {});
      if (named.length === 0) {
        ctx.report({ message: 'The body has no example: give at least one under `examples`.', location: ctx.location.key() });
      }
      for (const [name, raw] of named) {
        const example = raw.$ref === undefined ? raw : ctx.resolve(raw).node;
        if (typeof example?.summary === 'string' && example.summary !== '') continue;
        ctx.report({
          message: `The example \`${name}\` does not say what it shows: give it a \`summary\`.`,
          location: ctx.location.child(['examples', name]).key(),
        });
      }
    },
  };
}
