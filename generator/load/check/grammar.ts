// The objects of OpenAPI 3.0, 3.1 and 3.2 as a table: the fields of each, their shapes, and where a reference is allowed. `check.ts` reads it.
//
// A field is `shape[!][~][ since|until version]`.
//   shape: `string`, `boolean`, `number`, `count` (an integer of at least 0), `positive` (a number greater than 0), `any`, `url`,
//     `Name` (an object of this table), `Name&` (that, or a Reference Object), `[shape]` (an array), `{shape}` (a map),
//     `{key: shape}` (a map whose keys are of a kind that `keys.ts` checks), `a/b` (either)
//   `!`: required;  `~`: only people read it, so a fault in it is a warning
//   `since 3.1`, `until 3.0`: the versions that have it
import { keywords, otherKeywords, type Row } from '../../base/vocabulary.ts';

/** Swagger 2.0 has rows of its own (./swagger-grammar.ts). Versions are compared as texts. */
export type Version = '2.0' | '3.0' | '3.1' | '3.2';

export interface ObjectRow {
  readonly fields: Readonly<Record<string, string>>;
  /** Keys beside the fields, of a kind that `keys.ts` checks, and the shape of their values. */
  readonly others?: readonly [key: string, shape: string];
  /** False where `x-` fields are not extensions. */
  readonly extensions?: false;
}

/** A schema keyword as a field. */
function fieldOf(row: Row): string {
  const lenient = row.holds === 'silent' && row.lenient === true ? '~' : '';
  const since = row.since === undefined ? '' : ` since ${row.since}`;
  return `${row.in30 ?? shapeOf(row)}${lenient}${since}`;
}

function shapeOf(row: Row): string {
  switch (row.holds) {
    case 'schema':
      return 'Schema';
    case 'list':
      return '[Schema]';
    case 'map':
      return '{Schema}';
    case 'check':
    case 'silent':
      return row.form;
  }
}

