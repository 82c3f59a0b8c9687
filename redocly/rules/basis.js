// Requires `x-basis` on every operation, and one of its three words wherever it is used.
const words = ['stated', 'public', 'designed'];

export function basis() {
  return {
    Operation(operation, ctx) {
      if (Object.hasOwn(operation, 'x-basis')) return;
      ctx.report({
        message: `The operation has no \`x-basis\`, which says where its method and path come from. Write one of: ${words.join(', ')}.`,
        location: ctx.location.key(),
      });
    },
    any: {
      enter(node, ctx) {
        if (typeof node !== 'object' || node === null || !Object.hasOwn(node, 'x-basis')) return;
        if (words.includes(node['x-basis'])) return;
        ctx.report({
          message: `Invalid \`x-basis\`. Write one of: ${words.join(', ')}.`,
          location: ctx.location.child('x-basis'),
        });
      },
    },
  };
}
