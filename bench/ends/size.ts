// What one operation costs in a browser bundle: minified by esbuild, gzipped.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { folder, prepare, root } from './prepare.ts';

const BUNDLES: Readonly<Record<string, string>> = {
  'openapi-fetch alone': `import createClient from 'openapi-fetch';
    const client = createClient({ baseUrl: 'https://orders.example.com', headers: { authorization: 'Bearer secret' } });
    console.log(await client.GET('/customers/{customer}/orders/{order}', { params: { path: { customer: 'a', order: 'b' } } }));`,
  'octavo: call, one operation, bearer': `import { call, createTransport } from '@octavo/runtime';
    import { getOrder, ordersService } from './orders/operations.ts';
    const transport = createTransport(ordersService, { credentials: { token: 'secret' } });
    console.log(await call(transport, getOrder, { path: { customer: 'a', order: 'b' } }));`,
  'octavo: the same with its validators': `import { call, createTransport } from '@octavo/runtime';
    import { getOrderChecks } from './orders/checks.ts';
    import { getOrder, ordersService } from './orders/operations.ts';
    const transport = createTransport(ordersService, { credentials: { token: 'secret' } });
    console.log(await call(transport, getOrder, { path: { customer: 'a', order: 'b' } }, { validate: getOrderChecks }));`,
  'hey-api (SDK with zod), one operation': `import { createClient } from './hey-api/client/index.ts';
    import { getOrder } from './hey-api/sdk.gen.ts';
    const client = createClient({ baseUrl: 'https://orders.example.com', auth: () => 'secret' });
    const off = { requestValidator: undefined, responseValidator: undefined };
    console.log(await getOrder({ client, path: { customer: 'a', order: 'b' }, ...off }));`,
};

async function main(): Promise<void> {
  prepare();
  const { build } = createRequire(join(root, 'bench/package.json'))('esbuild');
  const rows: string[] = [];
  for (const [name, contents] of Object.entries(BUNDLES)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      logLevel: 'error',
      nodePaths: [join(root, 'node_modules'), join(root, 'bench/node_modules')],
    });
    const { contents: bundle } = outputFiles[0];
    rows.push(`| ${name} | ${(bundle.length / 1000).toFixed(1)} | ${(gzipSync(bundle, { level: 9 }).length / 1000).toFixed(2)} |`);
  }
  console.log(
    ['### Bundle of one operation, for a browser', '', '| bundle | minified kB | gzipped kB |', '|---|---:|---:|', ...rows, ''].join('\n'),
  );
}

await main();
