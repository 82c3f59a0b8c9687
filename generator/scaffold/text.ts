// The text of scaffolded files: the head of a file, a handler, the security of a server; and the names of files.
import path from 'node:path';
import type { HeldSchemas } from '../emit/held/held.ts';
import { docComment, isIdentifier, propertyKey, stringLiteral } from '../emit/text/escape.ts';
import { isDevice, kebabCase } from '../model/names/names.ts';
import type { Operation, Service } from '../model/service.ts';
import { exampleResult } from './example.ts';

/** The file name of a tag, without its extension: letters, digits and hyphens, in lower case. */
export function fileNameOf(tag: string | undefined): string {
  const plain = kebabCase(tag ?? '');
  if (plain === '') return 'handlers';
  return isDevice(plain) || plain === 'server' || plain === 'index' ? `${plain}-handlers` : plain;
}

/** The relative path by which files in the folder import the generated code. */
export function importPath(options: { readonly folder: string; readonly generated: string; readonly importExtension: string }): string {
  const { folder, generated, importExtension } = options;
  const relative = path
    .relative(folder, path.join(generated, `index${importExtension}`))
    .split(path.sep)
    .join('/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** The variable in `server.ts` for the handlers of a file. */
export function handlersVariable(fileName: string): string {
  const words = fileName.split('-').map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  const name = `${words.join('')}Handlers`;
  return isIdentifier(name) ? name : `_${name}`;
}

/** Whether the document has no complete example of a result, so that the handler has to return `notImplemented()`. */
export function lacksExample(operation: Operation, held: HeldSchemas): boolean {
  return exampleResult(operation, held) === undefined;
}

/** The import of `notImplemented`, under a name that is free in its file. */
export interface NotImplemented {
  readonly name: string;
  readonly statement: string;
}

export function importNotImplemented(runtime: string, isTaken: (name: string) => boolean): NotImplemented {
  let name = 'notImplemented';
  while (isTaken(name)) name += '_';
  const imported = name === 'notImplemented' ? name : `notImplemented as ${name}`;
  return { name, statement: `import { ${imported} } from ${stringLiteral(runtime)};` };
}

/** The head of a file of handlers; `blank` if one of them calls it. */
export function headText(tag: string | undefined, service: Service, from: string, blank: NotImplemented | undefined): string {
  const what = tag === undefined ? 'without a tag' : `tagged ${JSON.stringify(tag).replaceAll(/[\u2028\u2029]/g, ' ')}`;
  return [
    `// Handlers of the operations ${what}. Edit them freely: \`octavo scaffold\` only adds handlers that are missing.`,
    ...(blank === undefined ? [] : [blank.statement]),
    `import type { ${service.name}Handlers } from ${stringLiteral(from)};`,
    '',
  ].join('\n');
}

function sentence(text: string): string {
  return /[.!?:;`]$/.test(text) ? text : `${text}.`;
}

/** An exported handler that returns the document's example, or 501 without one. */
export function handlerText(operation: Operation, service: Service, blank: NotImplemented, held: HeldSchemas): string {
  const comment = docComment([
    `${sentence(operation.summary ?? operation.description ?? operation.id)} \`${operation.method} ${operation.path}\``,
  ]);
  const type = `NonNullable<${service.name}Handlers[${stringLiteral(operation.name)}]>`;
  const result = exampleResult(operation, held);
  const body =
    result === undefined
      ? ['  // The document has no example of a response: this answers 501 until you implement it.', `  return ${blank.name}();`]
      : ['  // The example from the document, until you implement this.', `  return ${result};`];
  const parameters = result === undefined ? '' : '_input, _context';
  return `${comment}export const ${operation.name}: ${type} = (${parameters}) => {\n${body.join('\n')}\n};\n`;
}

/** The authentication of a new server: every security scheme rejects every request until the user implements it. */
export function securityText(service: Service): string {
  const used = new Set(
    service.operations.flatMap((operation) => operation.security.flatMap((alternative) => alternative.map(({ scheme }) => scheme))),
  );
  const schemes = service.securitySchemes.filter((scheme) => used.has(scheme.name));
  if (schemes.length === 0) return '';
  const rows = schemes.map((scheme) => `      ${propertyKey(scheme.name)}: () => null,`);
  return [
    '    // Authenticates callers: return what your handlers need to know about the caller, or `null` to reject the request, as now.',
    '    security: {',
    ...rows,
    '    },',
  ].join('\n');
}
