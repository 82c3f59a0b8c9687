// Serves the documents that the JSON Schema Test Suite expects at http://localhost:1234, and the meta-schema, without a network.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const base = 'http://localhost:1234/draft2020-12';

const documents = new Map<string, unknown>([
  [
    `${base}/tree.json`,
    {
      $schema: dialect,
      $id: `${base}/tree.json`,
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
    },
  ],
  [
    `${base}/extendible-dynamic-ref.json`,
    {
      $schema: dialect,
      $id: `${base}/extendible-dynamic-ref.json`,
      type: 'object',
      properties: { elements: { type: 'array', items: { $dynamicRef: '#elements' } } },
      required: ['elements'],
      additionalProperties: false,
      $defs: { elements: { $dynamicAnchor: 'elements' } },
    },
  ],
  [
    `${base}/detached-dynamicref.json`,
    {
      $schema: dialect,
      $id: `${base}/detached-dynamicref.json`,
      $defs: { foo: { $dynamicRef: '#detached' }, detached: { $dynamicAnchor: 'detached', type: 'integer' } },
    },
  ],
]);

/** Hosts and origins of the suite's references. */
export const allowRemote = ['json-schema.org', 'http://localhost:1234'];

const metaSchema = /^https:\/\/json-schema\.org\/draft\/2020-12\/((?:meta\/)?[a-z-]+)$/;
const require = createRequire(import.meta.url);

export async function remoteFetch(input: string | URL | Request): Promise<Response> {
  const url = String(input instanceof Request ? input.url : input);
  const known = documents.get(url);
  if (known !== undefined) return Response.json(known);
  const name = metaSchema.exec(url)?.[1];
  if (name === undefined) return new Response(null, { status: 404 });
  return new Response(readFileSync(require.resolve(`ajv/dist/refs/json-schema-2020-12/${name}.json`)), {
    headers: { 'content-type': 'application/schema+json' },
  });
}
