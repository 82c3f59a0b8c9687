// Media types and how the generator and the runtime must both classify them.

/** Media types: whether each is JSON, and whether a string can hold its bytes. */
export const MEDIA_TYPES: readonly (readonly [type: string, json: boolean, textual: boolean])[] = [
  ['application/json', true, true],
  ['APPLICATION/JSON', true, true],
  ['application/json; charset=utf-8', true, true],
  [' application/json ;v=1', true, true],
  ['text/json', true, true],
  ['application/vnd.x+json;v=1', true, true],
  ['application/json+sarif', true, true],
  ['application/json-seq', false, false],
  ['application/geo+json-seq', false, false],
  ['application/x-ndjson', false, false],
  ['application/jsonl', false, false],
  ['application/vnd.json', false, false],
  ['text/event-stream', false, true],
  ['text/plain;format="+json"', false, true],
  ['application/xml', false, true],
  ['image/svg+xml', false, true],
  ['application/yaml', false, true],
  ['application/octet-stream', false, false],
  ['image/png', false, false],
  ['multipart/form-data', false, false],
  ['application/json/x', false, false],
  ['json', false, false],
  ['', false, false],
];
