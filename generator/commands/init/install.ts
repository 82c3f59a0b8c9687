// The commands that install what a project lacks, which differ where this program runs from a checkout: its packages need not be on a registry.
import { existsSync } from 'node:fs';
import path from 'node:path';
import own from 'octavo/package.json' with { type: 'json' };
import { installCommand } from '../../base/package-manager.ts';
import { findPackage } from '../../base/peer.ts';

type Step = readonly [step: string, about: string];

/** Each with what it does. `others`: packages that are installed for development too. */
export function installSteps(folder: string, others: readonly string[] = [], checkout = checkoutOf(import.meta.dirname)): Step[] {
  const missing = (names: readonly string[]): string[] => names.filter((name) => findPackage(folder, name) === undefined);
  const own = missing(['octavo', '@octavo/runtime']);
  if (own.length > 0 && checkout !== undefined) {
    const left = missing(others);
    return [
      ...packedSteps(checkout),
      ...(left.length === 0 ? [] : [[installCommand(left, { folder, isDev: true }), 'installs what runs the example'] as const]),
    ];
  }
  const tools = missing(['octavo', '@stoplight/prism-cli', '@redocly/cli', ...others]);
  return [
    ...(tools.length === 0 ? [] : [[installCommand(tools, { folder, isDev: true }), 'installs the tools that are missing'] as const]),
    ...(own.includes('@octavo/runtime')
      ? [[installCommand(['@octavo/runtime'], { folder }), 'installs what generated code imports'] as const]
      : []),
  ];
}

/** The root of the repository where this program runs from one, and not from an installed package. */
function checkoutOf(folder: string): string | undefined {
  const root = path.resolve(folder, '../../..');
  return existsSync(path.join(root, 'scripts/pack.ts')) ? root : undefined;
}

/** `create-octavo` installs tarballs under each package manager, which needs an override of the runtime that `octavo` depends on. */
function packedSteps(checkout: string): Step[] {
  const word = (text: string): string => (/^[\w./:@\\-]+$/.test(text) ? text : JSON.stringify(text));
  const build = path.join(checkout, 'build');
  const create = path.join(build, `create-octavo-${own.version}.tgz`);
  return [
    [`npm --prefix ${word(checkout)} run pack`, 'packs Octavo, which runs from this checkout'],
    [`npx -y --package ${word(create)} create-octavo --packages ${word(build)}`, 'installs them, the mock and the reference pages here'],
  ];
}
