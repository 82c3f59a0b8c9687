// `servers` of a document, a path or an operation → servers with their variables (OpenAPI 3.1, Server Object).
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, members, optional, text, texts } from '../document-node.ts';
import type { Server } from '../service.ts';

/** `undefined` where the place writes none. */
export function readServers(place: DocumentNode): Server[] | undefined {
  const servers = members(child(place, 'servers'));
  return servers.length === 0 ? undefined : servers.map(([, server]) => readServer(server));
}

function readServer(place: DocumentNode): Server {
  const variables = members(child(place, 'variables')).filter(([, variable]) => isObject(variable.value));
  return {
    url: text(place, 'url') ?? '/',
    ...optional('description', text(place, 'description')),
    variables: variables.map(([name, variable]) => ({
      name,
      default: text(variable, 'default') ?? '',
      ...optional('enum', texts(variable, 'enum')),
      ...optional('description', text(variable, 'description')),
    })),
  };
}
