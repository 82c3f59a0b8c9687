// The messages of the loader, each by the smallest document that causes it: what is wrong, and what to write instead.
import { describe, expect, test } from 'vitest';
import { displayPath } from '../../generator/base/words.ts';
import { document, loadIn, project, withSchema } from './support.ts';

const folder = await project({});

/** `severity code: message | fix` of each problem. A text that begins with `{` and a quote is JSON. */
function table(title: string, rows: readonly (readonly [given: string, want: readonly string[]])[]): void {
  describe(title, () => {
    test.each(rows)('%s', async (given, want) => {
      const { problems } = await loadIn(folder, /^\{["']/.test(given) ? 'api.json' : 'api.yaml', { text: given });
      const lines = problems.map(
        ({ severity, code, message, fix }) => `${severity} ${code}: ${message}${fix === undefined ? '' : ` | ${fix}`}`,
      );
      expect(lines.map((line) => line.replaceAll(displayPath(folder), '<root>').replaceAll(folder, '<root>'))).toEqual(want);
    });
  });
}

table('text', [
  ['', ['error document-empty: `<root>/api.yaml` is empty. | Write an OpenAPI document, with at least `openapi`, `info` and `paths`.']],
  [
    `# to do\n`,
    [
      'error document-empty: `<root>/api.yaml` contains no document. | Write an OpenAPI document, with at least `openapi`, `info` and `paths`.',
    ],
  ],
  ['{"a": 1,}', ['error json-syntax: Unexpected comma before `}`. | Remove the comma.']],
  ['{"a" 1}', ['error json-syntax: Expected `:` after the key. | Write `"key": value`.']],
  ['{"a": 1 "b": 2}', ['error json-syntax: Expected `,` or `}`.']],
  ['{"a": [1', ['error json-syntax: Expected `]`, but the text ends here. | Add `]`; the file may have been cut off.']],
  ['{"a": yes}', ['error json-syntax: Invalid JSON value. | Put text in double quotes.']],
  ["{'a': 1}", ['error json-syntax: Expected a key in double quotes. | Write the key as `"key"`.']],
  ['{"a": 01}', ['error json-syntax: Invalid JSON number. | Write decimal digits, without a leading `+`, `.` or zero.']],
  ['{"a": "\\q"}', ['error json-syntax: Invalid escape sequence in the string. | Write a backslash as `\\\\`.']],
  ['{"a": 1} // b', ['error json-syntax: Unexpected text after the end of the JSON value. | Remove it.']],
  [
    '{"a": 1, "a": 2}',
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error duplicate-key: The key "a" appears twice in one object. | Remove or rename one of the two.',
    ],
  ],
  [
    '{"a": 1e400}',
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error number-out-of-range: The number is too large. | Write a number below 1.8e308, or remove it.',
    ],
  ],
  [
    `title: Pets: the API\n`,
    [
      'error yaml-syntax: Invalid YAML: bad indentation of a mapping entry. | Put the value in quotes: it contains `: ` or begins with a character that has a meaning in YAML.',
    ],
  ],
  [
    `a: { b: 1\nc: 2\n`,
    ['error yaml-syntax: Invalid YAML: deficient indentation. | Indent this line, or close the bracket or quote that is still open.'],
  ],
  [
    "a: '\n",
    ['error yaml-syntax: Invalid YAML: deficient indentation. | Indent this line, or close the bracket or quote that is still open.'],
  ],
  [
    `a:\n\tb: 1\n`,
    [
      'error yaml-syntax: Invalid YAML: tab characters must not be used in indentation. | Indent with spaces; YAML does not allow tabs here.',
    ],
  ],
  [
    `a: 1\n---\nb: 2\n`,
    [
      'error yaml-documents: The file contains more than one YAML document. | Keep one document, and remove the `---` lines between documents.',
    ],
  ],
  [
    `a: !!int "text"\n`,
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error yaml-tag: The tag `!!int` is not allowed here. | Remove it: a description may contain only plain JSON data.',
    ],
  ],
  [
    `a: &b text\nc: { <<: *b }\n`,
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error yaml-merge-key: A merge key (`<<`) needs an object, or an array of objects. | Write an alias of an object, as in `<<: *base`, or put the key in quotes.',
    ],
  ],
  [
    `? [a, b]\n: 1\n`,
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error yaml-key: A key of this object is not a string. | Use a plain or quoted string as the key.',
    ],
  ],
  [
    `a: *b\n`,
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error yaml-alias: The alias `*b` has no anchor `&b` before it. | Define the anchor first, or use `$ref`.',
    ],
  ],
  [
    `a: &a [*a]\n`,
    ['error yaml-alias-cycle: The alias `*a` is inside the value of its own anchor. | Use `$ref` for a schema that contains itself.'],
  ],
  [
    `a: .inf\n`,
    [
      'error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.',
      'error number-out-of-range: JSON has no number `.inf`. | Write a finite number, or put it in quotes if it is text.',
    ],
  ],
]);

