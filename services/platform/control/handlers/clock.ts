// Answers for the sandbox clock.

import { refuse } from '@octavo/runtime';
import type { Clock, RequiredControlClockHandlers } from '../../../generated/control/index.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';

/** The moments that RFC 3339 can write: from the year 0 up to the year 9999. */
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59Z');

export function clockHandlers(sandbox: Sandbox): RequiredControlClockHandlers {
  const { clock } = sandbox;
  const answer = () => ({ status: 200 as const, body: clockOf(sandbox) });
  return {
    getClock: answer,

    async listUpcoming({ query: { until, limit } }) {
      const upcoming = await sandbox.upcoming(until === undefined ? LATEST : Date.parse(until), limit);
      return { status: 200, body: { upcoming: upcoming.map(({ at, ...rest }) => ({ at: new Date(at).toISOString(), ...rest })) } };
    },

    async freezeClock({ body }) {
      await sandbox.freezeClock(body.at === undefined ? undefined : Date.parse(body.at));
      return answer();
    },

    async moveClock({ body }) {
      const to = 'to' in body ? Date.parse(body.to) : clock.now() + body.by_seconds * 1000;
      if (!(to >= EARLIEST && to <= LATEST)) throw refuse(400, { detail: 'The clock can show the years from 0 to 9999.' });
      await sandbox.moveClock(to);
      return answer();
    },

    async runClock() {
      await clock.run();
      return answer();
    },
  };
}

export function clockOf({ clock }: Pick<Sandbox, 'clock'>): Clock {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.state.frozenAt !== null };
}
