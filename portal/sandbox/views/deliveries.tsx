// The list of deliveries to addresses of clients, and when the next attempt of each is due.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliveryState } from '../../../services/generated/control/index.ts';
import { Badge, Button, type Tone } from '../../shared/components.tsx';
import { bodyOf } from '../control.ts';
import { DeliveryDetails } from '../delivery-details.tsx';
import { Choice, distanceText, Empty, Log, ServiceChoice, Shown, timeText, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  queued: 'neutral',
  waiting: 'warn',
  sending: 'accent',
  delivered: 'good',
  'gave-up': 'bad',
};

export function DeliveriesView({ control, names }: ViewProps): JSX.Element {
  const [service, setService] = useState('');
  const [state, setState] = useState('');
  const query = { ...(service === '' ? {} : { service }), ...(state === '' ? {} : { state: state as DeliveryState }), limit: 100 };
  const loaded = useLoaded(
    async () => {
      const [list, clock] = await Promise.all([control.listDeliveries({ query }), control.getClock({})]);
      return { deliveries: bodyOf(list, 200).deliveries, now: Date.parse(bodyOf(clock, 200).now) };
    },
    [service, state],
    2_000,
  );
  return (
    <>
      <ViewHead
        title="Deliveries"
        about="The services send webhooks and other events to the addresses of clients. Open one to see its attempts, what the receiver answered, and the check of its signature."
      >
        <Button onClick={loaded.reload}>Reload</Button>
      </ViewHead>
      <div class="filters">
        <ServiceChoice services={names.map((name) => ({ id: name, title: name }))} value={service} onChange={setService} />
        <Choice
          label="State"
          value={state}
          onChange={setState}
          options={[['', 'All states'], ...Object.keys(TONES).map((one) => [one, one] as const)]}
        />
      </div>
      <Shown of={loaded}>
        {({ deliveries, now }) =>
          deliveries.length === 0 ? (
            <Empty>
              {service === '' && state === ''
                ? 'No delivery yet. Register a webhook at a service in the console, and cause an event.'
                : 'No delivery fits these filters.'}
            </Empty>
          ) : (
            <Log
              items={deliveries}
              row={(one) => (
                <>
                  <time class="soft">{timeText(one.created)}</time>
                  <b>{one.event}</b>
                  <span class="target">{one.url}</span>
                  <span class="soft">
                    {one.attempts} {one.attempts === 1 ? 'attempt' : 'attempts'}
                    {one.state === 'waiting' && `, next ${distanceText(now, Date.parse(one.due))}`}
                  </span>
                  <Badge tone={TONES[one.state]}>{one.state}</Badge>
                </>
              )}
              details={(one) => (
                <DeliveryDetails id={one.id} seen={`${one.state} ${one.attempts}`} control={control} onReplay={loaded.reload} />
              )}
            />
          )
        }
      </Shown>
    </>
  );
}
