// Says which operations have queries, mutations or neither, and how `query.ts` calls what it declares.
import type { Group, Operation, Service } from '../../model/service.ts';
import { identifier } from './escape.ts';

/** The methods that change nothing at the server (RFC 9110 section 9.2.1; `QUERY` too). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Whether a call changes nothing, so that it may be repeated at any time: by its method, or since its list has pages. */
export function isReading({ method, pagination }: Operation): boolean {
  return SAFE.has(method) || pagination !== undefined;
}

/** Whether a successful response is a stream. */
export function isStreaming({ responses }: Operation): boolean {
  return responses.some(
    ({ status, contents }) => status.startsWith('2') && contents.some((one) => one.stream !== undefined || one.streamed === true),
  );
}

/** The groups that have queries: those that have more than streams. */
export function queryGroups({ groups }: Pick<Service, 'groups'>): readonly Group[] {
  return groups.filter(({ members }) => members.some(({ operation }) => !isStreaming(operation)));
}

/** The queries of a tag's operations, or of all operations: `EmailDiscoveryQueries`, `EmailQueries`. */
export function queriesName({ typeName }: Pick<Group, 'typeName'>): string {
  return identifier(`${typeName}Queries`);
}

export function createQueriesName(group: Pick<Group, 'typeName'>): string {
  return `create${queriesName(group)}`;
}
