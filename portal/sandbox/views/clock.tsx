// The sandbox clock: freeze it, let it run, and move it, with what will happen on the way shown before.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Badge, Button, Field } from '../../shared/components.tsx';
import { bodyOf } from '../control.ts';
import { attempt, distanceText, Empty, Shown, timeText, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

const HOUR = 3_600_000;
const STEPS: readonly (readonly [label: string, milliseconds: number])[] = [
  ['1 minute', HOUR / 60],
  ['1 hour', HOUR],
  ['1 day', 24 * HOUR],
  ['1 week', 168 * HOUR],
  ['30 days', 720 * HOUR],
];

export function ClockView({ control }: ViewProps): JSX.Element {
  const clock = useLoaded(async () => ({ ...bodyOf(await control.getClock({}), 200), readAt: Date.now() }), [], 5_000);
  const [target, setTarget] = useState<number | undefined>();
  const now = useTicking(clock.value);
  const until = target === undefined ? undefined : new Date(target).toISOString();
  const upcoming = useLoaded(
    async () => bodyOf(await control.listUpcoming({ query: { limit: 100, ...(until === undefined ? {} : { until }) } }), 200).upcoming,
    [until],
    5_000,
  );
  const change = async (done: string, work: () => Promise<unknown>): Promise<void> => {
    // A moment that was chosen meanwhile stays.
    if (await attempt(done, work)) setTarget((last) => (last === target ? undefined : last));
    clock.reload();
    upcoming.reload();
  };
  return (
    <>
      <ViewHead
        title="Clock"
        about="The services take the time from this clock: for dates, tokens, due dates and retries. Signatures and timeouts follow the clock of this machine."
      />
      <Shown of={clock}>
        {({ frozen }) => (
          <section class="card clock" aria-label="The clock">
            <p class="clock-face">
              <time>{timeText(new Date(now).toISOString())}</time> <small>UTC</small>{' '}
              <Badge tone={frozen ? 'accent' : 'good'}>{frozen ? 'Frozen' : 'Running'}</Badge>
            </p>
            <div class="row">
              {frozen ? (
                <Button look="primary" onClick={() => change('The clock runs.', async () => bodyOf(await control.runClock({}), 200))}>
                  Let it run
                </Button>
              ) : (
                <Button onClick={() => change('The clock stands still.', async () => bodyOf(await control.freezeClock({ body: {} }), 200))}>
                  Freeze
                </Button>
              )}
            </div>
            <fieldset class="row steps">
              <legend>Move forward</legend>
              {STEPS.map(([label, milliseconds]) => (
                <Button key={label} onClick={() => setTarget((last) => (last ?? now) + milliseconds)}>
                  + {label}
                </Button>
              ))}
            </fieldset>
            <Field label="Or choose a moment" hint="In UTC">
              {(field) => (
                <input
                  class="input moment"
                  type="datetime-local"
                  step="1"
                  max="9999-12-31T23:59:59"
                  {...field}
                  value={target === undefined ? '' : new Date(target).toISOString().slice(0, 19)}
                  onInput={({ currentTarget: { value } }) => setTarget(momentOf(value))}
                />
              )}
            </Field>
            {target !== undefined && (
              <div class="notice move">
                <p>
                  The clock goes to <b>{timeText(new Date(target).toISOString())}</b>, {distanceText(now, target)}.{' '}
                  {upcoming.value === undefined || !upcoming.isCurrent
                    ? 'Looking for what happens on the way…'
                    : sentenceOf(upcoming.value.length)}
                </p>
                <div class="row">
                  <Button
                    look="primary"
                    onClick={() =>
                      change('The clock was moved.', async () =>
                        bodyOf(await control.moveClock({ body: { to: new Date(target).toISOString() } }), 200),
                      )
                    }
                  >
                    Move the clock
                  </Button>
                  <Button look="quiet" onClick={() => setTarget(undefined)}>
                    Cancel
                  </Button>
                </div>
              </div>
            )}
          </section>
        )}
      </Shown>
      <h2>{target === undefined ? 'What falls due next' : 'What will happen on the way'}</h2>
      <p class="hint">The list does not have what these cause in turn, such as the webhook of a charge.</p>
      <Shown of={upcoming}>
        {(list) =>
          !upcoming.isCurrent ? (
            <p class="hint">Loading…</p>
          ) : list.length === 0 ? (
            <Empty>
              {target === undefined
                ? 'Nothing waits for the clock. Webhooks to retry and payments to charge appear here.'
                : 'Nothing falls due before that moment.'}
            </Empty>
          ) : (
            <ol class="due">
              {list.map(({ at, kind, name, service, id, failures, target: address }) => (
                <li key={kind + id}>
                  <time>{timeText(at)}</time>
                  <span>
                    {kind === 'delivery' ? <>Attempt {failures + 1} to deliver </> : null}
                    <b>{name}</b> <span class="soft">{address ?? service}</span>
                  </span>
                  <span class="soft">{distanceText(now, Date.parse(at))}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </>
  );
}

/** A field that is not complete, or has a year that dates do not have, names no moment. */
function momentOf(value: string): number | undefined {
  const moment = Date.parse(`${value}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

function sentenceOf(count: number): string {
  if (count === 0) return 'Nothing falls due on the way.';
  return count === 1 ? 'One thing happens on the way.' : `${count} things happen on the way.`;
}

/** The time of the clock, each second. */
function useTicking(clock: { readonly now: string; readonly frozen: boolean; readonly readAt: number } | undefined): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((last) => last + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (clock === undefined) return Date.now();
  return Date.parse(clock.now) + (clock.frozen ? 0 : Date.now() - clock.readAt);
}
