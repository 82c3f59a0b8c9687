// Fastify with the document's schema of the body and of the answer. Duplicate keys pass.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { folder, root } from '../prepare.ts';
import { listening } from './listen.ts';

const require = createRequire(join(root, 'bench/package.json'));
const { default: fastify } = require('fastify');
const { components } = JSON.parse(readFileSync(join(folder, 'orders.json'), 'utf8'));

// Fastify's Ajv coerces and strips by default; as here it only validates, as the others do.
const app = fastify({ ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false, useDefaults: false } } });
app.addSchema({ $id: 'http://orders/', components });
app.post(
  '/orders',
  {
    schema: {
      body: { $ref: 'http://orders/#/components/schemas/Order' },
      response: { 201: components.schemas.Receipt },
    },
  },
  async (request: { body: { id: string; total: number } }, reply: { code(status: number): unknown }) => {
    reply.code(201);
    return { id: request.body.id, total: request.body.total };
  },
);
await app.ready();
listening(app.server);
