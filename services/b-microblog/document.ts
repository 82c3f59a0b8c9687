// Reads the document of version 2, which the service shows to its callers.

import { createRequire } from 'node:module';
import type { OpenApiDocument } from '@octavo/interfaces/b-microblog';

const load = createRequire(import.meta.url);

/** It is read when somebody asks for it, and kept from then on. */
export function ownDocument(): OpenApiDocument {
  return load('@octavo/interfaces/b-microblog/openapi.json') as OpenApiDocument;
}
