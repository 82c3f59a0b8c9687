// What the programs with clients of others share: where the service is, what they publish, and how they wait and report.

import { setTimeout } from 'node:timers/promises';

/** Runs a program with the addresses and credentials of the command line, and prints what it returns. Streams may still be open then. */
export async function report(run) {
  console.log(JSON.stringify(await run(JSON.parse(process.argv[2]))));
  process.exit();
}

/** Publishes 23 posts. @returns their identifiers, the newest first */
export async function publishBirds(publish) {
  const ids = [];
  for (let number = 1; number <= 23; number += 1) ids.unshift(await publish(`Cormorant number ${number} dries its wings.`));
  return ids;
}

const LONGEST_SECONDS = 60;

/** Waits for a value. @throws where there is none after a minute */
export async function until(value) {
  for (const end = Date.now() + LONGEST_SECONDS * 1_000; Date.now() < end; await setTimeout(20)) {
    const found = value();
    if (found) return found;
  }
  throw new Error(`There is nothing after ${LONGEST_SECONDS} seconds.`);
}
