// Generates what is compared from one document with two operations on the sample order: our client, server and validators, hey-api's SDK with zod,
// and Ajv's standalone code.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const folder = join(root, '.octavo/bench/ends');
const peers = join(root, 'bench/node_modules');
const require = createRequire(join(root, 'bench/package.json'));

/** The document, with the shapes of the validators' benchmark. */
function description(): { readonly components: { readonly schemas: Readonly<Record<string, unknown>> } } {
  const { components, ...rest } = JSON.parse(readFileSync(join(import.meta.dirname, '../validators/order.json'), 'utf8'));
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const order = { $ref: '#/components/schemas/Order' };
  const receipt = { type: 'object', required: ['id', 'total'], properties: { id: { type: 'string' }, total: { type: 'integer' } } };
  const missing = { description: 'No such order.', ...json({ $ref: '#/components/schemas/Missing' }) };
  return {
    ...rest,
    servers: [{ url: 'http://127.0.0.1' }],
    security: [{ token: [] }],
    paths: {
      '/orders': {
        post: {
          operationId: 'placeOrder',
          security: [],
          requestBody: { required: true, ...json(order) },
          responses: { 201: { description: 'Placed.', ...json({ $ref: '#/components/schemas/Receipt' }) } },
        },
      },
      '/customers/{customer}/orders/{order}': {
        get: {
          operationId: 'getOrder',
          parameters: [
            { in: 'path', name: 'customer', required: true, schema: { type: 'string' } },
            { in: 'path', name: 'order', required: true, schema: { type: 'string' } },
          ],
          responses: { 200: { description: 'The order.', ...json(order) }, 404: missing },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...components.schemas,
        Receipt: receipt,
        Missing: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      },
    },
  };
}

/** Writes `orders.json`, `orders/` (ours), `hey-api/` and `ajv.cjs`. */
export function prepare(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const document = description();
  writeFileSync(join(folder, 'orders.json'), JSON.stringify(document));
  run([join(root, 'generator/bin/octavo.js'), 'generate', 'orders.json', '--out', '.'], folder);
  const plugins = `['@hey-api/typescript', 'zod', { name: '@hey-api/sdk', validator: true }, '@hey-api/client-fetch']`;
  writeFileSync(
    join(folder, 'hey.config.mjs'),
    `export default { input: ${JSON.stringify(join(folder, 'orders.json'))}, output: ${JSON.stringify(join(folder, 'hey-api'))}, plugins: ${plugins}, logs: { level: 'silent', file: false } };\n`,
  );
  run([join(peers, '@hey-api/openapi-ts/bin/run.js'), '-f', join(folder, 'hey.config.mjs')], join(root, 'bench'));

  const { default: Ajv } = require('ajv/dist/2020');
  const { default: standalone } = require('ajv/dist/standalone');
  const { default: addFormats } = require('ajv-formats');
  const ajv = new Ajv({ strict: false, logger: false, code: { source: true } });
  addFormats(ajv);
  ajv.addSchema({ ...document, $id: 'document' });
  const code: string = standalone(ajv, { validateOrder: 'document#/components/schemas/Order' });
  // From the folder of the code, `require` would find the copies of the workspace.
  writeFileSync(join(folder, 'ajv.cjs'), code.replaceAll('require("ajv', `require("${peers}/ajv`));
}

function run(args: readonly string[], cwd: string): void {
  const result = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${args[0]}: ${result.stderr || result.stdout}`);
}
