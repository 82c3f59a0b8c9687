// Loaded before a program by `--import`: when the program ends, adds the processor seconds and the peak memory of its process as a line to the file
// that OCTAVO_CPU_FILE names. Programs that it starts do so too.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.OCTAVO_CPU_FILE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    appendFileSync(file, `${JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1e3 })}\n`);
  });
}
