// Snapshots: all data at a moment, to come back to; and starting again from the seeds.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button, Dialog, Field, SubmitButton } from '../../shared/components.tsx';
import { useOneAtATime } from '../../shared/use-one-at-a-time.ts';
import { bodyOf } from '../control.ts';
import { attempt, Choice, Empty, Shown, timeText, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

/** A change that cannot be undone, and is asked about first. */
interface Asked {
  readonly question: string;
  readonly done: string;
  readonly run: () => Promise<unknown>;
}

export function SnapshotsView({ control, names }: ViewProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.listSnapshots({}), 200).snapshots, [], 5_000);
  const [name, setName] = useState('');
  const [service, setService] = useState(names[0] ?? '');
  const [asked, ask] = useState<Asked | undefined>();
  const [isBusy, begin] = useOneAtATime();
  const take = async (): Promise<void> => {
    if (await attempt('The snapshot is taken.', async () => bodyOf(await control.takeSnapshot({ path: { name } }), 200))) setName('');
    loaded.reload();
  };
  const confirm = async ({ done, run }: Asked): Promise<void> => {
    ask(undefined);
    await attempt(done, run);
    loaded.reload();
  };
  return (
    <>
      <ViewHead
        title="Snapshots"
        about="A snapshot keeps all data and the clock as they are now, so that you can come back to them. When you restore one, the list of requests and the faults are emptied."
      />
      <form
        class="card form"
        onSubmit={(event) => {
          event.preventDefault();
          begin(take);
        }}
      >
        <Field label="Name" hint="Letters, digits, dots, underscores and hyphens">
          {(field) => (
            <input
              class="input"
              required
              pattern="[A-Za-z0-9_\-][A-Za-z0-9_.\-]{0,63}"
              {...field}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
        </Field>
        <div class="row">
          <SubmitButton isBusy={isBusy}>Take a snapshot</SubmitButton>
        </div>
      </form>
      <Shown of={loaded}>
        {(snapshots) =>
          snapshots.length === 0 ? (
            <Empty>No snapshot yet. Name one above and take it before you change something.</Empty>
          ) : (
            <ul class="due">
              {snapshots.map((one) => (
                <li key={one.name}>
                  <span>
                    <b>{one.name}</b>{' '}
                    <span class="soft">
                      {timeText(one.taken_at)} · {Math.ceil(one.bytes / 1024)} kB
                    </span>
                  </span>
                  <span class="row">
                    <Button
                      label={`Restore ${one.name}`}
                      onClick={() =>
                        ask({
                          question: `All data becomes what it was in ${one.name}. What has changed since then is lost.`,
                          done: 'The data is restored.',
                          run: async () => bodyOf(await control.restoreSnapshot({ path: { name: one.name } }), 204),
                        })
                      }
                    >
                      Restore
                    </Button>
                    <Button
                      look="danger"
                      label={`Remove ${one.name}`}
                      onClick={() =>
                        ask({
                          question: `The snapshot ${one.name} is deleted.`,
                          done: 'The snapshot is removed.',
                          run: async () => bodyOf(await control.removeSnapshot({ path: { name: one.name } }), 204),
                        })
                      }
                    >
                      Remove
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <h2>Start again</h2>
      <div class="form card">
        <Choice label="Service" value={service} onChange={setService} options={names.map((one) => [one, one])} />
        <div class="row">
          <Button
            onClick={() =>
              ask({
                question: `The data of ${service} is deleted, and its seeds are written again.`,
                done: `${service} is as new.`,
                run: async () => bodyOf(await control.seedServices({ body: { services: [service] } }), 204),
              })
            }
          >
            Seed this service again
          </Button>
          <Button
            look="danger"
            onClick={() =>
              ask({
                question: 'The data of all services is deleted, their seeds are written again, and the clock starts anew. Snapshots stay.',
                done: 'The sandbox is as new.',
                run: async () => bodyOf(await control.resetSandbox({}), 204),
              })
            }
          >
            Reset everything
          </Button>
        </div>
      </div>
      {asked !== undefined && (
        <Dialog title="Are you sure?" onClose={() => ask(undefined)}>
          <p>{asked.question}</p>
          <div class="row">
            <Button look="primary" onClick={() => confirm(asked)}>
              Go on
            </Button>
            <Button onClick={() => ask(undefined)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
