// Finds aliases of operations (`x-aliases`) that match the same requests as a declared path, or as another alias.
import type { Problems } from '../../../base/problem.ts';
import type { Operation, Server } from '../../service.ts';
import { templateShape } from '../parameters/path-template.ts';
import { basePathOf } from '../servers.ts';

/** `servers`: those of the document, whose first gives the base path that a generated server has by default. */
export function checkAliases(operations: readonly Operation[], servers: readonly Server[], problems: Problems): void {
  if (operations.every(({ aliases }) => aliases === undefined)) return;
  const declared = new Map<string, Operation>();
  for (const operation of operations) {
    const path = basePathOf(operation.servers ?? servers) + (operation.sentPath ?? operation.path);
    declared.set(`${operation.method.toUpperCase()} ${templateShape(path)}`, operation);
  }
  const claimed = new Map<string, Operation>();
  for (const operation of operations) {
    for (const { method, path, location } of operation.aliases ?? []) {
      const key = `${method} ${templateShape(path)}`;
      const other = declared.get(key) ?? claimed.get(key);
      claimed.set(key, operation);
      if (other === undefined) continue;
      const what = declared.has(key) ? `the path of ${other.id}` : `an alias of ${other.id}`;
      problems.add({
        code: 'alias-collision',
        severity: 'error',
        message: `${method} ${path}, an alias of ${operation.id}, is ${what}.`,
        fix: 'Give the alias another method or path, or remove it.',
        location,
        related: [{ message: 'The other operation stands here.', location: other.location }],
      });
    }
  }
}
