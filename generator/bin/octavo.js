#!/usr/bin/env node
// Starts the command line: checks its packages and the Node.js version, turns the compile cache on, and runs the sources in the repository or the
// built files in the package. Plain JavaScript, because npm links only files that exist and Node.js does not strip types inside node_modules.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

// The first package that cli.ts loads. A clone without dependencies would otherwise end with a stack trace, or with advice on the version of Node.js.
try {
  import.meta.resolve('commander');
} catch {
  process.stderr.write(
    'octavo: its packages are not installed. Run `npm ci` in a clone of the repository, or `npm install` in your project.\n',
  );
  process.exit(3);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`octavo needs Node.js 22.18 or newer, and this is ${process.versions.node}.\n`);
  process.exit(3);
}

// The sources and octavo.config.ts run by type stripping, and the console's code is made with it; Node.js's warnings would only disturb the user.
const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  const text = String(warning);
  if (
    text.includes('Type Stripping') ||
    text.includes('stripTypeScriptTypes') ||
    text.includes('MODULE_TYPELESS_PACKAGE_JSON') ||
    text.includes('Module type of file')
  )
    return;
  emitWarning.call(process, warning, ...rest);
};

module.enableCompileCache?.();
// The space for new objects grows while the command line loads: at once from 1 MB to 8, where it would be 2.
setFlagsFromString('--semi-space-growth-factor=8');
const sources = new URL('../cli.ts', import.meta.url);
const { endsSoon, main, watchStages } = await import(existsSync(sources) ? sources.href : new URL('../cli.js', import.meta.url).href);
const argv = process.argv.slice(2);
if (endsSoon(argv)) {
  // A short run ends before what V8's last compiler makes has paid for itself. The mode delays that compiler, and uses fewer threads.
  setFlagsFromString('--efficiency-mode');
  // A pause disturbs no one in a short run. To mark in small steps delays the end of a collection, and memory grows meanwhile.
  setFlagsFromString('--no-incremental-marking');
  // The space then stays as it is. It would grow to 64 MB, for a large document a third of all memory; V8 reads the flag for its largest size only
  // when it starts.
  const keep = () => setFlagsFromString('--semi-space-growth-factor=1');
  const { space_size: size } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (size > 4 * 2 ** 20) keep();
  else watchStages(keep);
} else {
  setFlagsFromString('--semi-space-growth-factor=2');
}
await main(argv);
