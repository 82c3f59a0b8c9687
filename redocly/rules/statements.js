// Requires `x-statements` on every operation under `paths`, with statements of specs/statements.yaml that are about the document.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

const known = new Set(load(readFileSync(new URL('../../specs/statements.yaml', import.meta.url), 'utf8')).map((statement) => statement.id));

export function statements() {
  return {
    any: {
      enter(node, ctx) {
        if (typeof node !== 'object' || node === null || !Object.hasOwn(node, 'x-statements')) return;
        check(node['x-statements'], ctx);
      },
    },
    Operation(operation, ctx) {
      // Statements are about what the service answers. Webhooks and callbacks are calls by the service, so they need none.
      if (/^#\/webhooks\/|\/callbacks\//.test(ctx.location.pointer) || operation['x-statements']?.length > 0) return;
      ctx.report({ message: 'The operation has no `x-statements`. List the statements that it answers.', location: ctx.location.key() });
    },
  };
}

function check(ids, ctx) {
  const location = ctx.location.child('x-statements');
  if (!Array.isArray(ids)) return ctx.report({ message: '`x-statements` must be an array of statement ids.', location });
  // `specs/b-microblog-v1.yaml` belongs to interface B.
  const letter = path.basename(ctx.location.source.absoluteRef)[0].toUpperCase();
  ids.forEach((id, index) => {
    if (!known.has(id)) ctx.report({ message: `Unknown statement \`${id}\`.`, location: location.child(index) });
    else if (id[0] !== letter)
      ctx.report({
        message: `\`${id}\` does not belong to this document, whose statements begin with ${letter}.`,
        location: location.child(index),
      });
  });
}