table('the document', [
  [
    `- openapi: 3.1.1\n`,
    ['error document-shape: The document is an array; expected an OpenAPI object. | Begin the document with `openapi: 3.1.1`.'],
  ],
  [`info: {}\n`, ['error version-missing: The document has no `openapi` field. | Begin the document with `openapi: 3.1.1`.']],
  [`openapi: 4.0.0\n`, ['error version-unknown: Unsupported OpenAPI version "4.0.0"; expected 3.0, 3.1 or 3.2. | Write `openapi: 3.1.1`.']],
  [
    "swagger: '1.2'\n",
    [
      'error version-unknown: Unsupported Swagger version "1.2"; expected 2.0. | Write `swagger: "2.0"`, or convert the document to OpenAPI 3.',
    ],
  ],
  [
    "openapi: '3.1'\ninfo: { title: T, version: '1' }\npaths: {}\n",
    ['warning version-incomplete: `openapi: 3.1` has no patch number. | Write `openapi: 3.1.0`.'],
  ],
  [
    `openapi: 3.1.1\ninfo: { title: T, version: 1.10 }\npaths: {}\n`,
    ['warning wrong-type: `version` is the number 1.1; expected a string. It is read as a string. | Put it in quotes: `version: "1.10"`.'],
  ],
  [
    "openapi: 3.1.1\ninfo: { version: '1' }\npaths: {}\n",
    ['warning missing-field: `info` lacks the required field `title`. | Add `title`.'],
  ],
  [document('3.1.1'), ['warning missing-field: The document has none of `paths`, `webhooks` and `components`. | Add one of them.']],
  [document('3.0.3'), ['warning missing-field: The document lacks the required field `paths`. | Add `paths`.']],
  [
    document('3.1.1', 'paths: {}', 'pahts: {}'),
    ['warning unknown-field: The document has the field `pahts`, which OpenAPI 3.1 does not define. | Did you mean `paths`?'],
  ],
  [
    document('3.1.1', 'paths: {}', 'colour: red'),
    [
      'warning unknown-field: The document has the field `colour`, which OpenAPI 3.1 does not define. | Remove it, or begin its name with `x-`.',
    ],
  ],
  [
    document('3.0.3', 'paths: {}', 'webhooks: {}'),
    [
      'warning not-in-version: `webhooks` was added in OpenAPI 3.1 and is ignored in 3.0. | Change `openapi` to 3.1 or later, or remove `webhooks`.',
    ],
  ],
  [document('3.1.1', 'paths: {}', 'tags: a'), ['error wrong-type: `tags` is the string "a"; expected an array. | Write an array.']],
  [
    document('3.1.1', 'paths: {}', 'tags:'),
    ['warning wrong-type: `tags` is empty (`null`); expected an array. It is ignored. | Write a value, or remove the key.'],
  ],
  [
    document('3.1.1', 'paths: {}', 'externalDocs: { url: "javascript:alert(1)" }'),
    ['error url-scheme: `url` has the scheme `javascript:`, which is unsafe in a link. | Use `https:`.'],
  ],
  [
    document('3.1.1', 'paths: {}', 'jsonSchemaDialect: http://json-schema.org/draft-07/schema#'),
    [
      'warning dialect-unknown: Unknown JSON Schema dialect "http://json-schema.org/draft-07/schema#"; the schemas are read as JSON Schema 2020-12. | Rewrite keywords that differ, and remove `jsonSchemaDialect`.',
    ],
  ],
]);

