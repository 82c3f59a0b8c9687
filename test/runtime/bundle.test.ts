// Tests that a bundle contains only code in use: optional features of calls are included only when imported.
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const generated = resolve(import.meta.dirname, '../../generated/h-email');

/** The files of runtime and service that contribute to the bundle, and its text. */
async function bundle(options: string, runtime: readonly string[] = [], more = ''): Promise<{ files: string[]; text: string }> {
  const contents = `
    import { ${['call', 'createTransport', ...runtime].join(', ')} } from '@octavo/runtime';
    import { emailService, findEmail } from './operations.ts';
    ${more}
    const transport = createTransport(emailService, { credentials: { bearer: 'token' }, ${options} });
    export const result = await call(transport, findEmail, { query: { linkedin_handle: 'ann-lee' } });`;
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: generated, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    minifySyntax: true,
  });
  const inputs = Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { files: inputs.map(([file]) => file.replace(/^.*?(?=runtime\/|h-email\/)/, '')), text: outputFiles[0]?.text ?? '' };
}

const AROUND = [
  'runtime/client/retry.ts',
  'runtime/client/hooks.ts',
  'runtime/client/progress.ts',
  'runtime/validate/checks.ts',
  'runtime/contract/format-issue.ts',
  join('h-email', 'validators.ts'),
];

test.each<[string, string, readonly string[], string, readonly string[]]>([
  ['nothing', '', [], '', []],
  ['retries', 'retry: retry()', ['retry'], '', ['runtime/client/retry.ts']],
  ['hooks', 'hooks: hooks({})', ['hooks'], '', ['runtime/client/hooks.ts']],
  ['progress', 'progress: progress({})', ['progress'], '', ['runtime/client/progress.ts']],
  [
    'checks of one operation',
    'validate: findEmailChecks',
    [],
    "import { findEmailChecks } from './checks.ts';",
    ['runtime/validate/checks.ts', join('h-email', 'validators.ts')],
  ],
  [
    'checks of one operation with settings, whose errors have sentences',
    'validate: validation(findEmailChecks)',
    ['validation'],
    "import { findEmailChecks } from './checks.ts';",
    ['runtime/contract/format-issue.ts', 'runtime/validate/checks.ts', join('h-email', 'validators.ts')],
  ],
])('with %s', async (_, options, runtime, more, want) => {
  const { files, text } = await bundle(options, runtime, more);
  expect(files.filter((file) => AROUND.includes(file)).sort()).toEqual([...want].sort());
  expect(text).not.toMatch(/validateVerifyEmailInput|verifyEmailChecks|emailValidators/);
});

const ONE_OPERATION = `
  import { bearerScheme, call, createTransport, json, simple } from '@octavo/runtime';
  const service = { id: 'orders', servers: [{ url: 'https://orders.example.com' }] };
  const getOrder = {
    id: 'getOrder',
    method: 'GET',
    path: '/customers/{customer}/orders/{order}',
    parameters: [
      { in: 'path', name: 'customer', required: true, codec: simple, shape: 'string' },
      { in: 'path', name: 'order', required: true, codec: simple, shape: 'string' },
    ],
    responses: { 200: { contents: { 'application/json': json } }, 404: { contents: { 'application/json': json } } },
    accept: 'application/json',
    security: [[{ scheme: bearerScheme('token') }]],
  };
  const transport = createTransport(service, { credentials: { token: 'secret' } });
  export const result = await call(transport, getOrder, { path: { customer: 'a', order: 'b' } });`;

/** Gzipped bytes of a bundle. A change may lower a bound, or raise it with a reason. */
test.each([
  // Each request begins with the constant query of its operation, where it has one.
  // V8 takes a name with an escape for another one, so that JSON with such names is read in a way of its own.
  ['one operation with bearer', ONE_OPERATION, 4570],
  ['a whole client', "export { createEmailClient } from './client.ts';", 6700],
  // A domain has a pattern of its own, so the bundle has the validator of that parameter, and the function that counts code points.
  ['the checks of an operation', "export { findEmailChecks } from './checks.ts';", 3830],
])('a bundle of %s stays small', async (_, contents, most) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: generated, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  const { length } = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 });
  expect(length).toBeLessThanOrEqual(most);
  // A bound far above the size would pin nothing.
  expect(length).toBeGreaterThan(most * 0.98);
});

test.each([
  [
    'a typed client with middleware',
    "import { middleware } from '@octavo/runtime'; export * from './index.ts'; export { middleware };",
    false,
  ],
  ['the raw client', "export * from './raw-client.ts';", true],
])('%s: whether openapi-fetch is in the bundle', async (_, contents, want) => {
  const { metafile } = await build({
    stdin: { contents, resolveDir: generated, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).some((file) => file.includes('openapi-fetch'))).toBe(want);
});

test('a client bundles the credential that it uses, without the server’s half', async () => {
  const { files, text } = await bundle('');
  expect(files.filter((file) => file.startsWith('runtime/security/'))).not.toContain('runtime/security/kinds.ts');
  expect(files).toContain('runtime/security/bearer.ts');
  // Challenge texts, which only the server's halves contain.
  expect(text).not.toContain('realm=');
});
