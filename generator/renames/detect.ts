// Finds what two versions of a document call by different names, with how sure it is.
import type { Group, Operation, Parameter, SecurityScheme, Service } from '../model/service.ts';
import { type Ambiguity, isAlike, matched, type Rename, sameWords } from './rename.ts';
import { schemaRenames } from './schemas.ts';

export interface Renames {
  readonly sure: readonly Rename[];
  readonly unsure: readonly Ambiguity[];
}

export function detectRenames(before: Service, after: Service): Renames {
  const sure: Rename[] = [];
  const unsure: Ambiguity[] = [];
  for (const [old, now] of pairOperations(before, after)) {
    if (old.name !== now.name || old.typeName !== now.typeName) sure.push(operationRename(old, now, before, after));
    parameterRenames(old, now, sure, unsure);
  }
  schemaRenames(before, after, sure, unsure);
  tagRenames(before, after, sure);
  schemeRenames(before, after, sure, unsure);
  return { sure, unsure };
}

/** By method and path, whatever path parameters are called; else by id. */
function pairOperations(before: Service, after: Service): [Operation, Operation][] {
  const routeOf = ({ method, path }: Operation): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
  return before.operations.flatMap((old) => {
    const now =
      after.operations.find((one) => routeOf(one) === routeOf(old)) ??
      after.operations.find((one) => one.id === old.id && one.method === old.method);
    return now === undefined ? [] : [[old, now] as [Operation, Operation]];
  });
}

const TYPE_ENDINGS = ['Input', 'Result', 'Page', 'Item'];

function operationRename(old: Operation, now: Operation, before: Service, after: Service): Rename {
  const memberOf = (service: Service, operation: Operation): readonly [string, string] | undefined => {
    const group = service.groups.find(({ members }) => members.some((member) => member.operation === operation));
    const member = group?.members.find((one) => one.operation === operation);
    return group === undefined || member === undefined ? undefined : [group.typeName, member.name];
  };
  const [had, has] = [memberOf(before, old), memberOf(after, now)];
  const inGroup = had === undefined || has === undefined || had[1] === has[1] ? [] : [{ chain: [...had], to: has[1] }];
  const types = TYPE_ENDINGS.map((ending) => ({ chain: [`${old.typeName}${ending}`], to: `${now.typeName}${ending}` }));
  const names = [{ chain: [old.name], to: now.name }, { chain: ['*', old.name], to: now.name }, ...inGroup, ...types];
  return {
    kind: 'operation',
    from: old.id,
    to: now.id,
    of: '',
    reason: `the same method and path, \`${now.method} ${now.path}\``,
    certainty: 'certain',
    names,
  };
}

function parameterRenames(old: Operation, now: Operation, sure: Rename[], unsure: Ambiguity[]): void {
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    const [was, is] = [old, now].map(({ parameters }) => parameters.filter((parameter) => parameter.in === place)) as [
      Parameter[],
      Parameter[],
    ];
    const gone = was.filter(({ name }) => is.every((one) => one.name !== name));
    const fresh = is.filter(({ name }) => was.every((one) => one.name !== name));
    // The parameters of a path stand in an order that says which is which.
    const isOrdered = place === 'path' && was.length === is.length;
    const fits = (one: Parameter, other: Parameter): boolean =>
      isOrdered ? was.indexOf(one) === is.indexOf(other) : one.required === other.required && isAlike(one.schema, other.schema);
    const of = `of ${now.id}`;
    for (const { from, to } of matched(gone, fresh, fits, ({ name }) => name, { kind: 'parameter', of }, unsure)) {
      const [code, fresh] = [from.codeName ?? from.name, to.codeName ?? to.name];
      sure.push({
        kind: 'parameter',
        from: from.name,
        to: to.name,
        of,
        reason: isOrdered ? 'the same place in the path' : 'the same place and schema',
        certainty: isOrdered || sameWords(from.description, to.description) ? 'certain' : 'likely',
        // Its input has the name of the new operation by then, or still that of the old.
        names: [{ chain: [`${old.typeName}Input`, place, code], to: fresh }],
      });
    }
  }
}

/** Groups with the same operations. */
function tagRenames(before: Service, after: Service, sure: Rename[]): void {
  const operationsOf = ({ members }: Group): string =>
    members
      .map(({ operation }) => `${operation.method} ${operation.path}`)
      .sort()
      .join('\n');
  for (const old of before.groups) {
    const now = after.groups.find((group) => operationsOf(group) === operationsOf(old));
    if (now === undefined || now.name === old.name) continue;
    // The names of methods leave out what the name of the group says.
    const methods = old.members.flatMap((member) => {
      const other = now.members.find(
        ({ operation }) => operation.method === member.operation.method && operation.path === member.operation.path,
      );
      return other === undefined || other.name === member.name ? [] : [{ chain: [old.typeName, member.name], to: other.name }];
    });
    const names = [
      ...methods,
      { chain: ['*', old.name], to: now.name },
      { chain: [old.typeName], to: now.typeName },
      { chain: [`create${old.typeName}`], to: `create${now.typeName}` },
      { chain: [old.handlersName], to: now.handlersName },
      { chain: [`Required${old.handlersName}`], to: `Required${now.handlersName}` },
    ];
    sure.push({ kind: 'tag', from: old.tag, to: now.tag, of: '', reason: 'the same operations', certainty: 'certain', names });
  }
}

function schemeRenames(before: Service, after: Service, sure: Rename[], unsure: Ambiguity[]): void {
  const gone = before.securitySchemes.filter(({ name }) => after.securitySchemes.every((scheme) => scheme.name !== name));
  const fresh = after.securitySchemes.filter(({ name }) => before.securitySchemes.every((scheme) => scheme.name !== name));
  const factsOf = ({
    name: _name,
    identifier: _identifier,
    location: _location,
    description: _description,
    ...facts
  }: SecurityScheme & { readonly description?: string }): string =>
    JSON.stringify(facts, (key, value: unknown) => (key === 'location' ? undefined : value));
  const fits = (one: SecurityScheme, other: SecurityScheme): boolean => factsOf(one) === factsOf(other);
  for (const { from, to } of matched(gone, fresh, fits, ({ name }) => name, { kind: 'security scheme', of: '' }, unsure)) {
    const names = [
      { chain: ['*', from.name], to: to.name },
      { chain: [from.identifier], to: to.identifier },
    ];
    sure.push({
      kind: 'security scheme',
      from: from.name,
      to: to.name,
      of: '',
      reason: 'the same kind and place',
      certainty: 'certain',
      names,
    });
  }
}
