#!/usr/bin/env node
// Starts the services: checks the Node.js version, and runs the sources in the repository or the built files in the package. Plain JavaScript,
// because npm links only files that exist and Node.js does not strip types inside node_modules.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`octavo-services needs Node.js 22.18 or newer, and this is ${process.versions.node}.\n`);
  process.exit(3);
}

// The sources run by type stripping, and node:sqlite is a release candidate; Node.js's warnings about both would only disturb the user.
const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  const text = String(warning);
  if (text.includes('Type Stripping') || text.includes('SQLite is an experimental feature')) return;
  emitWarning.call(process, warning, ...rest);
};

module.enableCompileCache?.();
const sources = new URL('../main.ts', import.meta.url);
const { main } = await import(existsSync(sources) ? sources.href : new URL('../main.js', import.meta.url).href);
await main(process.argv.slice(2));
