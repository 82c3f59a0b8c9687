// Which methods the document declares at the path of a request.

import { serverPath, serverUrl } from '../../base/server-path.ts';
import type { Service } from '../../model/service.ts';

/** In capitals; those of every template that the path matches, since services differ in which one wins. `target` is below the base path. */
export function methodsAt({ operations, servers }: Service, target: string): ReadonlySet<string> {
  const path = target.replace(/[?#].*$/s, '');
  const base = serverPath(serverUrl(servers[0]));
  const methods = new Set<string>();
  for (const operation of operations) {
    if (patternOf(operation.sentPath ?? operation.path).test(path)) methods.add(operation.method);
    for (const alias of operation.aliases ?? []) if (patternOf(alias.path).test(base + path)) methods.add(alias.method);
  }
  return methods;
}

const patterns = new Map<string, RegExp>();

/** A parameter is one segment or a part of one. A final slash does not count. */
function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const parts = template.replace(/\/$/, '').split(/\{[^{}]*\}/);
  const pattern = new RegExp(`^${parts.map((part) => part.replace(/[^\w/]/g, '\\$&')).join('[^/]+')}/?$`);
  patterns.set(template, pattern);
  return pattern;
}
