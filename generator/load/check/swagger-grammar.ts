// The objects of Swagger 2.0 that differ from those of OpenAPI 3, as rows in the notation of ./grammar.ts.
// Keywords of OpenAPI 3.0 that have one meaning in a schema or a security scheme are read, with a note (./swagger-rules.ts).
import { type ObjectName, type ObjectRow, objects } from './grammar.ts';

/** The keywords of a schema that a parameter or header has itself (Swagger 2.0, Parameter Object and Header Object). */
const simple = {
  type: 'string',
  format: 'string',
  items: 'Schema',
  collectionFormat: 'string',
  default: 'any',
  maximum: 'number',
  exclusiveMaximum: 'boolean',
  minimum: 'number',
  exclusiveMinimum: 'boolean',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'string',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  enum: '[any]',
  multipleOf: 'positive',
} as const;

/** The names of those keywords that a schema has too. */
export const simpleKeywords: readonly string[] = Object.keys(simple).filter((key) => key !== 'collectionFormat');

export const swaggerObjects: Partial<Record<ObjectName, ObjectRow>> = {
  // The Swagger Object. References to components are common in files that were split, so they are read there.
  OpenAPI: {
    fields: {
      swagger: 'string!',
      info: 'Info!~',
      host: 'string',
      basePath: 'string',
      schemes: '[string]',
      consumes: '[string]',
      produces: '[string]',
      paths: 'Paths',
      definitions: '{Schema}',
      parameters: '{Parameter&}',
      responses: '{Response&}',
      securityDefinitions: '{SecurityScheme}',
      security: '[SecurityRequirement]',
      tags: '[Tag]',
      externalDocs: 'ExternalDocs~',
    },
  },
  PathItem: {
    fields: {
      $ref: 'string',
      get: 'Operation',
      put: 'Operation',
      post: 'Operation',
      delete: 'Operation',
      options: 'Operation',
      head: 'Operation',
      patch: 'Operation',
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
      consumes: '[string]',
      produces: '[string]',
      parameters: '[Parameter&]',
      responses: 'Responses',
      schemes: '[string]',
      deprecated: 'boolean',
      security: '[SecurityRequirement]',
    },
  },
  Parameter: {
    fields: {
      name: 'string!',
      in: 'string!',
      description: 'string',
      required: 'boolean',
      schema: 'Schema',
      allowEmptyValue: 'boolean',
      ...simple,
    },
  },
  Response: { fields: { description: 'string', schema: 'Schema', headers: '{header: Header}', examples: '{any}' } },
  Header: { fields: { description: 'string', ...simple } },
  SecurityScheme: {
    fields: {
      ...objects.SecurityScheme.fields,
      flow: 'string',
      authorizationUrl: 'url',
      tokenUrl: 'url',
      scopes: '{string}~',
    },
  },
  Schema: { fields: { ...objects.Schema.fields, discriminator: 'string/Discriminator', collectionFormat: 'string~' } },
};
