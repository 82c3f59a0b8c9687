// Structural problems of documents: one table per OpenAPI object, each row with the smallest document that has the fault.
import { describe, expect, test } from 'vitest';
import { objects } from '../../generator/load/check/grammar.ts';
import { rowsOf } from '../../generator/load/check/shapes.ts';
import { formatProblem } from '../../generator/load/frame.ts';
import { document, loadText, withSchema } from './support.ts';

type Version = '3.0.3' | '3.1.1' | '3.2.0';
type Row = [title: string, version: Version, lines: string[], want: string[]];

/** A document with the operation `GET /a`, whose fields begin on line 8, column 7. */
function operation(...lines: string[]): string[] {
  return ['paths:', '  /a:', '    get:', ...lines.map((line) => `      ${line}`)];
}

const okay = 'responses: { 200: { description: d } }';

function table(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%s (%s)', async (_title, version, lines, want) => {
      expect((await loadText(document(version, ...lines))).marked).toEqual(want);
    });
  });
}

table('the document', [
  ['nothing but paths', '3.0.3', ['paths: {}'], []],
  ['no paths in 3.0', '3.0.3', [], ['warning missing-field o']],
  ['no paths, webhooks, components', '3.1.1', [], ['warning missing-field o']],
  ['webhooks only', '3.1.1', ['webhooks: {}'], []],
  ['webhooks in 3.0', '3.0.3', ['webhooks: {}', 'paths: {}'], ['warning not-in-version webhooks']],
  ['a slip in a name', '3.1.1', ['pahts: {}', 'components: {}'], ['warning unknown-field pahts']],
  ['extensions are data', '3.1.1', ['paths: {}', 'x-a: { $ref: nowhere.yaml }'], []],
  ['words of booleans', '3.1.1', ['paths: {}', 'x-boolean-words: { true: [t] }'], []],
  [
    'words of booleans where nothing is boolean',
    '3.1.1',
    ['paths: {}', 'components: { parameters: { p: { name: p, in: query, schema: { type: boolean }, x-boolean-words: {} } } }'],
    ['warning boolean-words-invalid x-boolean-words'],
  ],
  [
    'a dialect that is not known',
    '3.1.1',
    ['paths: {}', 'jsonSchemaDialect: http://json-schema.org/draft-07/schema#'],
    ['warning dialect-unknown http://json-schema.org/draft-07/schema#'],
  ],
  ['the dialects that are', '3.1.1', ['paths: {}', 'jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base'], []],
  ['tags without a name', '3.1.1', ['paths: {}', 'tags: [{ description: d }]'], ['warning missing-field {']],
  ['text where a list is wanted', '3.1.1', ['paths: {}', 'tags: a'], ['error wrong-type a']],
  ['nothing where a list is wanted', '3.1.1', ['paths: {}', 'tags:'], ['warning wrong-type tags']],
  ['what people read is not worth an error', '3.1.1', ['paths: {}', 'externalDocs: {}'], ['warning missing-field externalDocs']],
]);

table('info, and case 24', [
  ['version 1.10 unquoted', '3.1.1', ['paths: {}', 'tags: [{ name: 1.10 }]'], ['warning wrong-type 1.10']],
  [
    'a reference where none is allowed',
    '3.1.1',
    ['paths: {}', 'externalDocs: { $ref: docs.yaml }'],
    ['warning ref-not-allowed $ref', 'warning file-not-found docs.yaml'],
  ],
]);

test('case 24: the fix for the unquoted version 1.10 keeps its digits', async () => {
  const { problems } = await loadText('openapi: 3.1.1\ninfo:\n  title: T\n  version: 1.10\npaths: {}\n');
  const [first = '', place = '', ...others] = problems
    .map((problem) => formatProblem(problem, { color: false }))
    .join('\n')
    .split('\n');
  expect(first).toBe('warning wrong-type: `version` is the number 1.1; expected a string. It is read as a string.');
  expect(place).toMatch(/^ {2}at .*api\.yaml:4:12$/);
  expect(others).toEqual([
    '    2 | info:',
    '    3 |   title: T',
    '  > 4 |   version: 1.10',
    '      |            ^^^^',
    '    5 | paths: {}',
    '    6 |',
    '  fix: Put it in quotes: `version: "1.10"`.',
  ]);
});

