// The scaffolded `server.ts` and `main.ts`: the text of new ones, and the insertions into a `server.ts` for new files of handlers.
import { type CallExpression, type SourceFile, SyntaxKind } from 'ts-morph';
import { serverPath, serverUrl } from '../base/server-path.ts';
import { stringLiteral } from '../emit/text/escape.ts';
import type { Service } from '../model/service.ts';
import { type Adapter, startText } from './adapter.ts';
import { firstDeps, securityText } from './deps.ts';
import type { Insertion } from './insert.ts';
import { handlersVariable, type Names, serverVariable } from './names.ts';

interface ServerOptions {
  readonly importExtension: '.ts' | '.js' | '';
  readonly runtime: string;
  readonly adapter: Adapter;
}

export function serverText(service: Service, files: readonly string[], { importExtension }: ServerOptions, from: string): string {
  const security = securityText(service);
  const handlers = files.map((file) => `      ...${handlersVariable(file)}(deps),\n`).join('');
  const settings = security === '' ? '' : `    {\n${security}\n    },\n`;
  return `// The ${service.name} service: all of its handlers, and who may call them. Edit it freely.
import { create${service.name}Server } from ${stringLiteral(from)};
import type { Deps, Principal } from './deps${importExtension}';
${files
  .map((file) => handlersImport(file, importExtension))
  .sort()
  .join('\n')}

export function ${serverVariable(service)}(deps: Deps) {
  return create${service.name}Server<Principal>(
    {
${handlers}    },
${settings}  );
}
`;
}

export function mainText(service: Service, { importExtension, runtime, adapter }: ServerOptions): string {
  const { on, imports, start } = startText(adapter, service.name, runtime);
  const deps = firstDeps(service);
  const note = deps.includes('null') ? '// No caller is known yet, so all are refused.\n' : '';
  return `// Starts the ${service.name} service on ${on}. Edit it freely.
${imports.join('\n')}
import { ${serverVariable(service)} } from './server${importExtension}';

${note}const handler = ${serverVariable(service)}(${deps});

${start.join('\n')}
`;
}

/** The module that `serve` in the configuration may name. */
export function devText(service: Service, { importExtension, runtime }: ServerOptions): string {
  const { id, name, servers } = service;
  const path = serverPath(serverUrl(servers[0]));
  const base = /^[\w/.-]*$/.test(path) ? `\`\${url}${path}\`` : `url + ${stringLiteral(path)}`;
  const url = path === '' ? 'url' : `url: ${base}`;
  return `// Runs the ${name} service beside its mock: \`octavo dev\` starts what \`serve\` in the configuration names. Edit it freely.
import { serve } from ${stringLiteral(`${runtime}/node`)};
import { defineServe } from 'octavo/serve';
import { ${serverVariable(service)} } from './server${importExtension}';

export default defineServe(async ({ port, host }) => {
  const { url, close } = await serve(${serverVariable(service)}(${firstDeps(service)}), { port: port(${stringLiteral(id)}), hostname: host });
  return { services: [{ id: ${stringLiteral(id)}, ${url} }], close };
});
`;
}

/** The imports and handlers that new files add to the server. If the user has changed its call too much, a sentence about what to add by hand. */
export function serverAdditions(
  server: SourceFile,
  files: readonly string[],
  names: Names,
  { importExtension }: Pick<ServerOptions, 'importExtension'>,
): Insertion[] | string {
  const lines = files.map((file) => handlersImport(file, importExtension));
  const call = server
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((candidate) => candidate.getExpression().getText() === names.createServer);
  const handlers = call?.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
  const lastImport = server.getImportDeclarations().at(-1);
  const deps = call === undefined ? undefined : depsOf(call);
  const spread = files.map((file) => `...${handlersVariable(file)}(${deps ?? 'deps'})`);
  if (handlers === undefined || lastImport === undefined || deps === undefined) {
    return `Add \`${lines.join(' ')}\` to server.ts, and \`${spread.join(', ')}\` to the handlers that it passes to \`${names.createServer}\`.`;
  }
  const last = handlers.getProperties().at(-1);
  const { hasTrailingComma, end } = handlers.compilerNode.properties;
  const indent = last === undefined ? '' : (/(?<=\n)[ \t]*$/.exec(server.getFullText().slice(0, last.getStart()))?.[0] ?? '');
  // In the user's layout: on lines of their own, or on one.
  const added = indent === '' ? spread.map((one) => ` ${one}`).join(',') : spread.map((one) => `\n${indent}${one}`).join(',');
  return [
    { at: lastImport.getEnd(), text: lines.map((line) => `\n${line}`).join('') },
    last === undefined
      ? { at: handlers.getStart() + 1, text: `${added} ` }
      : hasTrailingComma
        ? { at: end, text: `${added},` }
        : { at: last.getEnd(), text: `,${added}` },
  ];
}

function handlersImport(file: string, importExtension: string): string {
  return `import { ${handlersVariable(file)} } from ${stringLiteral(`./handlers/${file}${importExtension}`)};`;
}

/** The name that the function around the call has for its dependencies: its first parameter. */
function depsOf(call: CallExpression): string | undefined {
  const owner =
    call.getFirstAncestorByKind(SyntaxKind.FunctionDeclaration) ??
    call.getFirstAncestorByKind(SyntaxKind.ArrowFunction) ??
    call.getFirstAncestorByKind(SyntaxKind.FunctionExpression);
  const name = owner?.getParameters()[0]?.getNameNode();
  return name?.isKind(SyntaxKind.Identifier) === true ? name.getText() : undefined;
}
