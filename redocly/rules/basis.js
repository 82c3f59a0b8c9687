// `x-basis` stands on every operation, and is one of its three words wherever it stands.
const words = ['stated', 'public', 'designed'];

export function basis() {
  return {
    Operation(operation, ctx) {
      if (Object.hasOwn(operation, 'x-basis')) return;
      ctx.report({
        message: `The operation does not say what its method and path rest on: \`x-basis\` is one of ${words.join(', ')}.`,
        location: ctx.location.key(),
      });
    },
    any: {
      enter(node, ctx) {
        if (typeof node !== 'object' || node === null || !Object.hasOwn(node, 'x-basis')) return;
        if (words.includes(node['x-basis'])) return;
        ctx.report({
          message: `There is no such basis: \`x-basis\` is one of ${words.join(', ')}.`,
          location: ctx.location.child('x-basis'),
        });
      },
    },
  };
}