test('case 24: `openapi: 3.1` unquoted', async () => {
  const { lines } = await loadText('openapi: 3.1\ninfo: { title: T, version: "1" }\npaths: {}\n');
  expect(lines).toEqual(['warning wrong-type 1:10']);
});

table('case 5: servers', [
  ['a path', '3.1.1', ['paths: {}', 'servers: [{ url: /v1 }]'], []],
  ['https', '3.1.1', ['paths: {}', 'servers: [{ url: "https://a.example/{v}", variables: { v: { default: "1" } } }]'], []],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the test
  ['back-ticks and ${} are text', '3.1.1', ['paths: {}', "servers: [{ url: 'https://a.example/`$x`' }]"], []],
  ['javascript', '3.1.1', ['paths: {}', 'servers: [{ url: "javascript:alert(1)" }]'], ['warning server-scheme "javascript:alert(1)"']],
  [
    'javascript with a line break',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "java\\nscript:alert(1)" }]'],
    ['warning server-url "java\\nscript:alert(1)"'],
  ],
  [
    'javascript by a variable',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "{s}:x", variables: { s: { default: javascript } } }]'],
    ['warning server-scheme "{s}:x"'],
  ],
  [
    'javascript by a value of a variable',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "{s}://x", variables: { s: { default: https, enum: [https, javascript] } } }]'],
    ['warning server-scheme "{s}://x"'],
  ],
  ['file', '3.1.1', ['paths: {}', 'servers: [{ url: "file:///etc" }]'], ['warning server-scheme "file:///etc"']],
  [
    'a host with a port and no scheme',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "localhost:8080/v1" }]'],
    ['warning server-scheme "localhost:8080/v1"'],
  ],
  [
    'a password',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "https://u:p@a.example" }]'],
    ['error server-credentials "https://u:p@a.example"'],
  ],
  [
    'a variable that is not declared',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "https://{h}" }]'],
    ['warning server-variable "https://{h}"'],
  ],
  [
    'a default outside of the enum',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "/{v}", variables: { v: { default: "1", enum: ["2"] } } }]'],
    ['warning server-variable "1"'],
  ],
  [
    'an empty enum',
    '3.1.1',
    ['paths: {}', 'servers: [{ url: "/{v}", variables: { v: { default: "1", enum: [] } } }]'],
    ['warning server-variable ['],
  ],
]);

table('links of the document', [
  [
    'https, mail, relative',
    '3.1.1',
    [
      'paths: {}',
      'externalDocs: { url: https://a.example }',
      'tags: [{ name: a, externalDocs: { url: mailto:a@b.example } }, { name: b, externalDocs: { url: docs/b } }]',
    ],
    [],
  ],
  ['javascript', '3.1.1', ['paths: {}', 'externalDocs: { url: javascript:alert(1) }'], ['error url-scheme javascript:alert(1)']],
  [
    'javascript as a browser reads it',
    '3.1.1',
    ['paths: {}', 'externalDocs: { url: "\\u0001 JAVA\\tSCRIPT:alert(1)" }'],
    ['error url-scheme "\\u0001 JAVA\\tSCRIPT:alert(1)"'],
  ],
  ['data', '3.1.1', ['paths: {}', 'externalDocs: { url: "data:text/html,x" }'], ['error url-scheme "data:text/html,x"']],
]);

