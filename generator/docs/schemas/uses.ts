// Finds which operations send or receive a schema, and which schemas contain it.
import type { Schema } from '../../model/schema/schema.ts';
import { reachable, subschemas } from '../../model/schema/walk.ts';
import type { Service } from '../../model/service.ts';
import { entriesOf, type OperationEntry } from '../search/entries.ts';

export interface SchemaUses {
  /** In the order of the document. */
  readonly operations: readonly { readonly entry: OperationEntry; readonly inRequest: boolean; readonly inResponse: boolean }[];
  /** The named schemas that contain it directly, without a named schema in between. */
  readonly schemas: readonly (Schema & { name: string })[];
}

export function usesOf(service: Service): ReadonlyMap<Schema, SchemaUses> {
  const operations = new Map<Schema, Map<OperationEntry, { inRequest: boolean; inResponse: boolean }>>();
  const note = (schema: Schema, entry: OperationEntry, side: 'inRequest' | 'inResponse'): void => {
    const known = operations.get(schema) ?? new Map();
    operations.set(schema, known);
    const use = known.get(entry) ?? { inRequest: false, inResponse: false };
    known.set(entry, use);
    use[side] = true;
  };
  for (const entry of entriesOf(service)) {
    const { operation } = entry;
    const sent = [
      ...operation.parameters.map(({ schema }) => schema),
      ...(operation.body?.contents ?? []).flatMap(({ schema }) => schema ?? []),
    ];
    const received = operation.responses.flatMap(({ contents }) => contents.flatMap(({ schema }) => schema ?? []));
    for (const schema of reachable(sent)) if (schema.name !== undefined) note(schema, entry, 'inRequest');
    for (const schema of reachable(received)) if (schema.name !== undefined) note(schema, entry, 'inResponse');
  }
  const containers = containersOf(service.schemas);
  return new Map(
    service.schemas.map((schema) => [
      schema,
      {
        operations: [...(operations.get(schema) ?? [])].map(([entry, sides]) => ({ entry, ...sides })),
        schemas: [...(containers.get(schema) ?? [])],
      },
    ]),
  );
}

function containersOf(schemas: readonly Schema[]): ReadonlyMap<Schema, ReadonlySet<Schema & { name: string }>> {
  const containers = new Map<Schema, Set<Schema & { name: string }>>();
  for (const container of schemas) {
    const { name } = container;
    if (name === undefined) continue;
    const met = new Set<Schema>([container]);
    const stack = subschemas(container);
    for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
      if (met.has(schema)) continue;
      met.add(schema);
      if (schema.name === undefined) stack.push(...subschemas(schema));
      else containers.set(schema, (containers.get(schema) ?? new Set()).add(container as Schema & { name: string }));
    }
  }
  return containers;
}
