// Facts of a document in groups: the service, its security schemes, each operation, webhook and callback, and each component.
import type { JsonObject } from '../../generator/load/description.ts';
import { isObject, joinPointer } from '../../generator/load/pointer.ts';
import { errorFacts, type Fact, type Group, leaves, listAt, objectAt, type Row, statements } from './facts.ts';
import { bodyRows, limits, operationRows, parameterRows, responseRows } from './operation-facts.ts';
import { proseRows } from './prose-facts.ts';
import { schemaRows } from './schema-facts.ts';

/**
 * Groups whose part of the document is the same object as in an earlier reading are not read again, so that reading a document
 * after each of thousands of small changes stays quick. A changed document must therefore be a copy along the path of the change.
 */
export function groupsOf(document: JsonObject): Group[] {
  return [...serviceGroups(document), ...operationGroups(document), ...componentGroups(document)];
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);
/** Members of the document that have groups of their own, or that say nothing of the wire. */
const ELSEWHERE: ReadonlySet<string> = new Set(['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'webhooks', 'components']);

function serviceGroups(document: JsonObject): Group[] {
  const servers = listAt(document, 'servers').flatMap((server, index): Row[] => {
    if (!isObject(server)) return [];
    const at = joinPointer('/servers', index);
    const facts = statements(server).flatMap(([key, value]) => (key === 'url' ? [] : leaves(key, value, joinPointer(at, key))));
    return [{ key: String(server.url), place: { pointer: joinPointer(at, 'url'), part: 'value' }, facts }];
  });
  const extensions = statements(document).flatMap(([key, value]): Group[] => {
    if (ELSEWHERE.has(key) || !isObject(value)) return [];
    const rows = Object.entries(value).map(([name, item]): Row => {
      const at = joinPointer('', key, name);
      const facts = key === 'x-errors' ? errorFacts(item ?? null, at) : leaves('', item ?? null, at);
      return { key: name, place: { pointer: at, part: 'key' }, facts };
    });
    return [{ section: 'service', name: key, place: { pointer: joinPointer('', key), part: 'key' }, rows }];
  });
  return [
    {
      section: 'service',
      name: 'info',
      place: { pointer: '/info', part: 'key' },
      rows: [...proseRows(['/info', document.info], ['/servers', document.servers], ['/tags', document.tags]), ...limits(document, '')],
    },
    { section: 'service', name: 'servers', place: { pointer: '/servers', part: 'key' }, rows: servers },
    ...extensions,
  ];
}

function operationGroups(document: JsonObject): Group[] {
  return [
    ...groupsUnder('operations', objectAt(document, 'paths'), '/paths'),
    ...groupsUnder('webhooks', objectAt(document, 'webhooks'), '/webhooks'),
  ];

  function groupsUnder(section: string, paths: JsonObject, pointer: string): Group[] {
    const shared = [document.security, objectAt(document, 'components').parameters];
    return Object.entries(paths).flatMap(([path, pathItem]) =>
      isObject(pathItem)
        ? remembered(pathItem, [path, ...shared], () => groupsOfPath(section, path, pathItem, joinPointer(pointer, path)))
        : [],
    );
  }

  function groupsOfPath(section: string, path: string, pathItem: JsonObject, pathPointer: string): Group[] {
    return Object.entries(pathItem).flatMap(([method, operation]): Group[] => {
      if (!METHODS.has(method) || !isObject(operation)) return [];
      const pointer = joinPointer(pathPointer, method);
      const own: Group = {
        section,
        name: String(operation.operationId),
        place: { pointer, part: 'key' },
        rows: [
          ...operationRows(document, { method, path, pathPointer, pathItem, pointer, operation }),
          ...proseRows([joinPointer(pathPointer, 'parameters'), pathItem.parameters], [pointer, operation]),
        ],
      };
      const callbacks = Object.entries(objectAt(operation, 'callbacks')).flatMap(([name, callback]) =>
        isObject(callback) ? groupsUnder('callbacks', callback, joinPointer(pointer, 'callbacks', name)) : [],
      );
      return [own, ...callbacks];
    });
  }
}

/** Sections of components: how the rows of one are read. */
const COMPONENTS: Readonly<Record<string, (component: JsonObject, pointer: string) => Row[]>> = {
  securitySchemes: schemeRows,
  parameters: (parameter, pointer) => {
    const named = ['in', 'name'].map(
      (key): Fact => ({ text: `${key} ${String(parameter[key])}`, pointer: joinPointer(pointer, key), part: 'value' }),
    );
    return parameterRows('is', parameter, pointer, { pointer, part: 'key' }, named);
  },
  headers: (header, pointer) => parameterRows('is', header, pointer, { pointer, part: 'key' }),
  requestBodies: (body, pointer) => bodyRows('is', body, pointer),
  responses: (response, pointer) => responseRows('', response, pointer),
  schemas: (schema, pointer) => schemaRows('is', schema, pointer, { pointer, part: 'key' }),
};

function componentGroups(document: JsonObject): Group[] {
  return Object.entries(COMPONENTS).flatMap(([section, rowsOf]) => {
    const components = objectAt(objectAt(document, 'components'), section);
    return remembered(components, [section], () =>
      Object.entries(components).flatMap(([name, component]): readonly Group[] => {
        if (!isObject(component)) return [];
        const pointer = joinPointer('/components', section, name);
        return remembered(component, [section, name], () => [
          { section, name, place: { pointer, part: 'key' }, rows: [...rowsOf(component, pointer), ...proseRows([pointer, component])] },
        ]);
      }),
    );
  });
}

/** Scopes stand in a row of their own; their sentences are for people. */
function schemeRows(scheme: JsonObject, pointer: string): Row[] {
  const facts = statements(scheme).flatMap(([key, value]) => (key === 'flows' ? [] : leaves(key, value, joinPointer(pointer, key))));
  const flows = Object.entries(objectAt(scheme, 'flows')).flatMap(([name, flow]): Row[] => {
    if (!isObject(flow)) return [];
    const at = joinPointer(pointer, 'flows', name);
    const place = { pointer: at, part: 'key' } as const;
    const scopes = Object.keys(objectAt(flow, 'scopes')).map(
      (scope): Fact => ({ text: scope, pointer: joinPointer(at, 'scopes', scope), part: 'key' }),
    );
    const urls = statements(flow).flatMap(([key, value]) => (key === 'scopes' ? [] : leaves(key, value, joinPointer(at, key))));
    return [
      { key: name, place, facts: urls },
      { key: `${name} scopes`, place, facts: scopes },
    ];
  });
  return [{ key: 'is', place: { pointer, part: 'key' }, facts }, ...flows];
}

const memory = new WeakMap<object, { readonly shared: readonly unknown[]; readonly groups: readonly Group[] }>();

/** The groups of a part, read once while the part and what else they depend on (`shared`) are the same. */
function remembered(part: JsonObject, shared: readonly unknown[], read: () => readonly Group[]): readonly Group[] {
  const known = memory.get(part);
  if (known?.shared.every((value, index) => value === shared[index]) === true) return known.groups;
  const groups = read();
  memory.set(part, { shared, groups });
  return groups;
}
