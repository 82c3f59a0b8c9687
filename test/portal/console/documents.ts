// The data and the generated code of a document, as the console loads them, without a browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsoleDocument } from '../../../generator/docs/console/data.ts';
import { consoleFiles } from '../../../generator/docs/console/index.ts';
import type { Service } from '../../../generator/model/service.ts';
import { contractOf, type Loaded } from '../../../portal/console/contract.ts';
import { parseExactJson } from '../../../runtime/json/strict.ts';
import { root } from '../../support/documents.ts';

/** In the checkout, so that the code finds the runtime. */
const home = path.join(root, '.octavo/tmp');

export async function loadConsole(service: Service): Promise<Loaded> {
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(path.join(home, 'console-'));
  try {
    const files = consoleFiles(service, { clientModule: `./${service.id}`, runtime: '@octavo/runtime', runtimeFolder: 'runtime/' });
    const put = (name: string, text: string): string => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      return pathToFileURL(file).href;
    };
    const addresses = new Map([...files].map(([name, text]) => [name, put(name, text)]));
    put('runtime/index.js', `export * from '@octavo/runtime';\n`);
    put('runtime/xml.js', `export * from '@octavo/runtime/xml';\n`);
    put('runtime/linear.js', `export * from '@octavo/runtime/linear';\n`);
    put('package.json', '{ "type": "module" }\n');
    const load = (name: string): Promise<Record<string, unknown>> =>
      import(/* @vite-ignore */ addresses.get(`data/${service.id}/contract/${name}.js`) ?? '') as Promise<Record<string, unknown>>;
    const document = parseExactJson(files.get(`data/${service.id}/operations.json`) ?? '') as ConsoleDocument;
    return {
      document,
      contract: contractOf(document, {
        operations: await load('operations'),
        checks: await load('checks'),
        validators: await load('validators'),
      }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
