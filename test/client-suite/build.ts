// Generates the service of the client suite into a scratch folder, and bundles the suite for platforms other than Node.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Metafile, type Platform } from 'esbuild';
import { OPTIONS } from '../emit/service.ts';
import { service } from '../model/support.ts';
import { emit } from '../support/emit.ts';

const SCRATCH = resolve(import.meta.dirname, '../../.octavo/tmp/client-suite');

/** Entry of the suite: a global function starts it in a page, a message in a worker. */
const ENTRY = `
import { createEchoClient } from './service/client.ts';
import { runAll } from '../../../test/client-suite/cases.ts';

const run = (place, baseUrl) => runAll({ place, baseUrl, client: (options) => createEchoClient({ baseUrl, ...options }) });
if (typeof document === 'undefined') globalThis.onmessage = async ({ data }) => postMessage(await run('worker', data));
else globalThis.runSuite = (baseUrl) => run('page', baseUrl);
`;

/** Writes the generated files; returns their folder. */
export async function generateService(scratch = SCRATCH): Promise<string> {
  const built = await service(readFileSync(join(import.meta.dirname, 'service.yaml'), 'utf8'), { name: 'Echo' }, 'echo');
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(join(scratch, 'service'), { recursive: true });
  for (const [name, text] of emit(built, OPTIONS)) writeFileSync(join(scratch, 'service', name), text);
  writeFileSync(join(scratch, 'entry.ts'), ENTRY);
  return join(scratch, 'service');
}

/** @throws {Error} from esbuild, for example for an import that the platform lacks. */
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
