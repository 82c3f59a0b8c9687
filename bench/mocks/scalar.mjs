// Serves a document by `@scalar/mock-server`, as its documentation says: `node bench/mocks/scalar.mjs FILE PORT`.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const [file = '', port = '0'] = process.argv.slice(2);
const app = await createMockServer({ document: readFileSync(file, 'utf8') });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
