// Generates the service of the client suite into scratch, and bundles the suite with it for platforms that are not Node.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Metafile, type Platform } from 'esbuild';
import { emit } from '../../generator/emit/index.ts';
import { OPTIONS } from '../emit/service.ts';
import { service } from '../model/support.ts';

const SCRATCH = resolve(import.meta.dirname, '../../.octavo/tmp/client-suite');

/** Runs the suite in a page, which asks by a global function, or in a worker, which is asked by a message. */
const ENTRY = `
import { createEchoClient } from './service/client.ts';
import { runAll } from '../../../test/client-suite/cases.ts';

const run = (place, baseUrl) => runAll({ place, baseUrl, client: (options) => createEchoClient({ baseUrl, ...options }) });
if (typeof document === 'undefined') globalThis.onmessage = async ({ data }) => postMessage(await run('worker', data));
else globalThis.runSuite = (baseUrl) => run('page', baseUrl);
`;

/** Writes the generated files; gives their folder. */
export async function generateService(scratch = SCRATCH): Promise<string> {
  const built = await service(readFileSync(join(import.meta.dirname, 'service.yaml'), 'utf8'), { name: 'Echo' }, 'echo');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(join(scratch, 'service'), { recursive: true });
  for (const [name, text] of emit(built, OPTIONS)) writeFileSync(join(scratch, 'service', name), text);
  writeFileSync(join(scratch, 'entry.ts'), ENTRY);
  return join(scratch, 'service');
}

/** @throws {Error} of esbuild, such as for an import that the platform does not have. */
export async function bundleSuite(platform: Platform): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SCRATCH, 'entry.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    metafile: true,
    logLevel: 'silent',
    ...(platform === 'neutral' ? { conditions: ['worker'], mainFields: ['module', 'main'] } : {}),
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}
