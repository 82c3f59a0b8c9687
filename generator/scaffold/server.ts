// The scaffolded `server.ts`: its first text, and the lines that a new file of handlers adds to one that its owner has edited.
import { type SourceFile, SyntaxKind } from 'ts-morph';
import { stringLiteral } from '../emit/escape.ts';
import type { Service } from '../model/service.ts';
import type { Insertion } from './insert.ts';
import { handlersVariable, securityText } from './text.ts';

interface ServerOptions {
  readonly importExtension: '.ts' | '.js';
  readonly runtime: string;
}

export function serverText(service: Service, files: readonly string[], { importExtension, runtime }: ServerOptions, from: string): string {
  const security = securityText(service);
  const imports = files.map((file) => `import * as ${handlersVariable(file)} from ${stringLiteral(`./${file}${importExtension}`)};`);
  const handlers = files.map((file) => `...${handlersVariable(file)}`).join(', ');
  return `// Starts the ${service.name} service on node:http. Yours to edit.
import { serve } from ${stringLiteral(`${runtime}/node`)};
import { create${service.name}Server } from ${stringLiteral(from)};
${imports.join('\n')}

const handler = create${service.name}Server(${security === '' ? `{ ${handlers} }` : `\n  { ${handlers} },\n  {\n${security}\n  },\n`});

const { url } = await serve(handler, { port: Number(process.env.PORT ?? 3000) });
console.log(\`${service.name} is at \${url}\`);
`;
}

/** What new files of handlers add to the server: an import each, and its handlers. Where the call is not in the shape that was scaffolded, what to do by hand. */
export function serverAdditions(
  server: SourceFile,
  files: readonly string[],
  service: Service,
  { importExtension }: ServerOptions,
): Insertion[] | string {
  const variables = files.map(handlersVariable);
  const lines = files.map((file) => `import * as ${handlersVariable(file)} from ${stringLiteral(`./${file}${importExtension}`)};`);
  const call = server
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((candidate) => candidate.getExpression().getText() === `create${service.name}Server`);
  const handlers = call?.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
  const lastImport = server.getImportDeclarations().at(-1);
  if (handlers === undefined || lastImport === undefined) {
    return `Add \`${lines.join(' ')}\` to server.ts, and \`${variables.map((variable) => `...${variable}`).join(', ')}\` to the handlers.`;
  }
  const spread = variables.map((variable) => `...${variable}`).join(', ');
  const lastHandler = handlers.getProperties().at(-1);
  return [
    { at: lastImport.getEnd(), text: lines.map((line) => `\n${line}`).join('') },
    lastHandler === undefined ? { at: handlers.getStart() + 1, text: ` ${spread} ` } : { at: lastHandler.getEnd(), text: `, ${spread}` },
  ];
}
