// Loaded before a program by `--import`: when the program ends, writes its processor time and the most memory that it held to the file that
// OCTAVO_USAGE_FILE names.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.OCTAVO_USAGE_FILE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
  });
}
