// `servers` of a document, a path or an operation → servers with their variables checked (OpenAPI 3.1, Server Object).
import { isObject } from '../load/pointer.ts';
import type { Problems } from '../problem.ts';
import { child, keyOf, members, optional, type Place, text, texts } from './place.ts';
import type { Server, ServerVariable } from './service.ts';

/** `undefined` where the place writes none. */
export function readServers(place: Place, problems: Problems): Server[] | undefined {
  const servers = members(child(place, 'servers'));
  return servers.length === 0 ? undefined : servers.map(([, server]) => readServer(server, problems));
}

const VARIABLE = /\{([^{}]*)\}/g;

function readServer(place: Place, problems: Problems): Server {
  const url = text(place, 'url') ?? '/';
  const declared = child(place, 'variables');
  const variables = members(declared)
    .filter(([, variable]) => isObject(variable.value))
    .map(([name, variable]) => readVariable(name, variable, problems));
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  for (const [, name = ''] of url.matchAll(VARIABLE)) {
    if (byName.has(name)) continue;
    problems.add({
      code: 'server-variable-undeclared',
      severity: 'error',
      message: `The server's URL has the variable {${name}}, which is not under its \`variables\`.`,
      fix: `Declare \`${name}\` with a \`default\`, or take it out of the URL.`,
      location: child(place, 'url').location,
    });
  }
  const filled = url.replace(VARIABLE, (_, name: string) => byName.get(name)?.default ?? '');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(filled.trim())?.[1];
  if (scheme !== undefined && !/^(?:https?|wss?)$/i.test(scheme)) {
    problems.add({
      code: 'server-scheme',
      severity: 'error',
      message: `The server's URL has the scheme ${scheme}:, over which no operation can be called.`,
      fix: 'Write an `https:` or `http:` URL, or a relative one.',
      location: child(place, 'url').location,
    });
  }
  return { url, ...optional('description', text(place, 'description')), variables };
}

function readVariable(name: string, place: Place, problems: Problems): ServerVariable {
  const fallback = text(place, 'default') ?? '';
  const values = texts(place, 'enum');
  if (values !== undefined && !values.includes(fallback)) {
    problems.add({
      code: 'server-variable-default',
      severity: 'error',
      message: `The default '${fallback}' of the server variable {${name}} is not among its \`enum\`.`,
      fix: 'Add it to the `enum`, or choose one of those.',
      location: text(place, 'default') === undefined ? keyOf(place) : child(place, 'default').location,
    });
  }
  return { name, default: fallback, ...optional('enum', values), ...optional('description', text(place, 'description')) };
}
