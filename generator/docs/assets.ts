// Copies the portal's scripts, styles and font into the site, the styles with those of the theme.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { portalFolder } from './portal-files.ts';
import type { SiteFiles } from './site-files.ts';

/** The styles of which every page has one. */
const FRAMES: ReadonlySet<string> = new Set(['base.css', 'frame.css']);

export async function putAssets(files: SiteFiles, theme = ''): Promise<void> {
  const built = await portalFolder();
  for (const name of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    const to = `assets/${name.replaceAll(path.sep, '/')}`;
    const file = path.join(built, name);
    if (name.endsWith('.woff2')) files.putBytes(to, readFileSync(file));
    if (!/\.(?:js|css|txt)$/.test(name)) continue;
    const text = readFileSync(file, 'utf8');
    files.put(to, FRAMES.has(name) ? `${text}${theme}` : text);
  }
  // Names of chunks change with their content.
  files.clear('assets/chunks');
}
