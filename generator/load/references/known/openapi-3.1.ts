// The dialect of OpenAPI 3.1's Schema Objects and its vocabulary (OpenAPI 3.1, Schema Object), as data: a reference to one of them needs no network.

const draft = 'https://json-schema.org/draft/2020-12';
const oas = 'https://spec.openapis.org/oas/3.1';
const string = { type: 'string' };
const extensible = { patternProperties: { '^x-': true } };

/** The fields of one OpenAPI object; `x-` ones may stand beside them. */
function fields(properties: object, required: readonly string[]): object {
  return { $ref: '#/$defs/extensible', type: 'object', properties, required, unevaluatedProperties: false };
}

export const openApiDocuments: readonly object[] = [
  {
    $id: `${oas}/dialect/base`,
    $schema: `${draft}/schema`,
    $vocabulary: {
      [`${draft}/vocab/core`]: true,
      [`${draft}/vocab/applicator`]: true,
      [`${draft}/vocab/unevaluated`]: true,
      [`${draft}/vocab/validation`]: true,
      [`${draft}/vocab/meta-data`]: true,
      [`${draft}/vocab/format-annotation`]: true,
      [`${draft}/vocab/content`]: true,
      [`${oas}/vocab/base`]: false,
    },
    $dynamicAnchor: 'meta',
    allOf: [{ $ref: `${draft}/schema` }, { $ref: `${oas}/meta/base` }],
  },
  {
    $id: `${oas}/meta/base`,
    $schema: `${draft}/schema`,
    $vocabulary: { [`${oas}/vocab/base`]: true },
    $dynamicAnchor: 'meta',
    type: ['object', 'boolean'],
    properties: {
      example: true,
      discriminator: { $ref: '#/$defs/discriminator' },
      externalDocs: { $ref: '#/$defs/external-docs' },
      xml: { $ref: '#/$defs/xml' },
    },
    $defs: {
      extensible,
      discriminator: fields({ propertyName: string, mapping: { type: 'object', additionalProperties: string } }, ['propertyName']),
      'external-docs': fields({ url: { type: 'string', format: 'uri-reference' }, description: string }, ['url']),
      xml: fields(
        {
          name: string,
          namespace: { type: 'string', format: 'uri' },
          prefix: string,
          attribute: { type: 'boolean' },
          wrapped: { type: 'boolean' },
        },
        [],
      ),
    },
  },
];
