// Builds the search data of the portal: one entry for each operation, webhook, callback, schema and statement, with its fields and errors.
import type { Schema } from '../model/schema/schema.ts';
import { reachable } from '../model/schema/walk.ts';
import type { Operation, Service } from '../model/service.ts';
import { operationUrl } from './anchor.ts';
import { entriesOf } from './entries.ts';
import type { Statement } from './statements.ts';

/** One search result. Plain data; portal.js indexes all fields but `id`, `service`, `kind` and `url`. */
export interface SearchEntry {
  readonly id: number;
  /** Id of the service; empty for a statement. */
  readonly service: string;
  readonly kind: 'operation' | 'webhook' | 'callback' | 'schema' | 'statement';
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** The `operationId`, or the path where there is none, the name of a schema, or the number of a statement. */
  readonly name: string;
  /** Names of parameters, fields, statuses and schemas. */
  readonly fields: string;
  readonly text: string;
  /** Relative to the page of the portal. */
  readonly url: string;
}

export function searchEntries(services: readonly Service[], statements: readonly Statement[] = []): readonly SearchEntry[] {
  const entries: Omit<SearchEntry, 'id'>[] = [];
  for (const service of services) {
    const users = new Map<Schema, Operation>();
    for (const { kind, operation, place, url } of entriesOf(service)) {
      const names = new Set<string>([operation.name, ...operation.tags]);
      const text = new Set<string>([operation.description ?? '']);
      for (const parameter of operation.parameters) {
        names.add(parameter.name);
        text.add(parameter.description ?? '');
      }
      for (const response of operation.responses) {
        names.add(response.status);
        text.add(response.description);
        for (const header of response.headers) names.add(header.name);
      }
      const contents = [...(operation.body?.contents ?? []), ...operation.responses.flatMap((response) => response.contents)];
      for (const { schema } of contents)
        if (schema !== undefined) gather(schema, names, (found) => users.has(found) || users.set(found, operation));
      entries.push({
        service: service.id,
        kind,
        title: operation.summary ?? operation.id,
        method: operation.method,
        path: place,
        name: operation.id,
        fields: [...names].join(' '),
        text: [...text].join(' '),
        url,
      });
    }
    for (const schema of service.schemas) {
      const user = users.get(schema);
      const names = new Set<string>();
      gather(schema, names, () => {});
      entries.push({
        service: service.id,
        kind: 'schema',
        title: schema.name ?? '',
        method: '',
        path: user === undefined ? '' : `used by ${user.id}`,
        name: schema.name ?? '',
        fields: [...names].join(' '),
        text: schema.description ?? '',
        url: user === undefined ? `${service.id}/index.html` : operationUrl(service, user),
      });
    }
  }
  for (const { id, says } of statements) {
    entries.push({
      service: '',
      kind: 'statement',
      title: says,
      method: '',
      path: id,
      name: id,
      fields: '',
      text: '',
      url: `statements.html#${id}`,
    });
  }
  return entries.map((entry, id) => ({ id, ...entry }));
}

/** Collects the names of all fields and named schemas that a schema contains or refers to. */
function gather(start: Schema, names: Set<string>, visit: (schema: Schema) => void): void {
  for (const schema of reachable([start])) {
    visit(schema);
    if (schema.name !== undefined) names.add(schema.name);
    for (const name of schema.properties?.keys() ?? []) names.add(name);
    for (const value of schema.enum ?? schema.known ?? []) if (typeof value === 'string') names.add(value);
    if (typeof schema.const?.value === 'string') names.add(schema.const.value);
  }
}