table('servers', [
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "ftp://a.example" }]'),
    [
      'warning server-scheme: The server URL has the scheme `ftp:`; expected `https:` or `http:`. This server is left out. | Use `https:` or `http:`, or a path such as `/v1`.',
    ],
  ],
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "localhost:8080" }]'),
    [
      'warning server-scheme: The server URL has the scheme `localhost:`; expected `https:` or `http:`. This server is left out. | Write `https://localhost:8080`.',
    ],
  ],
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "https://a.example\\n" }]'),
    ['warning server-url: The server URL contains a control character. This server is left out. | Remove it.'],
  ],
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "https://me:secret@a.example" }]'),
    ['error server-credentials: The server URL contains a user name or password. | Remove it, and declare a security scheme.'],
  ],
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "https://{region}.example.com" }]'),
    [
      'warning server-variable: The server URL uses the variable `{region}`, which is not declared. This server is left out. | Declare it under `variables`, with a `default`.',
    ],
  ],
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "/{v}", variables: { v: { default: "1", enum: ["2"] } } }]'),
    ['warning server-variable: The default "1" is not in `enum`; it is accepted all the same. | Use one of the values in `enum`.'],
  ],
  [
    document('3.1.1', 'paths: {}', 'servers: [{ url: "/{v}", variables: { v: { default: "1", enum: [] } } }]'),
    [
      'warning server-variable: `enum` of a server variable is empty. This server is left out. | List the allowed values, or remove `enum`.',
    ],
  ],
]);