table('paths and operations', [
  ['a path without a slash', '3.1.1', ['paths:', '  a: {}'], ['unsupported path-slash a']],
  ['extensions of paths', '3.1.1', ['paths:', '  x-a: 1'], []],
  ['no responses in 3.0', '3.0.3', operation('operationId: a'), ['warning responses-missing o']],
  ['no responses in 3.1', '3.1.1', operation('operationId: a'), []],
  ['no response in responses', '3.1.1', operation('responses: {}'), ['warning responses-empty {']],
  ['a response without a description', '3.1.1', operation('responses: { 200: {} }'), ['warning missing-field {']],
  ['a response without a description in 3.2', '3.2.0', operation('responses: { 200: {} }'), []],
  [
    'statuses',
    '3.1.1',
    operation(
      'responses:',
      "  '200': { description: d }",
      '  4XX: { description: d }',
      '  default: { description: d }',
      '  5xx: { description: d }',
      '  20: { description: d }',
      '  x-a: 1',
    ),
    ['warning status-code 5xx', 'unsupported status-code 20'],
  ],
  ['methods of 3.2 in 3.1', '3.1.1', ['paths:', '  /a:', '    query: {}'], ['warning not-in-version query']],
  [
    'methods of 3.2',
    '3.2.0',
    ['paths:', '  /a:', `    query: { ${okay} }`, `    additionalOperations: { COPY: { ${okay} }, 'a b': { ${okay} } }`],
    ["unsupported method-name 'a b'"],
  ],
  ['a slip in a method', '3.1.1', ['paths:', '  /a:', '    gett: {}'], ['warning unknown-field gett']],
]);

table('parameters', [
  ['query', '3.1.1', operation(okay, 'parameters: [{ in: query, name: a, schema: {} }]'), []],
  ['no name', '3.1.1', operation(okay, 'parameters: [{ in: query, schema: {} }]'), ['unsupported missing-field {']],
  ['an invalid `in`', '3.1.1', operation(okay, 'parameters: [{ in: querry, name: a, schema: {} }]'), ['unsupported parameter-in querry']],
  ['the places of Swagger', '3.1.1', operation(okay, 'parameters: [{ in: body, name: a, schema: {} }]'), ['unsupported parameter-in body']],
  [
    'querystring is of 3.2',
    '3.1.1',
    operation(okay, 'parameters: [{ in: querystring, name: a, content: { text/plain: {} } }]'),
    ['unsupported parameter-in querystring'],
  ],
  ['querystring in 3.2', '3.2.0', operation(okay, 'parameters: [{ in: querystring, name: a, content: { text/plain: {} } }]'), []],
  [
    'a style of another place',
    '3.1.1',
    operation(okay, 'parameters: [{ in: query, name: a, style: simple, schema: {} }]'),
    ['warning parameter-style simple'],
  ],
  ['the style cookie in 3.2', '3.2.0', operation(okay, 'parameters: [{ in: cookie, name: a, style: cookie, schema: {} }]'), []],
  [
    'a path parameter that is not required',
    '3.1.1',
    ['paths:', '  /{a}:', `    get: { ${okay}, parameters: [{ in: path, name: a, schema: {} }] }`],
    ['warning path-parameter-required {'],
  ],
  [
    'neither schema nor content',
    '3.1.1',
    operation(okay, 'parameters: [{ in: query, name: a, type: string }]'),
    ['warning parameter-shape {'],
  ],
  [
    'both schema and content',
    '3.1.1',
    operation(okay, 'parameters: [{ in: query, name: a, schema: {}, content: { text/plain: {} } }]'),
    ['unsupported parameter-shape content'],
  ],
  [
    'two contents',
    '3.1.1',
    operation(okay, 'parameters: [{ in: query, name: a, content: { text/plain: {}, text/html: {} } }]'),
    ['unsupported parameter-shape {'],
  ],
  [
    'text where a truth value is wanted',
    '3.1.1',
    operation(okay, "parameters: [{ in: query, name: a, required: 'true', schema: {} }]"),
    ["warning wrong-type 'true'"],
  ],
  [
    'an invalid header name',
    '3.1.1',
    operation(okay, 'parameters: [{ in: header, name: "a b", schema: {} }]'),
    ['unsupported header-name "a b"'],
  ],
]);

