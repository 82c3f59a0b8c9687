// Optional peers: finds a command-line package in the user's project, or says by name what to install.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentError } from './error.ts';

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the script to run with `node`. */
  readonly bin: string;
}

/** Looks in the `node_modules` of the project and of the folders around it, then beside Octavo itself. */
export function findPeer(root: string, name: string, bin: string): Peer | undefined {
  for (const start of [root, path.dirname(fileURLToPath(import.meta.url))]) {
    let folder = start;
    while (true) {
      const place = path.join(folder, 'node_modules', ...name.split('/'));
      const manifest = path.join(place, 'package.json');
      if (existsSync(manifest)) return readPeer(name, bin, place, manifest);
      const parent = path.dirname(folder);
      if (parent === folder) break;
      folder = parent;
    }
  }
  return undefined;
}

function readPeer(name: string, bin: string, place: string, manifest: string): Peer | undefined {
  const { version, bin: bins } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string; bin?: string | Record<string, string> };
  const script = typeof bins === 'string' ? bins : bins?.[bin];
  if (version === undefined || script === undefined) return undefined;
  return { name, version, bin: path.resolve(place, script) };
}

/** Throws (exit 3) where the package is not installed. */
export function requirePeer(root: string, name: string, bin: string, command: string): Peer {
  const peer = findPeer(root, name, bin);
  if (peer !== undefined) return peer;
  throw environmentError('peer-missing', `\`octavo ${command}\` needs ${name}, which is not installed.`, {
    fix: `Run \`npm i -D ${name}\`.`,
  });
}

/** The environment for tools that would otherwise phone home. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' };
}