table('paths and operations', [
  [
    document('3.1.1', 'paths: { pets: {} }'),
    ['unsupported path-slash: The path "pets" must begin with `/`. Pets is left out. | Write `/pets`.'],
  ],
  [
    document('3.1.1', 'paths: { /a: { get: { responses: { ok: { description: d } } } } }'),
    [
      'unsupported status-code: "ok" is not a valid response status. The response `ok` is left out. | Use a code such as `200`, a range such as `4XX`, or `default`.',
    ],
  ],
  [
    document('3.1.1', 'paths: { /a: { get: { responses: { 4xx: { description: d } } } } }'),
    ['warning status-code: The status `4xx` is read as `4XX`. | Write `4XX`.'],
  ],
  [
    document('3.1.1', 'paths: { /a: { get: { responses: {} } } }'),
    ['warning responses-empty: `responses` is empty. Each response is unexpected. | Describe at least the successful response.'],
  ],
  [
    document('3.1.1', 'paths: { /a: { get: { responses: { 200: {} } } } }'),
    ['warning missing-field: The response lacks the required field `description`. | Add `description`.'],
  ],
  [
    document('3.0.3', 'paths: { /a: { get: {} } }'),
    [
      'warning responses-missing: The operation lacks `responses`, which OpenAPI 3.0 requires. Each response is unexpected. | Add `responses`, with at least the successful response.',
    ],
  ],
  [
    document('3.1.1', 'paths: { /a: { get: { responses: { 200: { description: d, content: { json: {} } } } } } }'),
    [
      'unsupported media-type: "json" is not a valid media type (RFC 6838). GET /a is left out. | Write a type and a subtype, as in `application/json` or `image/*`.',
    ],
  ],
  [
    document('3.2.0', 'paths: { /a: { additionalOperations: { "CO PY": { responses: { 200: {} } } } } }'),
    [
      'unsupported method-name: "CO PY" is not a valid HTTP method (RFC 9110). CO PY /a is left out. | Write the method as it is sent, such as `COPY`.',
    ],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: body, name: b, schema: {} }] } } }',
    ),
    [
      'unsupported parameter-in: `in: body` is not a valid parameter location. This parameter is left out. | Describe the body in `requestBody`.',
    ],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: qeury, name: b, schema: {} }] } } }',
    ),
    ['unsupported parameter-in: `in: qeury` is not a valid parameter location. This parameter is left out. | Did you mean `query`?'],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: query, name: b, type: string }] } } }',
    ),
    [
      'warning parameter-shape: The parameter has neither `schema` nor `content`. It is read as if `type` stood in `schema`. | Move `type` under `schema`.',
    ],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: query, name: b, schema: {}, content: {} }] } } }',
    ),
    ['unsupported parameter-shape: The parameter has both `schema` and `content`. This parameter is left out. | Remove one of the two.'],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: query, name: b, content: { text/plain: {}, text/html: {} } }] } } }',
    ),
    [
      'unsupported parameter-shape: `content` of a parameter must have exactly one media type. This parameter is left out. | Keep the media type that is sent.',
    ],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: path, name: b, required: true, style: form, schema: {} }] } } }',
    ),
    ['warning parameter-style: `style: form` is not allowed with `in: path`. It is ignored. | Use one of `matrix`, `label`, `simple`.'],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: path, name: b, schema: {} }] } } }',
    ),
    ['warning path-parameter-required: A path parameter must have `required: true`. | Add `required: true`.'],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: header, name: X Trace, schema: {} }] } } }',
    ),
    [
      `unsupported header-name: "X Trace" is not a valid header name (RFC 9110). This parameter is left out. | Use only letters, digits, \`-\` and \`\`!#$%&'*+.^_\`|~\`\`.`,
    ],
  ],
  [
    document(
      '3.2.0',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: querystring, name: b, schema: {} }] } } }',
    ),
    [
      'unsupported parameter-shape: A parameter with `in: querystring` needs `content`. This parameter is left out. | Add `content` with one media type.',
    ],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, parameters: [{ in: query, name: b, schema: {}, x-boolean-words: {} }] } } }',
    ),
    [
      'warning boolean-words-invalid: `x-boolean-words` is allowed only on a schema or at the root of the document, so it is ignored. | Move it to the schema with `type: boolean`.',
    ],
  ],
  [
    document(
      '3.1.1',
      'paths: { /a: { get: { responses: { 200: { description: d } }, x-comma: encoded, x-optional-body: true, parameters: [{ in: query, name: b, schema: { x-comma: encoded }, x-lenient-type: true, x-scheme-words: [B] }] } } }',
    ),
    [
      'warning comma-invalid: `x-comma` is allowed only on a parameter, so it is ignored. | Move it to the parameter, beside `schema`.',
      'warning optional-body-invalid: `x-optional-body` is allowed only on a response, so it is ignored. | Move it to the response, beside `content`.',
      'warning comma-invalid: `x-comma` is allowed only on a parameter, so it is ignored. | Move it to the parameter, beside `schema`.',
      'warning lenient-type-invalid: `x-lenient-type` is allowed only on an operation, so it is ignored. | Move it to the operation.',
      'warning scheme-words-invalid: `x-scheme-words` is allowed only on a security scheme, so it is ignored. | Move it to the scheme.',
    ],
  ],
]);

