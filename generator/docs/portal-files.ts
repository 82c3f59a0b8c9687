// Finds the built scripts and styles of the portal: the package holds them, and the checkout builds them when their sources have changed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of the built files; its name changes with them in the checkout. */
export async function portalFolder(): Promise<string> {
  const packaged = path.join(import.meta.dirname, '../portal');
  if (existsSync(packaged)) return packaged;
  const builder = path.join(import.meta.dirname, '../../portal/build.ts');
  // By address: the package does not have this module.
  const { portalFolder: build } = (await import(pathToFileURL(builder).href)) as { portalFolder: () => Promise<string> };
  return await build();
}