export const objects = {
  // OpenAPI 3.1.1, section 4.8.1; 3.2.0, section 4.1
  OpenAPI: {
    fields: {
      openapi: 'string!',
      $self: 'string since 3.2',
      info: 'Info!~',
      jsonSchemaDialect: 'string since 3.1',
      servers: '[Server]',
      paths: 'Paths',
      webhooks: '{PathItem} since 3.1',
      components: 'Components',
      security: '[SecurityRequirement]',
      tags: '[Tag]',
      externalDocs: 'ExternalDocs~',
    },
  },
  Info: {
    fields: {
      title: 'string!',
      summary: 'string since 3.1',
      description: 'string',
      termsOfService: 'url~',
      contact: 'Contact~',
      license: 'License~',
      version: 'string!',
    },
  },
  Contact: { fields: { name: 'string~', url: 'url~', email: 'string~' } },
  License: { fields: { name: 'string!~', identifier: 'string~ since 3.1', url: 'url~' } },
  Server: { fields: { url: 'string!', name: 'string since 3.2', description: 'string', variables: '{ServerVariable}' } },
  ServerVariable: { fields: { enum: '[string]', default: 'string!', description: 'string' } },
  Components: {
    fields: {
      schemas: '{component: Schema}',
      responses: '{component: Response&}',
      parameters: '{component: Parameter&}',
      examples: '{component: Example&}',
      requestBodies: '{component: RequestBody&}',
      headers: '{component: Header&}',
      securitySchemes: '{component: SecurityScheme&}',
      links: '{component: Link&}',
      callbacks: '{component: Callback&}',
      pathItems: '{component: PathItem} since 3.1',
      mediaTypes: '{component: MediaType&} since 3.2',
    },
  },
  Paths: { fields: {}, others: ['path', 'PathItem'] },
  PathItem: {
    fields: {
      $ref: 'string',
      summary: 'string',
      description: 'string',
      get: 'Operation',
      put: 'Operation',
      post: 'Operation',
      delete: 'Operation',
      options: 'Operation',
      head: 'Operation',
      patch: 'Operation',
      trace: 'Operation',
      query: 'Operation since 3.2',
      additionalOperations: '{method: Operation} since 3.2',
      servers: '[Server]',
      parameters: '[Parameter&]',
    },
  },
  Operation: {
    fields: {
      tags: '[string]',
      summary: 'string',
      description: 'string',
      externalDocs: 'ExternalDocs~',
      operationId: 'string',
      parameters: '[Parameter&]',
      requestBody: 'RequestBody&',
      responses: 'Responses',
      callbacks: '{Callback&}',
      deprecated: 'boolean',
      security: '[SecurityRequirement]',
      servers: '[Server]',
    },
  },
  ExternalDocs: { fields: { description: 'string~', url: 'url!~' } },
  Parameter: {
    fields: {
      name: 'string!',
      in: 'string!',
      description: 'string',
      required: 'boolean',
      deprecated: 'boolean',
      allowEmptyValue: 'boolean',
      style: 'string',
      explode: 'boolean',
      allowReserved: 'boolean',
      schema: 'Schema',
      example: 'any',
      examples: '{Example&}',
      content: '{media: MediaType&}',
    },
  },
  Header: {
    fields: {
      description: 'string',
      required: 'boolean',
      deprecated: 'boolean',
      // In 3.0, a header has every field of a parameter except `name` and `in`.
      allowEmptyValue: 'boolean until 3.0',
      allowReserved: 'boolean until 3.0',
      style: 'string',
      explode: 'boolean',
      schema: 'Schema',
      example: 'any',
      examples: '{Example&}',
      content: '{media: MediaType&}',
    },
  },
  RequestBody: { fields: { description: 'string', content: '{media: MediaType&}!', required: 'boolean' } },
  MediaType: {
    fields: {
      schema: 'Schema',
      itemSchema: 'Schema since 3.2',
      example: 'any',
      examples: '{Example&}',
      encoding: '{Encoding}',
      prefixEncoding: '[Encoding] since 3.2',
      itemEncoding: 'Encoding since 3.2',
    },
  },
  Encoding: {
    fields: {
      contentType: 'string',
      headers: '{header: Header&}',
      style: 'string',
      explode: 'boolean',
      allowReserved: 'boolean',
      encoding: '{Encoding} since 3.2',
      prefixEncoding: '[Encoding] since 3.2',
      itemEncoding: 'Encoding since 3.2',
    },
  },
  Responses: { fields: {}, others: ['status', 'Response&'] },
  Response: {
    fields: {
      summary: 'string since 3.2',
      description: 'string',
      headers: '{header: Header&}',
      content: '{media: MediaType&}',
      links: '{Link&}',
    },
  },
  Callback: { fields: {}, others: ['expression', 'PathItem'] },
  Example: {
    fields: {
      summary: 'string',
      description: 'string',
      value: 'any',
      dataValue: 'any since 3.2',
      serializedValue: 'string since 3.2',
      externalValue: 'string',
    },
  },
  Link: {
    fields: {
      operationRef: 'string~',
      operationId: 'string~',
      parameters: '{any}~',
      requestBody: 'any',
      description: 'string~',
      server: 'Server',
    },
  },
  Tag: {
    fields: {
      name: 'string!',
      summary: 'string since 3.2',
      description: 'string',
      externalDocs: 'ExternalDocs~',
      parent: 'string since 3.2',
      kind: 'string since 3.2',
    },
  },
  Reference: { fields: { $ref: 'string!', summary: 'string since 3.1', description: 'string since 3.1' }, extensions: false },
  Discriminator: { fields: { propertyName: 'string!', mapping: '{string}', defaultMapping: 'string since 3.2' } },
  XML: {
    fields: {
      nodeType: 'string~ since 3.2',
      name: 'string~',
      namespace: 'string~',
      prefix: 'string~',
      attribute: 'boolean~',
      wrapped: 'boolean~',
    },
  },
  SecurityScheme: {
    fields: {
      type: 'string!',
      description: 'string',
      name: 'string',
      in: 'string',
      scheme: 'string',
      bearerFormat: 'string',
      flows: 'OAuthFlows',
      openIdConnectUrl: 'url',
      oauth2MetadataUrl: 'url since 3.2',
      deprecated: 'boolean since 3.2',
    },
  },
  OAuthFlows: {
    fields: {
      implicit: 'OAuthFlow',
      password: 'OAuthFlow',
      clientCredentials: 'OAuthFlow',
      authorizationCode: 'OAuthFlow',
      deviceAuthorization: 'OAuthFlow since 3.2',
    },
  },
  OAuthFlow: {
    fields: {
      authorizationUrl: 'url',
      deviceAuthorizationUrl: 'url since 3.2',
      tokenUrl: 'url',
      refreshUrl: 'url',
      scopes: '{string}!~',
    },
  },
  SecurityRequirement: { fields: {}, others: ['text', '[string]'], extensions: false },

  // OpenAPI 3.0's Schema Object; from 3.1 on JSON Schema 2020-12 (Core, Validation) with the four fields of OpenAPI.
  Schema: { fields: { ...otherKeywords, ...Object.fromEntries(Object.entries<Row>(keywords).map(([name, row]) => [name, fieldOf(row)])) } },
} as const satisfies Record<string, ObjectRow>;

export type ObjectName = keyof typeof objects;

/** Schema keywords whose shape differs from 3.1 on. */
export const schemaSince31: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<Row>(keywords).flatMap(([name, row]) => (row.in30 === undefined ? [] : [[name, shapeOf(row)]])),
);

/** Objects that a Reference Object may stand for only from a version on. */
export const referenceSince: Partial<Record<ObjectName, Version>> = { MediaType: '3.2' };