table('components', [
  [
    document('3.1.1', 'components: { schemas: { Pet List: {} } }'),
    [
      'warning component-name: The component name "Pet List" has characters that OpenAPI does not allow. | Use only letters, digits, `.`, `-` and `_`.',
    ],
  ],
  [
    document('3.1.1', 'components: { examples: { e: { value: 1, externalValue: a } } }'),
    ['warning fields-exclude: The example has both `value` and `externalValue`. | Remove one of the two.'],
  ],
  [
    document('3.1.1', 'components: { links: { l: { operationRef: a, operationId: b } } }'),
    ['warning fields-exclude: The link has both `operationRef` and `operationId`. | Remove one of the two.'],
  ],
  [
    document('3.1.1', 'components: { headers: { h: { style: form, schema: {} } } }'),
    ['warning parameter-style: `style: form` is not allowed for a header. It is ignored. | Remove `style`, or use `simple`.'],
  ],
  [
    document('3.1.1', 'components: { securitySchemes: { a: { type: basic } } }'),
    [
      'unsupported security-type: `basic` is not a valid security scheme type. The security scheme a is left out. | Write `type: http` and `scheme: basic`.',
    ],
  ],
  [
    document('3.1.1', 'components: { securitySchemes: { a: { type: http } } }'),
    ['unsupported missing-field: A security scheme with `type: http` needs `scheme`. The security scheme a is left out. | Add `scheme`.'],
  ],
  [
    document('3.1.1', 'components: { securitySchemes: { a: { type: http, scheme: a b } } }'),
    [
      'unsupported security-type: "a b" is not a valid HTTP authentication scheme. The security scheme a is left out. | Use `basic`, `bearer` or another name from the IANA registry.',
    ],
  ],
  [
    document('3.1.1', 'components: { securitySchemes: { a: { type: apiKey, in: body, name: k } } }'),
    [
      'unsupported parameter-in: An API key cannot be sent in `body`. The security scheme a is left out. | Use `query`, `header` or `cookie`.',
    ],
  ],
  [
    document('3.1.1', 'components: { securitySchemes: { a: { type: oauth2, flows: { implicit: { scopes: {} } } } } }'),
    ['warning missing-field: The flow `implicit` lacks the required field `authorizationUrl`. | Add `authorizationUrl`.'],
  ],
]);

