// Copies the portal's scripts and styles into the site.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { portalFolder } from './portal-files.ts';
import type { SiteFiles } from './site-files.ts';

export async function putAssets(files: SiteFiles): Promise<void> {
  const built = await portalFolder();
  for (const name of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:js|css)$/.test(name)) files.put(`assets/${name.replaceAll(path.sep, '/')}`, readFileSync(path.join(built, name), 'utf8'));
  }
  // Names of chunks change with their content.
  files.clear('assets/chunks');
}
