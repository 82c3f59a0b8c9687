// Prints `conformance.test.ts`: tests of a service for vitest, one for each operation and check, with the settings of a file that users write.
import type { Service } from '../../model/service.ts';
import type { Folder } from '../files/layout.ts';
import type { ConformanceOptions, EmitOptions } from '../files/options.ts';
import { moduleOf } from '../files/table.ts';
import { docComment, generatedBy, jsonLiteral, propertyKey, stringLiteral } from '../text/escape.ts';
import { credentialSchemes } from '../text/security.ts';

/** A test file stands alone: no other file imports it, and its names meet no name of the document but that of the credentials. */
export function emitConformance(service: Service, options: EmitOptions, _folder: Folder): string | undefined {
  const { conformance } = options;
  if (conformance === undefined) return undefined;
  const { settings } = conformance;
  const ids = service.operations.map(({ id }) => `  ${stringLiteral(id)},\n`);
  const credentials = credentialSchemes(service).length === 0 ? undefined : `${service.name}Credentials`;
  const imported = [
    `import { type ConformanceSettings, conformanceTests } from 'octavo/conformance';\n`,
    `import { beforeAll, describe, test } from 'vitest';\n`,
    `import settings from ${stringLiteral(`${settings}${options.importExtension}`)};\n`,
    credentials === undefined ? '' : `import type { ${credentials} } from ${stringLiteral(moduleOf('client', options))};\n`,
  ];
  const doc = docComment([`What \`${settings}.ts\` exports: where the service is, credentials, overrides and waivers.`]);
  return [
    generatedBy(service.id) + imported.join(''),
    `const operations = [${ids.length === 0 ? '' : `\n${ids.join('')}`}] as const;\n`,
    `${doc}export type ${service.name}Conformance = ConformanceSettings<${credentials ?? 'object'}, (typeof operations)[number]>;\n`,
    `const run = conformanceTests(\n${testedText(conformance)}  settings satisfies ${service.name}Conformance,\n);\n`,
    '// No limit here: `maxTime` of the settings limits the run.\nbeforeAll(() => run.start(), 0);\n',
    [
      `describe.each(operations)('%s', (operation) => {\n`,
      `  test.for(run.checks)('%s', (check, { skip }) => run.expect(operation, check, skip));\n`,
      '});\n',
    ].join(''),
    `test('the run is complete, and needs all waivers', () => run.expectRest());\n`,
  ].join('\n');
}

/** The document and how it is read, as an object literal. */
function testedText({ document, root, overlays, reading }: ConformanceOptions): string {
  const url = (path: string): string => `new URL(${stringLiteral(path)}, import.meta.url)`;
  const members = [
    `document: ${url(document)}`,
    `root: ${url(root)}`,
    'operations',
    ...(overlays.length === 0 ? [] : [`overlays: [${overlays.map(url).join(', ')}]`]),
    ...Object.entries(reading).map(([name, value]) => `${propertyKey(name)}: ${jsonLiteral(value)}`),
  ];
  return `  {\n${members.map((member) => `    ${member},\n`).join('')}  },\n`;
}