table('schemas', [
  [
    withSchema("{ type: string, pattern: '/^[a-z]+$/' }"),
    [
      'warning pattern-slashes: No text matches the pattern "/^[a-z]+$/", which asks for a slash before the beginning. It is read without its slashes. | Write "^[a-z]+$".',
    ],
  ],
  [withSchema("{ type: string, pattern: '/[a-z]+/' }"), []],
  [withSchema("{ type: string, pattern: '/^[a-z]+$/i' }"), []],
  [
    withSchema('{ type: int }'),
    ['warning schema-type: `type: int` is not valid in OpenAPI 3.1. It is read as `type: integer`. | Write `type: integer`.'],
  ],
  [
    withSchema('{ type: nothing }'),
    [
      'unsupported schema-type: `nothing` is not a valid type in OpenAPI 3.1. The schema S is left out. | Use one of `array`, `boolean`, `integer`, `null`, `number`, `object`, `string`.',
    ],
  ],
  [
    withSchema("{ type: 'null' }", '3.0.3'),
    [
      "warning schema-type: `type: 'null'` is not valid in OpenAPI 3.0. It is read as `type: 'null'` of OpenAPI 3.1. | Write `nullable: true` beside another type, or change `openapi` to 3.1.1.",
    ],
  ],
  [
    withSchema('{ type: [string, integer] }', '3.0.3'),
    [
      'warning schema-type: `type: [string, integer]` is not valid in OpenAPI 3.0. It is read as any of these types. | Write `anyOf` with a schema for each type, or change `openapi` to 3.1.1.',
    ],
  ],
  [
    withSchema('{ type: [] }'),
    ['warning schema-type: `type: []` is not valid in OpenAPI 3.1. It is read as any type. | Name a type, or remove `type`.'],
  ],
  [
    withSchema('{ type: [string, string] }'),
    [
      'warning schema-type: `type: [string, string]` is not valid in OpenAPI 3.1. It is read as `type: [string]`. | Write `type: [string]`.',
    ],
  ],
  [
    withSchema('{ minLength: -1 }'),
    [
      'unsupported wrong-type: `minLength` is the number -1; expected an integer of at least 0. The schema S is left out. | Write an integer of at least 0.',
    ],
  ],
  [
    withSchema('{ multipleOf: 0 }'),
    [
      'unsupported wrong-type: `multipleOf` is the number 0; expected a number greater than 0. The schema S is left out. | Write a number greater than 0.',
    ],
  ],
  [
    withSchema("{ maxItems: '3' }"),
    ['warning wrong-type: `maxItems` is the string "3"; expected an integer of at least 0. It is read as `3`. | Remove the quotes.'],
  ],
  [
    withSchema('{ exclusiveMinimum: true }'),
    [
      'warning wrong-type: `exclusiveMinimum` is `true`; expected a number. It is ignored. | Write the limit itself, as in `exclusiveMinimum: 0`.',
    ],
  ],
  [
    withSchema('{ exclusiveMinimum: 3 }', '3.0.3'),
    [
      'warning wrong-type: `exclusiveMinimum` is the number 3; expected `true` or `false`. It is read as `minimum: 3` with `exclusiveMinimum: true`. | Write `minimum: 3` and `exclusiveMinimum: true`, or change `openapi` to 3.1.1.',
    ],
  ],
  [
    withSchema('{ items: [{}] }'),
    [
      'unsupported wrong-type: `items` is an array; expected an object. The schema S is left out. | Use `prefixItems` for an array of schemas.',
    ],
  ],
  [
    withSchema('{ required: true }'),
    [
      'warning wrong-type: `required` is `true`; expected an array. It is ignored. | List required properties in `required` of the schema that has them.',
    ],
  ],
  [
    withSchema('{ minLenght: 1 }'),
    ['warning unknown-field: `minLenght` is not a keyword of JSON Schema and is ignored. | Did you mean `minLength`?'],
  ],
  [
    withSchema('{ divisibleBy: 5 }'),
    ['warning keyword-replaced: `divisibleBy` is not a keyword of JSON Schema 2020-12 and is ignored. | Use `multipleOf`.'],
  ],
  [
    withSchema('{ const: 1 }', '3.0.3'),
    [
      'warning not-in-version: `const` was added in OpenAPI 3.1 and is ignored in 3.0. | Change `openapi` to 3.1 or later, or remove `const`.',
    ],
  ],
  [
    withSchema('{ $id: "#pet" }'),
    ['unsupported schema-id: The `$id` "#pet" has a fragment. The schema S is left out. | Remove the fragment, and use `$anchor`.'],
  ],
  [
    withSchema('{ $anchor: 1 pet }'),
    [
      'unsupported schema-anchor: "1 pet" is not a valid anchor. The schema S is left out. | Begin with a letter or `_`, followed by letters, digits, `-`, `_` or `.`.',
    ],
  ],
  [
    withSchema('{ $schema: "http://json-schema.org/draft-07/schema#" }'),
    [
      'warning dialect-unknown: Unknown JSON Schema dialect "http://json-schema.org/draft-07/schema#"; the schema is read as JSON Schema 2020-12. | Rewrite keywords that differ, and remove `$schema`.',
    ],
  ],
  [
    withSchema('{ allOf: { $ref: "#/a" } }'),
    [
      'warning ref-not-allowed: OpenAPI does not allow `$ref` here; what it leads to is read in its place. | Write the content there, or bundle the document with `npx @redocly/cli bundle`.',
      'unsupported ref-not-found: Cannot resolve "#/a": `<root>/api.yaml` has no `a`. The schema S is left out. | Correct the reference, or add what it refers to.',
    ],
  ],
]);