table('case 9: media types and header names', [
  [
    'media types',
    '3.1.1',
    operation(
      'responses:',
      '  200:',
      '    description: d',
      '    content:',
      ...[
        'application/json',
        'application/vnd.a+json',
        '"*/*"',
        'image/*',
        'text/plain; charset=utf-8',
        '\'multipart/x; boundary="a b"\'',
      ].map((type) => `      ${type}: {}`),
    ),
    [],
  ],
  ...['"json"', '"a/b\\r\\nX: y"', '"a/\\"b"', '"a\'/b"', '"a b/c"', '""', '"a/b;"', '"a/`b`"'].map(
    (type): Row => [
      `media type ${type}`,
      '3.1.1',
      operation('responses:', '  200:', '    description: d', '    content:', `      ${type}: {}`),
      [`unsupported media-type ${type}`],
    ],
  ),
  ...['"X-A\\r\\nY: z"', '"X \\"A"', '"a b"', '"ä"', '""'].map(
    (name): Row => [
      `header ${name}`,
      '3.1.1',
      operation('responses:', '  200:', '    description: d', '    headers:', `      ${name}: { schema: {} }`),
      [`warning header-name ${name}`],
    ],
  ),
  [
    'header styles',
    '3.1.1',
    operation('responses:', '  200:', '    description: d', '    headers: { X-A: { schema: {}, style: form } }'),
    ['warning parameter-style form'],
  ],
  [
    'references to media types in 3.1',
    '3.1.1',
    ['components: { responses: { R: { description: d, content: { a/b: { $ref: "#/x" } } } } }'],
    ['warning ref-not-allowed $ref', 'unsupported ref-not-found "#/x"'],
  ],
]);

table('security schemes', [
  [
    'each kind',
    '3.1.1',
    [
      'components:',
      '  securitySchemes:',
      '    a: { type: apiKey, in: query, name: k }',
      '    b: { type: http, scheme: basic }',
      '    c: { type: openIdConnect, openIdConnectUrl: https://a.example }',
      '    d: { type: mutualTLS }',
      '    e: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example, scopes: {} } } }',
    ],
    [],
  ],
  ["Swagger's basic", '3.1.1', ['components: { securitySchemes: { a: { type: basic } } }'], ['unsupported security-type basic']],
  [
    'mutual TLS in 3.0',
    '3.0.3',
    ['paths: {}', 'components: { securitySchemes: { a: { type: mutualTLS } } }'],
    ['unsupported security-type mutualTLS'],
  ],
  [
    'what a kind needs',
    '3.1.1',
    ['components: { securitySchemes: { a: { type: apiKey } } }'],
    ['unsupported missing-field {', 'unsupported missing-field {'],
  ],
  [
    'a key in the path',
    '3.1.1',
    ['components: { securitySchemes: { a: { type: apiKey, in: path, name: k } } }'],
    ['unsupported parameter-in path'],
  ],
  [
    'what a flow needs',
    '3.1.1',
    ['components: { securitySchemes: { a: { type: oauth2, flows: { password: { scopes: {} } } } } }'],
    ['warning missing-field {'],
  ],
  ['requirements', '3.1.1', ['paths: {}', 'security: [{ a: [], b: x }]'], ['error wrong-type x']],
]);

