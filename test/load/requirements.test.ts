// Security requirements that name their scheme by its URI (OpenAPI 3.2.0, section 4.30): all stages get the name of a component.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { bundle } from '../../generator/load/bundle.ts';
import { buildService } from '../../generator/model/index.ts';
import { document, given, loadIn, project } from './support.ts';

const KEY = '{ type: apiKey, in: header, name: X-Key }';
const SCHEMES = [
  'components:',
  '  securitySchemes:',
  `    old: ${KEY}`,
  '    api.yaml: { type: http, scheme: bearer }',
  `    odd: ${KEY}`,
  '    oauth: { type: openIdConnect, openIdConnectUrl: "https://id.example.com" }',
];

function operation(security: string): string[] {
  return ['paths:', '  /a:', '    get:', `      security: ${security}`, '      responses: { 204: { description: Done. } }'];
}

/** The alternatives of the one operation, as texts, then what is known of schemes, problems and the requirement of the bundle. */
async function read(lines: readonly string[], files: Readonly<Record<string, string>> = {}, version: '3.1.1' | '3.2.0' = '3.2.0') {
  const folder = await project({ 'api.yaml': document(version, ...lines), ...files });
  const loaded = await loadIn(folder, 'api.yaml');
  const description = given(loaded);
  const problems = new Problems();
  const service = buildService(description, {}, problems);
  const bundled = JSON.parse(JSON.stringify(bundle(description)));
  return {
    alternatives: service?.operations[0]?.security.map((all) =>
      all.map(({ scheme, scopes }) => [scheme, ...scopes].join(' ')).join(' and '),
    ),
    kinds: Object.fromEntries(service?.securitySchemes.map(({ name, kind }) => [name, kind]) ?? []),
    problems: [...loaded.lines, ...problems.list.map(({ severity, code }) => `${severity} ${code}`)],
    bundled: bundled.paths['/a']?.get?.security,
  };
}

test.each<[string, string, readonly string[]]>([
  ['a name', '[{ old: [] }]', ['old']],
  ['a pointer', '[{ "#/components/securitySchemes/old": [] }]', ['old']],
  ['a pointer into the file by its name', '[{ "api.yaml#/components/securitySchemes/old": [] }]', ['old']],
  ['a name that looks like a URI', '[{ api.yaml: [] }]', ['api.yaml']],
  ['`./` before it says that it is no name', '[{ "./api.yaml#/components/securitySchemes/odd": [] }]', ['odd']],
  ['beside a name', '[{ odd: [], "#/components/securitySchemes/oauth": [read] }, {}]', ['odd and oauth read', '']],
  ['one scheme by name and by URI', '[{ oauth: [read], "#/components/securitySchemes/oauth": [read, write] }]', ['oauth read write']],
])('%s', async (_, security, want) => {
  const { alternatives, problems } = await read([...operation(security), ...SCHEMES]);
  expect({ alternatives, problems }).toEqual({ alternatives: want, problems: [] });
});

test('URIs are relative to `$self`, and lead to the document itself', async () => {
  const self = '$self: https://api.example.com/v1/api';
  const lines = [
    self,
    ...operation(
      '[{ "https://api.example.com/v1/api#/components/securitySchemes/old": [] }, { "api#/components/securitySchemes/odd": [] }]',
    ),
  ];
  expect(await read([...lines, ...SCHEMES])).toMatchObject({ alternatives: ['old', 'odd'], problems: [] });
});

test('schemes of other files become components', async () => {
  const files = {
    'shared.yaml': document('3.2.0', 'components:', '  securitySchemes:', `    old: { type: http, scheme: basic }`),
    'scheme.yaml': 'type: http\nscheme: bearer\n',
  };
  const security = '[{ "shared.yaml#/components/securitySchemes/old": [] }, { scheme.yaml: [] }, { "./scheme.yaml": [] }, { old: [] }]';
  expect(await read([...operation(security), ...SCHEMES], files)).toMatchObject({
    alternatives: ['old_2', 'scheme', 'scheme', 'old'],
    kinds: { old: 'apiKey', old_2: 'basic', scheme: 'bearer' },
    problems: [],
    bundled: [{ old_2: [] }, { scheme: [] }, { scheme: [] }, { old: [] }],
  });
});

test('the requirements of a path in another file name the schemes of the entry, and have URIs of their own', async () => {
  const files = {
    'lib/path.yaml': `get:\n  security: [{ old: [] }, { "../api.yaml#/components/securitySchemes/odd": [] }, { "#/own": [] }]\n  responses: { 204: { description: Done. } }\nown: ${KEY}\n`,
  };
  const { alternatives, bundled } = await read(['paths: { /a: { $ref: lib/path.yaml } }', ...SCHEMES], files);
  expect(alternatives).toEqual(['old', 'odd', 'own']);
  expect(bundled).toEqual([{ old: [] }, { odd: [] }, { own: [] }]);
});

test.each<[string, string, readonly string[]]>([
  ['to nothing', '[{ "#/components/securitySchemes/none": [] }]', ['warning security-scheme-unknown']],
  ['to a schema', '[{ "#/components/schemas/S": [] }]', ['unsupported ref-wrong-kind 8:20']],
])('a URI that leads %s lets nobody in', async (_, security, want) => {
  const { alternatives, problems } = await read([...operation(security), ...SCHEMES, '  schemas: { S: {} }']);
  expect(problems).toEqual(want);
  expect(alternatives ?? 'left out').not.toEqual([]);
});

test('an address outside the project is refused', async () => {
  const folder = await project({
    'api.yaml': document('3.2.0', ...operation('[{ "https://example.com/api.yaml#/components/securitySchemes/old": [] }]'), ...SCHEMES),
  });
  expect((await loadIn(folder, 'api.yaml')).lines).toEqual(['error ref-remote 8:20']);
});

test('before OpenAPI 3.2, a requirement has names only', async () => {
  const { alternatives, problems } = await read(
    [...operation('[{ "#/components/securitySchemes/old": [] }, { old: [] }]'), ...SCHEMES],
    {},
    '3.1.1',
  );
  expect({ alternatives, problems }).toEqual({ alternatives: ['old'], problems: ['warning security-scheme-unknown'] });
});
