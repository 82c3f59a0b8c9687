// Finds Prism, an optional peer, and a Node.js that is new enough to run it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { environmentError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';

export interface PrismInstallation {
  /** Absolute path of @stoplight/prism-cli's package.json. */
  readonly manifest: string;
  readonly version: string;
  /** Absolute path of the Node.js that runs it. */
  readonly node: string;
}

/** Throws an `OctavoError` (exit 3) if Prism or a suitable Node.js is missing. */
export function findPrism(root: string): PrismInstallation {
  const manifest = resolveFrom(root, '@stoplight/prism-cli/package.json');
  if (manifest === undefined) {
    throw environmentError('peer-missing', 'The mock needs `@stoplight/prism-cli`, which is not installed.', {
      fix: `Run \`${installCommand(['@stoplight/prism-cli'], { folder: root, isDev: true })}\`.`,
    });
  }
  const { version, engines } = JSON.parse(readFileSync(manifest, 'utf8'));
  // prism-child.ts needs type stripping and module hooks.
  const wanted = newest(['22.18.0', ...lowest(engines?.node)]);
  const node = nodeAtLeast(wanted, root);
  if (node === undefined) {
    throw environmentError('node-too-old', `Prism ${version} needs Node.js ${wanted}; this is ${process.versions.node}.`, {
      fix: `Install a newer Node.js, or run \`${installCommand(['node@24'], { folder: root, isDev: true })}\`.`,
    });
  }
  return { manifest, version: String(version), node };
}

function resolveFrom(root: string, specifier: string): string | undefined {
  for (const from of [path.join(root, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(specifier);
    } catch {
      // Prism is not installed in this folder.
    }
  }
  return undefined;
}

/** The lower bound of a range such as `>=24.18.0`; empty for other ranges. */
function lowest(range: unknown): string[] {
  const found = typeof range === 'string' ? /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range.trim())?.[1] : undefined;
  return found === undefined ? [] : [found];
}

function newest(versions: readonly string[]): string {
  return versions.reduce((best, version) => (compare(version, best) > 0 ? version : best));
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The path of this Node.js, or of the one in the npm package `node`. */
function nodeAtLeast(wanted: string, root: string): string | undefined {
  if (compare(process.versions.node, wanted) >= 0) return process.execPath;
  const manifest = resolveFrom(root, 'node/package.json');
  if (manifest === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const binary = path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return compare(String(version), wanted) >= 0 && existsSync(binary) ? binary : undefined;
}
