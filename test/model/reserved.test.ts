// The compiler checks that names chosen by the model do not conflict with anything that emitted code declares or imports.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { camelCase, lowerFirst } from '../../generator/model/names/names.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { document, service } from './support.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Every name that a runtime file exports. */
function runtimeNames(): string[] {
  const folder = path.join(root, 'runtime');
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^(?!node_modules).*\.ts$/.test(name))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:declare )?(?:abstract )?(?:const|function|interface|type|class) (\w+)/gm))
      names.add(name);
  }
  return [...names];
}

const GLOBALS = [
  'Array',
  'Blob',
  'Date',
  'Error',
  'Headers',
  'Map',
  'Object',
  'Promise',
  'Record',
  'Request',
  'Response',
  'String',
  'Math',
  'RegExp',
  'Set',
  'Number',
];
const OWN = ['PetsClient', 'PetsHandlers', 'PetsServerOptions', 'PetsWebhookHandlers', 'PetsSecurity', 'Principal', 'Paths'];
const WORDS = [
  'class',
  'delete',
  'input',
  'options',
  'routes',
  'handlers',
  'transport',
  'context',
  'value',
  'issues',
  'then',
  'constructor',
  'webhooks',
];

test('case 14: schemas and operations named like runtime exports, JavaScript globals and emitted identifiers compile', async () => {
  const names = runtimeNames();
  expect(names.length).toBeGreaterThan(50);
  const schemas = [...names.filter((name) => /^[A-Z]/.test(name)), ...GLOBALS, ...OWN];
  const ids = [
    ...new Map(
      [...names, ...OWN.map(lowerFirst), 'createPetsClient', 'petsService', ...WORDS].map((name) => [camelCase(name).toLowerCase(), name]),
    ).values(),
  ];
  const text = document(
    [
      'components:',
      '  securitySchemes:',
      '    json: { type: apiKey, in: query, name: k }',
      '    Operation: { type: http, scheme: bearer }',
      '  schemas:',
      ...[...new Set(schemas)].map(
        (name) =>
          `    ${name}: { type: object, required: [a], properties: { a: { type: string, format: date }, b: { type: array, items: { type: integer }, uniqueItems: true } } }`,
      ),
      'security: [{ json: [] }, { Operation: [] }]',
      'paths:',
      ...ids.map((id, index) => {
        const schema = schemas[index % schemas.length];
        return `  /p${index}: { post: { operationId: ${id}, parameters: [{ name: q, in: query, schema: { type: integer } }], requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }, responses: { '200': { description: Yes., headers: { X-A: { schema: { type: integer } } }, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } } } } }`;
      }),
      'webhooks:',
      "  Webhook: { post: { requestBody: { content: { application/json: { schema: { type: object } } } }, responses: { '204': { description: None. } } } }",
    ].join('\n'),
  );
  const files = emit(await service(text), {
    importExtension: '.ts',
    formats: 'assert',
    schema: false,
    examples: true,
    runtime: '@octavo/runtime',
  });
  expect(typeCheck(path.join(root, '.octavo/tmp/model/reserved'), files)).toBe('');
});
