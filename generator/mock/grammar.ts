// The fields of an OpenAPI document that Prism reads, in a table that says what each field contains.
import { keywords, type Row } from '../base/vocabulary.ts';

export type Kind =
  | 'document'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'body'
  | 'response'
  | 'media'
  | 'encoding'
  | 'example'
  | 'schema'
  | 'components'
  | 'securityScheme'
  | 'plain'
  | 'data';
/** The content of a field: one object of a kind, a map or a list of them. */
export type Field = Kind | { readonly map: Kind } | { readonly list: Kind };

/** Schema keywords that Prism has no use for. */
const WITHHELD: ReadonlySet<string> = new Set(['description', 'contentSchema']);

/** A schema keyword as a field; values of any form are data, in which Prism would look for references. */
function fieldOf(row: Row): Field {
  switch (row.holds) {
    case 'schema':
      return 'schema';
    case 'list':
      return { list: 'schema' };
    case 'map':
      return { map: 'schema' };
    case 'check':
    case 'silent':
      return row.form.includes('any') ? 'data' : 'plain';
  }
}

/** The fields that Prism gets, by the kind of object. Other fields are left out. */
export const fields: Readonly<Record<Exclude<Kind, 'paths' | 'data' | 'plain'>, Readonly<Record<string, Field>>>> = {
  // Without `webhooks`, and below without `callbacks`: Prism would send requests to addresses that a caller chooses.
  document: {
    openapi: 'plain',
    info: 'plain',
    servers: 'plain',
    paths: 'paths',
    components: 'components',
    security: 'plain',
    tags: 'plain',
  },
  components: {
    schemas: { map: 'schema' },
    responses: { map: 'response' },
    parameters: { map: 'parameter' },
    examples: { map: 'example' },
    requestBodies: { map: 'body' },
    headers: { map: 'parameter' },
    securitySchemes: { map: 'securityScheme' },
    pathItems: { map: 'pathItem' },
    mediaTypes: { map: 'media' },
  },
  pathItem: {
    servers: 'plain',
    parameters: { list: 'parameter' },
    get: 'operation',
    put: 'operation',
    post: 'operation',
    delete: 'operation',
    options: 'operation',
    head: 'operation',
    patch: 'operation',
    trace: 'operation',
  },
  operation: {
    tags: 'plain',
    summary: 'plain',
    operationId: 'plain',
    deprecated: 'plain',
    security: 'plain',
    servers: 'plain',
    parameters: { list: 'parameter' },
    requestBody: 'body',
    responses: { map: 'response' },
  },
  parameter: {
    name: 'plain',
    in: 'plain',
    required: 'plain',
    deprecated: 'plain',
    style: 'plain',
    explode: 'plain',
    allowReserved: 'plain',
    allowEmptyValue: 'plain',
    schema: 'schema',
    content: { map: 'media' },
    example: 'data',
    examples: { map: 'example' },
  },
  body: { required: 'plain', content: { map: 'media' } },
  response: { description: 'plain', headers: { map: 'parameter' }, content: { map: 'media' } },
  media: { schema: 'schema', example: 'data', examples: { map: 'example' }, encoding: { map: 'encoding' } },
  encoding: { contentType: 'plain', style: 'plain', explode: 'plain', allowReserved: 'plain', headers: { map: 'parameter' } },
  example: { summary: 'plain', value: 'data', dataValue: 'data' },
  securityScheme: {
    type: 'plain',
    name: 'plain',
    in: 'plain',
    scheme: 'plain',
    bearerFormat: 'plain',
    flows: 'plain',
    openIdConnectUrl: 'plain',
  },
  schema: {
    ...Object.fromEntries(
      Object.entries<Row>(keywords).flatMap(([keyword, row]) => (WITHHELD.has(keyword) ? [] : [[keyword, fieldOf(row)]])),
    ),
    nullable: 'plain',
    // A reference by name needs its name; those by pointer need neither.
    $anchor: 'plain',
    $dynamicAnchor: 'plain',
    $dynamicRef: 'plain',
    $defs: { map: 'schema' },
    discriminator: 'plain',
    example: 'data',
    // Keywords of older drafts.
    definitions: { map: 'schema' },
    additionalItems: 'schema',
  },
};
