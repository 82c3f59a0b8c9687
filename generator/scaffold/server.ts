// The scaffolded `server.ts`: the text of a new one, and the insertions into an existing one for new files of handlers.
import { type SourceFile, SyntaxKind } from 'ts-morph';
import { stringLiteral } from '../emit/text/escape.ts';
import type { Service } from '../model/service.ts';
import { type Adapter, startText } from './adapter.ts';
import type { Insertion } from './insert.ts';
import { handlersVariable, securityText } from './text.ts';

interface ServerOptions {
  readonly importExtension: '.ts' | '.js' | '';
  readonly runtime: string;
  readonly adapter: Adapter;
}

export function serverText(
  service: Service,
  files: readonly string[],
  { importExtension, runtime, adapter }: ServerOptions,
  from: string,
): string {
  const security = securityText(service);
  const { on, imports: needed, start } = startText(adapter, service.name, runtime);
  const imports = files.map((file) => `import * as ${handlersVariable(file)} from ${stringLiteral(`./${file}${importExtension}`)};`);
  const handlers = files.map((file) => `...${handlersVariable(file)}`).join(', ');
  return `// Starts the ${service.name} service on ${on}. Edit it freely.
${needed.join('\n')}
import { create${service.name}Server } from ${stringLiteral(from)};
${imports.join('\n')}

const handler = create${service.name}Server(${security === '' ? `{ ${handlers} }` : `\n  { ${handlers} },\n  {\n${security}\n  },\n`});

${start.join('\n')}
`;
}

/** The imports and handlers that new files add to the server. If the user has changed its call too much, a sentence about what to add by hand. */
export function serverAdditions(
  server: SourceFile,
  files: readonly string[],
  service: Service,
  { importExtension }: Pick<ServerOptions, 'importExtension'>,
): Insertion[] | string {
  const variables = files.map(handlersVariable);
  const lines = files.map((file) => `import * as ${handlersVariable(file)} from ${stringLiteral(`./${file}${importExtension}`)};`);
  const call = server
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((candidate) => candidate.getExpression().getText() === `create${service.name}Server`);
  const handlers = call?.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
  const lastImport = server.getImportDeclarations().at(-1);
  if (handlers === undefined || lastImport === undefined) {
    return `Add \`${lines.join(' ')}\` to server.ts, and \`${variables.map((variable) => `...${variable}`).join(', ')}\` to the handlers that it passes to \`create${service.name}Server\`.`;
  }
  const spread = variables.map((variable) => `...${variable}`).join(', ');
  const lastHandler = handlers.getProperties().at(-1);
  return [
    { at: lastImport.getEnd(), text: lines.map((line) => `\n${line}`).join('') },
    lastHandler === undefined ? { at: handlers.getStart() + 1, text: ` ${spread} ` } : { at: lastHandler.getEnd(), text: `, ${spread}` },
  ];
}
