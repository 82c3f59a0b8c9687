// What programs share that go through the calls of a published client: each call is a check with a title, and all are tried, whatever fails.

import assert from 'node:assert/strict';
import https from 'node:https';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';

/** How long a program may take: a busy machine is slow. */
const MOST_SECONDS = 60;

/** Runs a program with the addresses and credentials of its command line, and tells its parent how many checks passed and what the others found. */
export async function drive(run) {
  const given = JSON.parse(process.argv[2]);
  let passed = 0;
  let latest = 'its start';
  const failed = [];
  /** Tries a call, whose result must hold what is wanted, which is a value or a function that is given the result. @returns the result */
  const check = async (title, call, wanted) => {
    latest = title;
    try {
      const actual = await call();
      if (typeof wanted !== 'function') assert.partialDeepStrictEqual(actual, wanted);
      else if (!wanted(actual)) throw new Error(`It does not hold for ${inspect(actual, { depth: 4, breakLength: 160 })}`);
      passed += 1;
      return actual;
    } catch (error) {
      failed.push(`${title}: ${error.stack ?? inspect(error)}`);
      return undefined;
    }
  };
  /** Tries a call that the service must refuse. @param told what of the error is compared */
  const refused = (title, call, told, wanted) =>
    check(
      title,
      () =>
        call().then(
          (result) => Promise.reject(new Error(`It was not refused: ${inspect(result)}`)),
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
    failed.push(`The program ended early, after ${latest}: ${error.stack ?? inspect(error)}`);
  }
  // Streams and sockets may still be open.
  process.send({ passed, failed }, () => process.exit());
}

async function tooLate() {
  await setTimeout(MOST_SECONDS * 1_000);
  throw new Error(`It takes more than ${MOST_SECONDS} seconds.`);
}

/**
 * Visits the page on which a user grants an application what it asks for, and fills in its form, as a browser would. @returns where it leads back to
 */
export async function consent(page, user) {
  const [, token] = /name="token" value="([^"]+)"/.exec(await (await fetch(page)).text()) ?? [];
  const body = new URLSearchParams({ token, user, decision: 'allow' });
  const sent = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return new URL(sent.headers.get('location'));
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
