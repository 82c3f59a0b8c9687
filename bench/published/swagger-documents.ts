// The published documents in Swagger 2.0, from packages of npm.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { operationsOf, packageFolder, parse } from './documents.ts';

const AUTOREST = [
  'additionalProperties azure-parameter-grouping azure-resource azure-special-properties body-array body-boolean body-byte body-complex body-date',
  'body-datetime body-dictionary body-duration body-file body-formdata body-formdata-urlencoded body-integer body-number body-string constants',
  'custom-baseUrl extensible-enums-swagger head header httpInfrastructure lro media_types model-flattening multiple-inheritance non-string-enum paging',
  'required-optional storage url url-multi-collectionFormat validation xml-service',
]
  .join(' ')
  .split(' ');

const OAS_EXAMPLES = [
  ...['api-with-examples', 'petstore', 'petstore-expanded', 'petstore-minimal', 'petstore-simple', 'petstore-with-external-docs'],
  'schema-circular',
];

const LISTED = [
  { package: 'kubernetes-client', files: ['1.10', '1.11', '1.12', '1.13'].map((version) => `lib/specs/swagger-${version}.json.gz`) },
  { package: '@microsoft.azure/autorest.testserver', files: AUTOREST.map((name) => `swagger/${name}.json`) },
  { package: '@readme/oas-examples', files: OAS_EXAMPLES.map((name) => `2.0/json/${name}.json`) },
] as const;

export interface SwaggerDocument {
  readonly package: string;
  readonly packageVersion: string;
  /** In the package. */
  readonly file: string;
  readonly text: string;
  readonly title: string;
  readonly operations: number;
  /** SHA-256 of the text. */
  readonly hash: string;
}

/** @throws {Error} where a package is not installed. */
export function swaggerDocuments(): SwaggerDocument[] {
  return LISTED.flatMap(({ package: name, files }) => {
    const folder = packageFolder(name);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return files.map((file): SwaggerDocument => {
      const bytes = readFileSync(join(folder, file));
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, '');
      const value = parse(text, file.replace(/\.gz$/, ''));
      return {
        package: name,
        packageVersion: version,
        file,
        text,
        title: value.info?.title ?? file,
        operations: operationsOf(value),
        hash: createHash('sha256').update(text).digest('hex'),
      };
    });
  });
}
