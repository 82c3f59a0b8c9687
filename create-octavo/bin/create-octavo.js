#!/usr/bin/env node
// Starts the program: checks the Node.js version, and runs the sources in the repository or the built files in the package. Plain JavaScript,
// because Node.js does not strip types inside node_modules.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`create-octavo needs Node.js 22.18 or newer, and this is ${process.versions.node}.\n`);
  process.exit(3);
}

const sources = new URL('../main.ts', import.meta.url);
const { main } = await import(existsSync(sources) ? sources.href : new URL('../main.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2));
