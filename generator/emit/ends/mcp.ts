// Prints `mcp.ts`: the operations as tools for models, each with its facts in one template of JSON, which compilers do not check.
import type { Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { docComment, generatedBy, propertyKey, rawJsonString } from '../text/escape.ts';
import { checksName, createToolsName, namesOf } from '../text/names.ts';
import { wrappedRawJson } from '../text/wrapped-literal.ts';
import { type Members, serviceFacts } from './mcp-facts.ts';

export function emitMcp(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const imports = createImports({ options, folder, file: 'mcp', taken: namesOf(service).taken, locals: ['facts', 'options'] });
  const { operations, schemas, ...about } = serviceFacts(service);
  const parse = imports.value('runtime/mcp', 'toolFacts');
  const make = imports.value('runtime/mcp', 'operationTools');
  const tools = imports.type('runtime/mcp', 'McpTools');
  const type = `${imports.type('client', `${service.name}ClientOptions`)} & ${imports.type('runtime/mcp', 'ToolOptions')}`;
  const rows = service.operations.map((operation) => {
    const row = imports.value('operations', operation.name);
    return `      ${propertyKey(operation.name)}: [${row}, ${imports.value('checks', checksName(operation))}],\n`;
  });
  const info = imports.value('operations', namesOf(service).service);
  const json = [
    ...Object.entries(about).map(([name, value]) => memberText(name, value, 2)),
    ...(['operations', 'schemas'] as const).map((name) => sectionText(name, name === 'operations' ? operations : schemas)),
  ];
  const doc = docComment([
    `The operations of ${service.title} as tools for models: \`toMcpServer(${createToolsName(service)}({ credentials }))\`. Its options are those of the client.`,
  ]);
  const table = rows.length === 0 ? '{}' : `{\n${rows.join('')}    }`;
  const text =
    `const facts = /* @__PURE__ */ ${parse}(String.raw\`{\n${json.join(',\n')}\n}\`);\n\n` +
    `${doc}export function ${createToolsName(service)}(options: ${type} = {}): ${tools} {\n` +
    `  return ${make}(\n    ${info},\n    options,\n    ${table},\n    facts,\n  );\n}\n`;
  return `${generatedBy(service.id)}${imports.text()}\n${text}`;
}

function sectionText(name: string, members: Members): string {
  const rows = Object.entries(members).map(([key, value]) => memberText(key, value, 4));
  return `  ${rawJsonString(name)}: {${rows.length === 0 ? '' : `\n${rows.join(',\n')}\n  `}}`;
}

function memberText(name: string, value: Members[string], indent: number): string {
  const head = `${' '.repeat(indent)}${rawJsonString(name)}: `;
  return `${head}${wrappedRawJson(value, head.length, indent)}`;
}
