// Sets extensions of single operations that the configuration gives, in the parsed document and before it is checked.
import type { Problems, Source } from '../base/problem.ts';
import { closest } from '../base/suggest.ts';
import type { Json, JsonObject } from './description.ts';
import { isObject, own, setOwn } from './pointer.ts';

/** Extensions by `operationId`, or by method and path (`GET /pets`). */
export type OperationExtensions = Readonly<Record<string, JsonObject>>;

/**
 * Changes `root`. Operations are those under `paths`, `webhooks` and `components.pathItems` of the entry document. A key that names none is an error.
 */
export function extendOperations(root: JsonObject, extensions: OperationExtensions, source: Source, problems: Problems): void {
  const names = new Set<string>();
  const used = new Set<string>();
  for (const [holder, isPath] of holdersOf(root)) {
    for (const [path, item] of Object.entries(holder)) {
      if (!isObject(item)) continue;
      const changed: JsonObject = { ...item };
      for (const [method, operation] of Object.entries(item)) {
        if (method.startsWith('x-') || !isObject(operation)) continue;
        const keys = namesOf(operation, isPath ? `${method.toUpperCase()} ${path}` : undefined);
        const given = keys.filter((key) => Object.hasOwn(extensions, key));
        for (const key of keys) names.add(key);
        for (const key of given) used.add(key);
        // A copy, since YAML aliases may share the object with another operation.
        if (given.length > 0) setOwn(changed, method, Object.assign({ ...operation }, ...given.map((key) => extensions[key])));
      }
      setOwn(holder, path, changed);
    }
  }
  for (const key of Object.keys(extensions).filter((name) => !used.has(name))) {
    const near = closest(key, names);
    problems.add({
      code: 'operation-unknown',
      severity: 'error',
      message: `The configuration has options for the operation '${key}', which this document does not have.`,
      fix: `Name an operationId, or method and path as in \`GET /pets\`, under \`operations\`.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`,
      location: { source, pointer: '/paths', at: 'key' },
    });
  }
}

/** The maps of path items, and whether their keys are paths. */
function holdersOf(root: JsonObject): [holder: JsonObject, isPath: boolean][] {
  const { paths, webhooks, components } = root;
  const pathItems: Json | undefined = isObject(components) ? own(components, 'pathItems') : undefined;
  const all: [Json | undefined, boolean][] = [
    [paths, true],
    [webhooks, false],
    [pathItems, false],
  ];
  return all.flatMap(([holder, isPath]) => (isObject(holder) ? [[holder, isPath] as [JsonObject, boolean]] : []));
}

function namesOf(operation: JsonObject, methodAndPath: string | undefined): string[] {
  const id = own(operation, 'operationId');
  return [...(typeof id === 'string' ? [id] : []), ...(methodAndPath === undefined ? [] : [methodAndPath])];
}
