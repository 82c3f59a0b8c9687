// The published meta-schemas by their URIs, so that references to them need no network.
import type { Source } from '../../../base/problem.ts';
import type { Json, JsonObject } from '../../description.ts';

export interface KnownDocument {
  readonly source: Source;
  readonly root: Json;
  readonly uri: string;
}

let documents: Promise<ReadonlyMap<string, KnownDocument>> | undefined;

/** JSON Schema 2020-12 with its vocabularies, and OpenAPI 3.1's dialect. */
export async function knownDocument(uri: string): Promise<KnownDocument | undefined> {
  if (!uri.startsWith('https://json-schema.org/draft/2020-12/') && !uri.startsWith('https://spec.openapis.org/oas/3.1/')) return undefined;
  documents ??= readAll();
  return (await documents).get(uri);
}

async function readAll(): Promise<ReadonlyMap<string, KnownDocument>> {
  const [jsonSchema, openApi] = await Promise.all([import('./json-schema-2020-12.ts'), import('./openapi-3.1.ts')]);
  const all = [...jsonSchema.jsonSchemaDocuments, ...openApi.openApiDocuments] as readonly JsonObject[];
  return new Map(
    all.map((root) => {
      const uri = String(root.$id);
      return [uri, { uri, root, source: { path: uri, display: uri, text: JSON.stringify(root, null, 2), format: 'json' } }];
    }),
  );
}
