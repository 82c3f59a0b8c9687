// The data and the generated code of a document, as the console loads them, without a browser.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { consoleFiles } from '../../../generator/docs/console/index.ts';
import type { Service } from '../../../generator/model/service.ts';
import { type Loaded, loadDocument } from '../../../portal/console/contract.ts';
import { root } from '../../support/documents.ts';

/** In the checkout, so that the code finds the runtime. */
const home = path.join(root, '.octavo/tmp');

export async function loadConsole(service: Service): Promise<Loaded> {
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(path.join(home, 'console-'));
  try {
    const files = consoleFiles(service, { clientModule: `./${service.id}`, runtime: '@octavo/runtime', runtimeFolder: 'runtime/' });
    const put = (name: string, text: string): void => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    };
    for (const [name, text] of files) put(name, text);
    put('runtime/index.js', `export * from '@octavo/runtime';\n`);
    put('runtime/xml.js', `export * from '@octavo/runtime/xml';\n`);
    put('runtime/linear.js', `export * from '@octavo/runtime/linear';\n`);
    put('package.json', '{ "type": "module" }\n');
    vi.stubGlobal('document', { baseURI: pathToFileURL(`${folder}/`).href, documentElement: { dataset: {} } });
    vi.stubGlobal('fetch', (file: URL) => Promise.resolve(new Response(readFileSync(file))));
    return await loadDocument(service.id);
  } finally {
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true, force: true });
  }
}