table('references', [
  [
    withSchema('{ $ref: "#/components/schemas/T" }'),
    [
      'unsupported ref-not-found: Cannot resolve "#/components/schemas/T": `/components/schemas` of `<root>/api.yaml` has no `T`. The schema S is left out. | Correct the reference, or add what it refers to.',
    ],
  ],
  [
    withSchema('{ $ref: "#/nowhere" }'),
    [
      'unsupported ref-not-found: Cannot resolve "#/nowhere": `<root>/api.yaml` has no `nowhere`. The schema S is left out. | Correct the reference, or add what it refers to.',
    ],
  ],
  [
    withSchema('{ $ref: "#/" }'),
    [
      'unsupported ref-not-found: Cannot resolve "#/": `<root>/api.yaml` has no member with an empty name. The schema S is left out. | Write `#` for the whole document; `#/` refers to a member whose name is empty.',
    ],
  ],
  [
    withSchema('{ $ref: "#pet" }'),
    [
      'unsupported ref-not-found: Cannot resolve "#pet": no schema has the anchor `pet`. The schema S is left out. | Correct the reference, or add what it refers to.',
    ],
  ],
  [
    withSchema('{ $ref: "#%ff" }'),
    [
      'unsupported ref-invalid: The fragment of "#%ff" is not valid percent-encoded UTF-8. The schema S is left out. | Correct the reference.',
    ],
  ],
  [
    withSchema('{ $ref: "https://[" }'),
    ['unsupported ref-invalid: "https://[" is not a valid URI reference (RFC 3986). The schema S is left out. | Correct the reference.'],
  ],
  [
    withSchema('{ $ref: "#/info/title" }'),
    ['unsupported ref-target: "#/info/title" refers to the value "T"; expected a schema. The schema S is left out. | Refer to a schema.'],
  ],
  [
    document('3.1.1', 'components: { responses: { Pet: { description: d } }, schemas: { S: { $ref: "#/components/responses/Pet" } } }'),
    [
      'unsupported ref-wrong-kind: "#/components/responses/Pet" refers to a component in `responses`; expected a schema. The schema S is left out. | Refer to a component in `schemas`.',
    ],
  ],
  [
    withSchema('{ $ref: missing.yaml }'),
    ['unsupported file-not-found: Cannot find the file `<root>/missing.yaml`. The schema S is left out. | Correct the path.'],
  ],
  [
    withSchema('{ $ref: ../../other/pet.yaml }'),
    [
      'error ref-outside-project: "../../other/pet.yaml" is outside the project folder. | Copy the file into the project, and refer to the copy.',
    ],
  ],
  [
    withSchema('{ $ref: /etc/pet.yaml }'),
    [
      'error ref-absolute: "/etc/pet.yaml" is an absolute path; expected a relative one. | Write a path relative to this file, inside the project.',
    ],
  ],
  [
    withSchema("{ $ref: 'C:\\pet.yaml' }"),
    ['error ref-absolute: "C:\\\\pet.yaml" is a Windows path; expected a URI. | Write a path relative to this file, with `/`.'],
  ],
  [
    withSchema('{ $ref: "urn:pets:pet" }'),
    [
      'error ref-scheme: Cannot resolve `urn:pets:pet`: no schema has this `$id`, and `urn:` addresses are not read. | Give a schema this `$id`, or refer to a file in the project.',
    ],
  ],
  [
    withSchema('{ $ref: "https://schemas.example.com/pet.json" }'),
    [
      "error ref-remote: References to https://schemas.example.com are not allowed; nothing was fetched. | Copy the document into the project, or allow the host; suggested config: `allowRemote: ['schemas.example.com']`.",
    ],
  ],
  [
    withSchema('{ $ref: "https://me:secret@a.example/pet.json" }'),
    ['error ref-credentials: The reference contains a user name or password. | Remove it: references are read without credentials.'],
  ],
  [
    withSchema('{ allOf: [{ $ref: "#/components/schemas/S" }] }'),
    [
      'unsupported reference-cycle: Circular reference: S → S. The schema S is left out. | Break the cycle: a schema may refer to itself only in a property or an item.',
    ],
  ],
  [
    document('3.1.1', 'components: { schemas: { A: { $anchor: pet }, B: { $anchor: pet, type: string } } }'),
    [
      'unsupported schema-id-twice: Two schemas have the URI `file://<root>/api.yaml#pet`. The schema B is left out. | Change the `$id` or anchor of one of them.',
    ],
  ],
  [
    document('3.0.3', 'components: { schemas: { S: { $ref: "#/components/schemas/T", nullable: true }, T: {} } }', 'paths: {}'),
    [
      'note ref-siblings: OpenAPI 3.0 ignores fields beside `$ref`. | Write `allOf: [{ $ref: … }]` with the fields beside it, or change `openapi` to 3.1.1.',
    ],
  ],
]);
