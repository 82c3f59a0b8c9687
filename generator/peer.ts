// Optional peer packages: finds the script of an installed one, or names the package to install.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentError } from './error.ts';
import { installCommand } from './package-manager.ts';

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the script to run with `node`. */
  readonly bin: string;
}

/** Looks from the project upwards, then from Octavo's own folder upwards. */
export function findPeer(root: string, name: string, bin: string): Peer | undefined {
  const found = findPackage(root, name) ?? findPackage(path.dirname(fileURLToPath(import.meta.url)), name);
  if (found === undefined) return undefined;
  const { version, bin: bins } = found.manifest;
  const script = typeof bins === 'string' ? bins : bins?.[bin];
  if (version === undefined || script === undefined) return undefined;
  return { name, version, bin: path.resolve(found.folder, script) };
}

export interface InstalledPackage {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: { readonly version?: string; readonly bin?: string | Readonly<Record<string, string>> };
}

/** Looks in the `node_modules` of a folder and of the folders above it, as Node.js does. */
export function findPackage(from: string, name: string): InstalledPackage | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', ...name.split('/'));
    const manifest = path.join(place, 'package.json');
    if (existsSync(manifest)) return { folder: place, manifest: JSON.parse(readFileSync(manifest, 'utf8')) };
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** Throws an `OctavoError` (exit 3) if the package is not installed. */
export function requirePeer(root: string, name: string, bin: string, command: string): Peer {
  const peer = findPeer(root, name, bin);
  if (peer !== undefined) return peer;
  throw environmentError('peer-missing', `\`octavo ${command}\` needs \`${name}\`, which is not installed.`, {
    fix: `Run \`${installCommand([name], { folder: root, isDev: true })}\`.`,
  });
}

/** The environment for tools that send telemetry or look for updates by default. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };
}
