// The scaffolded `server.ts`: its first text, and the lines that a new file of handlers adds to one that its owner has edited.
import { type SourceFile, SyntaxKind } from 'ts-morph';
import { stringLiteral } from '../emit/escape.ts';
import type { Service } from '../model/service.ts';
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
import { createServer } from 'node:http';
import { nodeListener } from ${stringLiteral(`${runtime}/node`)};
import { create${service.name}Server } from ${stringLiteral(from)};
${imports.join('\n')}

const handler = create${service.name}Server(
  { ${handlers} },
  {
${security === '' ? '' : `${security}\n`}  },
);

const port = Number(process.env.PORT ?? 3000);
createServer(nodeListener(handler)).listen(port, '127.0.0.1', () => {
  console.log(\`${service.name} is at http://127.0.0.1:\${port}\`);
});
`;
}

/** Adds a new file's import and its handlers. Where the call is not in the shape that was scaffolded, returns what to do by hand. */
export function addToServer(server: SourceFile, file: string, service: Service, { importExtension }: ServerOptions): string[] {
  const variable = handlersVariable(file);
  const newline = server.getFullText().includes('\r\n') ? '\r\n' : '\n';
  const call = server
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .find((candidate) => candidate.getExpression().getText() === `create${service.name}Server`);
  const handlers = call?.getArguments()[0]?.asKind(SyntaxKind.ObjectLiteralExpression);
  const last = server.getImportDeclarations().at(-1);
  const line = `import * as ${variable} from ${stringLiteral(`./${file}${importExtension}`)};`;
  if (handlers === undefined || last === undefined) return [`Add \`${line}\` to server.ts, and \`...${variable}\` to the handlers.`];
  // The later place first, so that the earlier one still counts.
  const properties = handlers.getProperties();
  const end = properties.at(-1)?.getEnd() ?? handlers.getStart() + 1;
  server.insertText(end, properties.length === 0 ? ` ...${variable} ` : `, ...${variable}`);
  server.insertText(server.getImportDeclarations().at(-1)?.getEnd() ?? last.getEnd(), newline + line);
  return [];
}
