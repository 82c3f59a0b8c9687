// Runs after `npm ci`: makes sure that `node_modules/.bin/node` leads to the Node that package-lock.json pins for this platform.
// npm 11 creates that link. npm 10 creates and removes it, because the packages for other platforms have a bin with the same name.
// Plain JavaScript: the system's Node runs this file, and it may be too old to strip types.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const modules = join(resolve(process.argv[2] ?? join(import.meta.dirname, '..')), 'node_modules');
const windows = process.platform === 'win32';
const target = `${windows ? 'win' : process.platform}-${process.arch}`;

// The package for Apple silicon is named `node-bin-…`, the others `node-…`.
const name = [`node-${target}`, `node-bin-${target}`].find((candidate) => existsSync(join(modules, candidate)));

// A package for this platform may still not start: on musl Linux npm installs the build for glibc.
const executable = join(modules, name ?? '', 'bin', windows ? 'node.exe' : 'node');
const starts = name !== undefined && spawnSync(executable, ['--version']).status === 0;

const link = join(modules, '.bin', windows ? 'node.cmd' : 'node');
if (starts && !existsSync(link)) {
  mkdirSync(join(modules, '.bin'), { recursive: true });
  rmSync(link, { force: true });
  if (windows) writeFileSync(link, `@"%~dp0..\\${name}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(`../${name}/bin/node`, link);
}
if (!starts) {
  rmSync(link, { force: true });
  const reason = name === undefined ? 'package-lock.json pins no Node for it' : `the Node of ${name} does not start here`;
  console.warn(
    `${target}: ${reason}. The npm scripts run on your own Node, which must be 24.18 or newer; this is ${process.versions.node}.`,
  );
}
