// `x-statements` stands on every operation under `paths`, and names statements of specs/statements.yaml that are about the document.
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
      // Webhooks and callbacks are the other way round: the service calls. The statements are about what it answers, so they may have none.
      if (/^#\/webhooks\/|\/callbacks\//.test(ctx.location.pointer) || operation['x-statements']?.length > 0) return;
      ctx.report({ message: 'The operation does not name the statements that it answers: `x-statements`.', location: ctx.location.key() });
    },
  };
}

function check(ids, ctx) {
  const location = ctx.location.child('x-statements');
  if (!Array.isArray(ids)) return ctx.report({ message: '`x-statements` is an array of statement numbers.', location });
  // `specs/b-microblog-v1.yaml` is about the interface B.
  const letter = path.basename(ctx.location.source.absoluteRef)[0].toUpperCase();
  ids.forEach((id, index) => {
    if (!known.has(id)) ctx.report({ message: `There is no statement \`${id}\`.`, location: location.child(index) });
    else if (id[0] !== letter) ctx.report({ message: `The document is about ${letter}, not ${id}.`, location: location.child(index) });
  });
}
