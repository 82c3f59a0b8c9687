// Keeps the order that a run of `octavo conform` has learnt in the cache folder of the project, by document and service.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeptOrder } from '../../conform/index.ts';
import type { Service } from '../../model/service.ts';
import { replaceFile } from '../../write/file.ts';

/**
 * @param fresh forgets what is kept
 * @param say is told of a file that cannot be used
 */
export function keptOrder(root: string, service: Service, target: string, fresh: boolean, say: (line: string) => void): KeptOrder {
  const facts = service.operations.map(({ id, method, path: template }) => [id, method, template]);
  const key = createHash('sha256')
    .update(JSON.stringify([facts, new URL(target).host]))
    .digest('hex')
    .slice(0, 16);
  const scratch = path.join(root, '.octavo');
  const folder = path.join(scratch, 'conform');
  const file = path.join(folder, `${key}.json`);
  if (fresh) rmSync(file, { force: true });
  return {
    ids: readIds(file, say),
    keep(ids) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const ignored = path.join(scratch, '.gitignore');
        if (!existsSync(ignored)) writeFileSync(ignored, '*\n');
        replaceFile(file, JSON.stringify(ids));
      } catch {
        // In a read-only project, every run learns the order again.
      }
    },
  };
}

function readIds(file: string, say: (line: string) => void): readonly string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  try {
    const ids: unknown = JSON.parse(text);
    if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  } catch {
    // The line below says it.
  }
  say(`${file} cannot be read and is ignored. This run writes it again.`);
  return [];
}
