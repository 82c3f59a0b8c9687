// The base paths of a document: the paths of its servers.

import { serverPath } from '../base/server-path.ts';
import type { Json, JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { methodsOf, objectOf, target } from './reading.ts';

/** Paths of the servers in order of importance: the document's first, then those of paths and operations. */
export function serverPaths(document: JsonObject): string[] {
  const found = [pathOfServer(firstServer(document.servers))];
  for (const value of Object.values(objectOf(document.paths))) {
    const item = value === undefined ? {} : target(document, value);
    for (const holder of [item, ...methodsOf(item).map(([, operation]) => objectOf(operation))]) {
      const server = firstServer(holder.servers);
      if (server !== undefined) found.push(pathOfServer(server));
    }
  }
  return [...new Set(found)];
}

function firstServer(servers: Json | undefined): JsonObject | undefined {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  return isObject(first) ? first : undefined;
}

function pathOfServer(server: JsonObject | undefined): string {
  if (typeof server?.url !== 'string') return '';
  const variables = objectOf(server.variables);
  const url = server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) && typeof variable.default === 'string' ? variable.default : whole;
  });
  return serverPath(url);
}
