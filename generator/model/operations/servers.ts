// `servers` of a document, a path or an operation → servers with their variables (OpenAPI 3.1, Server Object).
import { isObject } from '../../load/pointer.ts';
import { child, type DocumentNode, members, optional, text, texts } from '../document-node.ts';
import type { Server } from '../service.ts';

/** `undefined` where the object has no `servers`. */
export function readServers(node: DocumentNode): Server[] | undefined {
  const servers = members(child(node, 'servers'));
  return servers.length === 0 ? undefined : servers.map(([, server]) => readServer(server));
}

function readServer(node: DocumentNode): Server {
  const variables = members(child(node, 'variables')).filter(([, variable]) => isObject(variable.value));
  return {
    url: text(node, 'url') ?? '/',
    ...optional('description', text(node, 'description')),
    variables: variables.map(([name, variable]) => {
      const initial = text(variable, 'default') ?? '';
      const values = texts(variable, 'enum');
      return {
        name,
        default: initial,
        ...optional('enum', values === undefined || values.includes(initial) ? values : [initial, ...values]),
        ...optional('description', text(variable, 'description')),
      };
    }),
  };
}

/** The path of the first server with the defaults of its variables, without a trailing slash: where a generated server has its paths by default. */
export function basePathOf([first]: readonly Server[]): string {
  const filled = (first?.url ?? '/').replace(
    /\{([^{}]+)\}/g,
    (whole, name) => first?.variables.find((one) => one.name === name)?.default ?? whole,
  );
  const path = filled
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
