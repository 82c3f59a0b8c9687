// Uses all services at once for a while, at half of what they carry, and fails where anything that was acknowledged is lost or there twice, where an
// answer is a 5xx, and where a log has a credential. By default for 15 minutes in one process on SQLite, and for 15 in four processes on PostgreSQL
// and Redis behind nginx, one of which is killed each minute. `node bench/services/soak/run.ts --minutes 1 --processes 2 --engine postgres` is
// shorter.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { quick } from '../../effort.ts';
import { report } from './report.ts';
import { type SoakSettings, soaksOf } from './settings.ts';
import { soak } from './soak.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-soak-'));
// PostgreSQL runs as a user of its own where this runs as root, and must come through to its folder.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const settings = readSettings();
if (settings.length > 0)
  console.log(`## The soak\n\nAll services at once. Load of the machine at the beginning: ${loadavg()[0]?.toFixed(1)}.\n`);
for (const [index, one] of settings.entries()) {
  const outcome = await soak(one, join(folder, `run-${index + 1}`));
  if (!report(one, outcome)) process.exitCode = 1;
}

/** None where the command line is wrong, which is said. */
function readSettings(): readonly SoakSettings[] {
  try {
    return soaksOf(process.argv.slice(2), process.env, quick);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
    return [];
  }
}
