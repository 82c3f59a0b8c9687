// Compares the names that schemas have in generated code. On the wire they have none.
import type { Service } from '../model/service.ts';
import { componentKey } from './branch.ts';
import type { Change } from './change.ts';

export function compareSchemaNames(before: Service, after: Service, changes: Change[]): void {
  const now = namesOf(after);
  for (const [key, { name }] of namesOf(before)) {
    const other = now.get(key);
    if (other === undefined || other.name === name) continue;
    const message = `the schema \`${key}\` is called \`${other.name}\` in generated code, was \`${name}\``;
    changes.push({ kind: 'breaking', code: 'schema-renamed', message, location: other.schema.location });
  }
}

/** Each component of the document and its name, by its key. One that callers and the service see differently has a second one, made of the first. */
function namesOf({ schemas }: Service): Map<string, { name: string; schema: Service['schemas'][number] }> {
  const names = new Map<string, { name: string; schema: Service['schemas'][number] }>();
  for (const schema of schemas) {
    const key = schema.ref === undefined ? componentKey(schema) : undefined;
    if (key !== undefined && schema.name !== undefined && !names.has(key)) names.set(key, { name: schema.name, schema });
  }
  return names;
}
