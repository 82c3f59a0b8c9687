// What programs share that go through the calls of a published client: each call is a check with a title, and all are tried, whatever fails.

import assert from 'node:assert/strict';
import https from 'node:https';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How long a program may take: a busy machine is slow. */
const MOST_SECONDS = Number(process.env.MOST_SECONDS ?? 60);

/** Runs a program with the addresses and credentials of its command line, and tells its parent how many checks passed and what the others found. */
export async function drive(run) {
  const { actions, ...given } = JSON.parse(process.argv[2]);
  let passed = 0;
  let latest = 'its start';
  const failed = [];
  /** Tries a call, whose result must hold what is wanted, which is a value or a function that is given the result. @returns the result */
  const check = async (title, call, wanted) => {
    latest = title;
    try {
      const actual = await call();
      if (typeof wanted === 'function') assert.ok(wanted(actual), `It does not hold for ${JSON.stringify(actual)}`);
      else assert.partialDeepStrictEqual(actual, wanted);
      passed += 1;
      return actual;
    } catch (error) {
      failed.push(`${title}: ${error.stack ?? JSON.stringify(error)}`);
      return undefined;
    }
  };
  /** Tries a call that the service must refuse. @param told what of the error is compared */
  const refused = (title, call, told, wanted) =>
    check(
      title,
      () =>
        call().then(
          (result) => Promise.reject(new Error(`It was not refused: ${JSON.stringify(result)}`)),
          (error) => told(error),
        ),
      wanted,
    );
  /** Runs an action of control, which the parent does. */
  const act = (action, body) =>
    new Promise((resolve) => {
      process.once('message', resolve);
      process.send({ action, body });
    });
  try {
    await Promise.race([run({ ...given, check, refused, act }), tooLate()]);
  } catch (error) {
    failed.push(`The program ended early, after ${latest}: ${error.stack ?? JSON.stringify(error)}`);
  }
  // Streams and sockets may still be open.
  process.send({ passed, failed }, () => process.exit());
}

async function tooLate() {
  await setTimeout(MOST_SECONDS * 1_000);
  throw new Error(`It takes more than ${MOST_SECONDS} seconds.`);
}

/** Leads requests by HTTPS to a service on this machine, whatever host they are for. */
export class Redirecting extends https.Agent {
  constructor(url) {
    super();
    this.url = new URL(url);
  }
  createConnection(_options, done) {
    return connect(Number(this.url.port), this.url.hostname, done);
  }
}
