// Requires that something refers to each component, as Redocly's `no-unused-components` does, except to the schemas in the option `except`:
// messages that are not sent over HTTP, so that no operation can refer to them.
const sections = ['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers'];

export function unused({ except = [] }) {
  const used = new Set();
  const components = [];
  return {
    ref(ref, ctx) {
      const target = ctx.resolve(ref).location;
      if (target !== undefined) used.add(target.absolutePointer);
    },
    Components(written, ctx) {
      for (const section of sections) {
        for (const name of Object.keys(written[section] ?? {})) components.push({ name, location: ctx.location.child([section, name]) });
      }
    },
    Root: {
      leave(_root, ctx) {
        for (const { name, location } of components) {
          if (used.has(location.absolutePointer) || except.includes(name)) continue;
          ctx.report({ message: `The component \`${name}\` is never used. Refer to it, or delete it.`, location: location.key() });
        }
      },
    },
  };
}
