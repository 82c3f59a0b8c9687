// Builds the search data of the portal: one entry for each operation, webhook, callback, schema, guide, status and statement, with its fields and
// errors.

import { groupBy } from '../../base/group-by.ts';
import { serverPath, serverUrl } from '../../base/server-path.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { reachable } from '../../model/schema/walk.ts';
import type { Service } from '../../model/service.ts';
import { firstSentence } from '../html.ts';
import { schemaUrl } from '../schema-page.ts';
import { fieldsOf } from '../schemas/fields.ts';
import type { Statement } from '../statements.ts';
import { entriesOf, type OperationEntry, titleOf } from './entries.ts';
import { guidesOf } from './guides.ts';
import type { SearchData, SearchEntry } from './search-data.ts';

/** `titles`: those of services that have another one on the site. A script and not JSON, because pages that are opened as files cannot fetch. */
export function searchScript(
  services: readonly Service[],
  statements: readonly Statement[] = [],
  titles: ReadonlyMap<string, string> = new Map(),
): string {
  const data: SearchData = {
    services: Object.fromEntries(
      services.map(({ id, title, servers }) => [id, { title: titles.get(id) ?? title, base: serverPath(serverUrl(servers[0])) }]),
    ),
    entries: searchEntries(services, statements).map((entry, id) => ({ id, ...entry })),
  };
  return `globalThis.octavoSearch = ${JSON.stringify(data).replaceAll('<', '\\u003c')};\n`;
}

type Entry = Omit<SearchEntry, 'id'>;

function searchEntries(services: readonly Service[], statements: readonly Statement[]): readonly Entry[] {
  return [
    ...services.flatMap((service) => entriesOf(service).map((entry) => operationEntry(service, entry))),
    ...services.flatMap((service) => service.schemas.flatMap((schema) => schemaEntry(service, schema))),
    ...services.flatMap(guideEntries),
    ...services.flatMap(statusEntries),
    ...statements.map(({ id, says }) => ({
      service: '',
      kind: 'statement' as const,
      title: says,
      method: '',
      path: id,
      name: id,
      fields: '',
      text: '',
      url: `statements.html#${id}`,
    })),
  ];
}

function guideEntries(service: Service): readonly Entry[] {
  return guidesOf(service).map(({ title, text, says, url }) => ({
    service: service.id,
    kind: 'guide' as const,
    title,
    method: '',
    path: says,
    name: title,
    fields: '',
    text,
    url,
  }));
}

/** A status with more operations is described by how many there are. */
const MOST_NAMED = 3;

/** One for each status of a failure: the operations that answer it, and the page of the only one, or else of the body that most of them give. */
function statusEntries(service: Service): readonly Entry[] {
  const operations = entriesOf(service).filter(({ kind }) => kind === 'operation');
  const answering = groupBy(
    operations.flatMap((entry) =>
      entry.operation.responses.filter(({ status }) => /^[45]\d\d$/.test(status)).map((response) => ({ entry, response })),
    ),
    ({ response }) => response.status,
  );
  return [...answering].sort().map(([status, all]) => {
    const bodies = all.flatMap(({ response }) => response.contents[0]?.schema?.name ?? []);
    const count = (name: string): number => bodies.filter((one) => one === name).length;
    const [body] = [...new Set(bodies)].sort((one, other) => count(other) - count(one));
    const known = body !== undefined && service.schemas.some(({ name }) => name === body);
    const named = all.map(({ entry: { operation, place } }) => `${operation.method.toUpperCase()} ${place}`).join(' and ');
    const by = all.length <= MOST_NAMED ? named : `${all.length} of ${operations.length} operations`;
    return {
      service: service.id,
      kind: 'status' as const,
      title: `${status}: ${firstSentence(all[0].response.description ?? '').replace(/\.$/, '')}`,
      method: '',
      path: `answered by ${by}${known ? `, with ${body}` : ''}`,
      name: status,
      fields: '',
      text: '',
      url: all.length === 1 ? all[0].entry.url : known ? schemaUrl(service, body) : `${service.id}/index.html`,
    };
  });
}

function operationEntry(service: Service, { kind, operation, place, url }: OperationEntry): Entry {
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
  for (const { schema } of contents) if (schema !== undefined) gather(schema, names);
  return {
    service: service.id,
    kind,
    title: titleOf(operation),
    method: operation.method,
    path: place,
    name: operation.id,
    fields: [...names].join(' '),
    text: [...text].join(' '),
    url,
  };
}

function schemaEntry(service: Service, schema: Schema): readonly Entry[] {
  const { name } = schema;
  if (name === undefined) return [];
  const values = (schema.enum ?? schema.known ?? []).filter((value) => typeof value === 'string');
  return [
    {
      service: service.id,
      kind: 'schema',
      title: name,
      method: '',
      path: firstSentence(schema.description ?? schema.title ?? ''),
      name,
      // A name with a space in it would read as two.
      fields: [
        ...fieldsOf(schema)
          .map(({ path }) => path)
          .filter((path) => !/\s/.test(path)),
        ...values,
      ].join(' '),
      text: schema.description ?? '',
      url: schemaUrl(service, name),
    },
  ];
}

/** Collects the names of all fields and named schemas that a schema contains or refers to. */
function gather(start: Schema, names: Set<string>): void {
  for (const schema of reachable([start])) {
    if (schema.name !== undefined) names.add(schema.name);
    for (const name of schema.properties?.keys() ?? []) names.add(name);
    for (const value of schema.enum ?? schema.known ?? []) if (typeof value === 'string') names.add(value);
    if (typeof schema.const?.value === 'string') names.add(schema.const.value);
  }
}
