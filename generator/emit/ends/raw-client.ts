// Prints `raw-client.ts`: a function that creates an openapi-fetch client of all operations. In a file of its own, since only it loads openapi-fetch.
import type { Service } from '../../model/service.ts';
import { createImports } from '../files/imports.ts';
import type { Folder } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { docComment, generatedBy } from '../text/escape.ts';
import { createRawClientName, namesOf } from '../text/names.ts';

export function emitRawClient(service: Service, options: EmitOptions, folder: Folder): string {
  const { service: info, taken } = namesOf(service);
  const imports = createImports({ options, folder, file: 'raw-client', taken, locals: ['options'] });
  const paths = imports.type('schema', 'paths');
  const given = imports.type('client', `${service.name}ClientOptions`);
  const raw = `${imports.type('runtime/raw-client', 'RawClient')}<${paths}>`;
  const transport = `${imports.value('runtime', 'createTransport')}(${imports.value('operations', info)}, options)`;
  const rows = service.operations.map((operation) => imports.value('operations', operation.name));
  const line = [transport, ...rows].join(', ');
  const list = line.length <= 80 ? line : `\n${[transport, ...rows].map((row) => `    ${row},\n`).join('')}  `;
  const doc = docComment([
    `Creates an openapi-fetch client of ${service.title}: its operations by method and path, encoded and secured as by the typed client, whose options it has.`,
  ]);
  const body = `  return ${imports.value('runtime/raw-client', 'createRawClient')}<${paths}>(${list});\n`;
  const declaration = `export function ${createRawClientName(service)}(options: ${given} = {}): ${raw} {\n${body}}\n`;
  return [`${generatedBy(service.id)}${imports.text()}`, doc + declaration].join('\n');
}
