// Optional peer packages: finds the script of an installed one, or names the package to install.
import { existsSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
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

interface InstalledPackage {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: { readonly version?: string; readonly bin?: string | Readonly<Record<string, string>> };
}

/** Looks in the `node_modules` of a folder and of the folders above it, as Node.js does; under Yarn Plug'n'Play, asks Yarn. */
export function findPackage(from: string, name: string): InstalledPackage | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const found = packageIn(path.join(folder, 'node_modules', ...name.split('/')));
    if (found !== undefined) return found;
    if (folder === path.dirname(folder)) break;
  }
  const place = placeByYarn(from, name);
  return place === undefined ? undefined : packageIn(place);
}

function packageIn(folder: string): InstalledPackage | undefined {
  const manifest = path.join(folder, 'package.json');
  return existsSync(manifest) ? { folder, manifest: JSON.parse(readFileSync(manifest, 'utf8')) } : undefined;
}

/** Yarn adds this to `node:module` where its Plug'n'Play is on: packages are in archives then, and there is no `node_modules`. */
interface PlugAndPlay {
  findPnpApi?(from: string): { resolveToUnqualified(name: string, issuer: string): string | null } | null;
}

function placeByYarn(from: string, name: string): string | undefined {
  const issuer = path.join(from, path.sep);
  try {
    return (nodeModule as PlugAndPlay).findPnpApi?.(issuer)?.resolveToUnqualified(name, issuer) ?? undefined;
  } catch {
    // Yarn throws for a package that the project does not declare.
    return undefined;
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
