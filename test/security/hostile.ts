// Builds documents whose free text tries to become code, and detects whether it did.
import { createRequire } from 'node:module';

interface Node {
  readonly text?: string;
}

/** The parts of the compiler API used here. They come from the generator's TypeScript 5.9, since the workspace's TypeScript 7 has no API. */
interface Compiler {
  readonly ScriptTarget: { readonly Latest: number };
  createSourceFile(
    name: string,
    text: string,
    target: number,
    parents: boolean,
  ): Node & { readonly parseDiagnostics: readonly Diagnostic[] };
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
  isIdentifier(node: Node): boolean;
  isPrivateIdentifier(node: Node): boolean;
  forEachChild(node: Node, visit: (child: Node) => void): void;
}

interface Diagnostic {
  readonly messageText: unknown;
}

const ts = createRequire(new URL('../../generator/package.json', import.meta.url))('typescript') as Compiler;

/** Texts that close a comment, literal, template, line or element, followed by code. */
export const PAYLOADS: readonly string[] = [
  '*/ globalThis.PWNED=1; /*',
  '*\\/ */globalThis.PWNED=1',
  "'; globalThis.PWNED=1; '",
  "\\'; globalThis.PWNED=1; //",
  '"; globalThis.PWNED=1; "',
  '`; globalThis.PWNED=1; `',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
  '${globalThis.PWNED=1}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bad input
  '`${(() => { globalThis.PWNED=1 })()}`',
  '\nglobalThis.PWNED=1;\n',
  '\r\u2028globalThis.PWNED=1;\u2029',
  ']: globalThis.PWNED, [',
  '}; globalThis.PWNED=1; export const x = {',
  '</script><script>globalThis.PWNED=1</script>',
  '@ts-expect-error\n@internal\n// @ts-nocheck',
  '/',
  '__proto__',
];

/** A document with the payload wherever the standard allows free text. */
export function hostileDocument(payload: string): Record<string, unknown> {
  const text = { title: payload, description: payload };
  const token = payload.replaceAll('~', '~0').replaceAll('/', '~1');
  const regex = payload.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const values = {
    string: { type: 'string', ...text, default: payload, enum: [payload, 'other'], examples: [payload], 'x-enum-varnames': [payload] },
    constant: { const: payload, ...text },
    list: { type: 'array', items: { enum: [payload] }, default: [payload], description: payload },
    structure: { const: { [payload]: [payload] }, default: { [payload]: [payload] } },
    object: {
      type: 'object',
      properties: { [payload]: { type: 'string', ...text, default: payload }, [`${payload}s`]: { type: 'array' } },
      required: [payload],
      additionalProperties: false,
    },
    prefixed: { type: 'object', properties: { id: {} }, patternProperties: { [`^${regex}`]: { type: 'number' } } },
    required: { type: 'object', required: [payload, `${payload}2`] },
    either: { type: 'object', oneOf: [{ required: [payload] }, { required: ['other'] }] },
    union: {
      oneOf: [
        { type: 'object', properties: { [payload]: { const: payload } }, required: [payload] },
        { type: 'object', properties: { [payload]: { const: 'other' } }, required: [payload] },
      ],
      discriminator: { propertyName: payload },
    },
    dependent: { type: 'object', dependentRequired: { [payload]: [payload] }, propertyNames: { enum: [payload] } },
  };
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Object' }, example: { [payload]: payload } } };
  return {
    openapi: '3.1.0',
    info: { title: payload, summary: payload, description: payload, version: payload, license: { name: payload } },
    externalDocs: { url: 'https://example.com', description: payload },
    tags: [{ name: payload, description: payload, externalDocs: { url: 'https://example.com', description: payload } }],
    servers: [
      {
        url: 'https://example.com/{variable}',
        description: payload,
        variables: { variable: { default: 'v1', enum: ['v1', 'v2'], description: payload } },
      },
    ],
    'x-errors': { default: { contentType: 'application/json', body: { [payload]: payload } } },
    security: [{ key: [] }],
    paths: {
      "/plain'`$\\/{id}": {
        summary: payload,
        description: payload,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: payload }],
        post: {
          operationId: `do ${payload}`,
          tags: [payload],
          summary: payload,
          description: payload,
          deprecated: true,
          'x-pagination': { style: 'cursor', cursor: `query.${payload}`, next: `/${token}`, items: `/${token}s` },
          externalDocs: { url: 'https://example.com', description: payload },
          parameters: [
            { name: payload, in: 'query', description: payload, schema: values.string, example: payload },
            {
              name: 'filter',
              in: 'query',
              style: 'deepObject',
              explode: true,
              schema: { type: 'object', properties: { [payload]: { type: 'integer' } } },
            },
          ],
          requestBody: { description: payload, content: { ...json, 'application/a$b^c+json': { schema: values.constant } } },
          responses: {
            200: {
              description: payload,
              links: {
                [payload]: {
                  operationId: `do ${payload}`,
                  description: payload,
                  parameters: { id: `a ${payload} {$response.body#/${token}}`, [`query.${payload}`]: { [payload]: payload } },
                  requestBody: `$request.body#/${token}`,
                },
              },
              headers: { "X-A'b`c$": { description: payload, schema: { type: 'integer' } } },
              content: json,
            },
            default: { description: payload },
          },
          callbacks: {
            [payload]: {
              [`https://a.example/{$request.body#/${token}}?${payload.replaceAll('{$', '')}`]: {
                post: {
                  summary: payload,
                  description: payload,
                  requestBody: { content: json },
                  responses: { 200: { description: payload } },
                },
              },
            },
          },
        },
      },
    },
    webhooks: {
      [payload]: {
        post: {
          summary: payload,
          requestBody: { content: json },
          responses: { 200: { description: payload } },
          'x-webhook-signature': { scheme: 'timestamped', header: 'X-Signature', toleranceSeconds: 300 },
        },
      },
    },
    components: {
      schemas: Object.fromEntries(Object.entries(values).map(([name, schema]) => [name.charAt(0).toUpperCase() + name.slice(1), schema])),
      securitySchemes: {
        key: { type: 'apiKey', in: 'query', name: payload, description: payload },
        login: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: `https://example.com/${encodeURI(payload)}`, scopes: { [payload]: payload } } },
        },
      },
    },
  };
}

/** Faults of emitted text: syntax errors, identifiers that only an injection produces, and compiler directives. Empty for none. */
export function faultsOf(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const faults = source.parseDiagnostics.map((diagnostic) => `${name}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`);
  const visit = (node: Node): void => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.text === 'PWNED') faults.push(`${name}: PWNED is code`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  // A directive such as `@ts-nocheck` would make the compiler ignore errors.
  for (const directive of text.matchAll(/^\s*(?:\/\/\/?|\/?\*+)\s*@(?:ts-\w+|internal)/gm))
    faults.push(`${name}: ${directive[0].trim()} is a directive`);
  return faults;
}
