// Finds the OpenAPI documents of a project that has no configuration.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

/** Folders below the project that are searched. */
const depth = 3;

/** The most documents that are taken: more are a collection, of which the user chooses. */
const most = 20;

/** Bytes of a file in which its `openapi` is looked for. */
const head = 4096;

/** Paths relative to the folder, with `/`, sorted. */
export function findDocuments(folder: string): string[] {
  return search(folder, '', depth).sort().slice(0, most);
}

function search(folder: string, below: string, levels: number): string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return levels > 1 ? search(folder, name, levels - 1) : [];
    return entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name) && isOpenApi(path.join(folder, name)) ? [name] : [];
  });
}

/** Whether the text begins as a document of OpenAPI 3 or Swagger 2.0, whose member `openapi` or `swagger` nearly always comes first. */
function isOpenApi(file: string): boolean {
  const buffer = Buffer.alloc(head);
  const descriptor = openSync(file, 'r');
  try {
    const text = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, head, 0));
    return /^\uFEFF?[\s{]*(?:#[^\n]*\n|\s|---)*["']?(?:openapi["']?\s*:\s*["']?3\.|swagger["']?\s*:\s*["']?2\.0)/m.test(text);
  } finally {
    closeSync(descriptor);
  }
}