describe('case 8: keywords of schemas', () => {
  test.each<[schema: string, want: string[]]>([
    ['{ type: string, minLength: 1, maxLength: 2, pattern: "^a$" }', []],
    ['{ minimum: "0;code" }', ['unsupported wrong-type "0;code"']],
    ['{ maxLength: "x" }', ['unsupported wrong-type "x"']],
    ['{ maxLength: -1 }', ['unsupported wrong-type -1']],
    ['{ minItems: 1.5 }', ['unsupported wrong-type 1.5']],
    ['{ multipleOf: 0 }', ['unsupported wrong-type 0']],
    ['{ uniqueItems: "true" }', ['warning wrong-type "true"']],
    ['{ type: strin }', ['unsupported schema-type strin']],
    ['{ type: [string, string] }', ['warning schema-type [']],
    ['{ type: [] }', ['warning schema-type [']],
    ['{ type: Int32 }', ['warning schema-type Int32']],
    ['{ type: null }', ['warning schema-type null']],
    ['{ type: }', ['warning wrong-type type']],
    ['{ type: [string, null] }', ['warning schema-type [']],
    ['{ type: "string | null" }', ['warning schema-type "string | null"']],
    ['{ properties: { a: } }', ['warning wrong-type a']],
    ['{ items: }', ['warning wrong-type items']],
    ['{ not: }', ['unsupported wrong-type not']],
    ['{ type: [string, nul] }', ['unsupported schema-type nul']],
    ['{ type: 1 }', ['unsupported wrong-type 1']],
    ['{ required: true }', ['warning wrong-type true']],
    ['{ required: [1] }', ['warning wrong-type 1']],
    ['{ enum: a }', ['warning wrong-type a']],
    ['{ properties: [a] }', ['unsupported wrong-type [']],
    ['{ properties: { a: string } }', ['unsupported wrong-type string']],
    ['{ properties: { a: { minimum: x } } }', ['unsupported wrong-type x']],
    ['{ items: [{}] }', ['unsupported wrong-type [']],
    ['{ prefixItems: [{}], items: false }', []],
    ['{ exclusiveMinimum: true }', ['warning wrong-type true']],
    // The model warns about these where it reads them.
    ['{ nullable: true, additionalItems: false, dependencies: {} }', []],
    ['{ divisibleBy: 2 }', ['warning keyword-replaced divisibleBy']],
    ['{ requird: [a] }', ['warning unknown-field requird']],
    ['{ anything: 1, else-thing: { $ref: nowhere } }', []],
    ['{ default: { $ref: nowhere }, example: { $ref: nowhere }, const: { $ref: nowhere }, enum: [{ $ref: nowhere }] }', []],
    ['{ properties: { $ref: { type: string }, x-a: { minimum: x } } }', ['unsupported wrong-type x']],
    ['{ properties: { $ref: "#/x" } }', ['warning ref-not-allowed $ref', 'unsupported ref-not-found "#/x"']],
    ['{ $id: "https://a.example/#b" }', ['unsupported schema-id "https://a.example/#b"']],
    ['{ $anchor: "1" }', ['unsupported schema-anchor "1"']],
    ['{ $schema: http://json-schema.org/draft-07/schema# }', ['warning dialect-unknown http://json-schema.org/draft-07/schema#']],
    ['{ discriminator: { mapping: {} } }', ['unsupported missing-field discriminator']],
    ['{ discriminator: kind }', ['unsupported wrong-type kind']],
    ['true', []],
    ['1', ['unsupported wrong-type 1']],
  ])('3.1: %s', async (schema, want) => {
    expect((await loadText(withSchema(schema))).marked).toEqual(want);
  });

  test.each<[schema: string, want: string[]]>([
    ['{ type: string, nullable: true, minimum: 1, exclusiveMinimum: true, additionalProperties: false }', []],
    ['{ type: [string, "null"] }', ['warning schema-type [']],
    ['{ type: [string, integer] }', ['warning schema-type [']],
    ['{ type: "null" }', ['warning schema-type "null"']],
    ['{ exclusiveMinimum: 1 }', ['warning wrong-type 1']],
    ['{ const: 1 }', ['warning not-in-version const']],
    ['{ if: {}, patternProperties: {} }', ['warning not-in-version if', 'warning not-in-version patternProperties']],
    ['{ items: true }', ['unsupported wrong-type true']],
    ['{ other: 1 }', ['warning unknown-field other']],
    ['true', ['unsupported wrong-type true']],
  ])('3.0: %s', async (schema, want) => {
    expect((await loadText(withSchema(schema, '3.0.3'))).marked).toEqual(want);
  });
});

test('all problems of a document are reported together, in document order', async () => {
  const { lines } = await loadText(
    document(
      '3.1.1',
      'paths:',
      '  a: { get: { responses: { 2: { $ref: "#/components/responses/R" } } } }',
      '  /b:',
      '    get: { parameters: [{ $ref: "#/nowhere" }] }',
      'components: { schemas: { "A B": { minimum: x } } }',
      'servers: [{ url: "https://u:p@a" }]',
    ),
  );
  expect(lines).toEqual([
    'error path-slash 6:3',
    'error status-code 6:28',
    'error ref-not-found 6:39',
    'error ref-not-found 8:33',
    'warning component-name 9:26',
    'error wrong-type 9:44',
    'error server-credentials 10:18',
  ]);
});

test('the table refers only to objects that it defines, in every version', () => {
  for (const version of ['3.0', '3.1', '3.2'] as const) {
    expect(Object.keys(rowsOf(version))).toEqual(Object.keys(objects));
  }
});
