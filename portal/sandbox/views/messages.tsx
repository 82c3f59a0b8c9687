// What people were sent by the services: emails, SMS, push notifications and messages of other channels, the newest first.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageChannel } from '../../../services/generated/control/index.ts';
import { Badge, Button, Field } from '../../shared/components.tsx';
import { bodyOf } from '../control.ts';
import { CHANNELS, ChannelName, TONES } from '../messages/channels.tsx';
import { MessageDetails } from '../messages/details.tsx';
import { Choice, Empty, Log, ServiceChoice, Shown, timeText, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

const PAGE = 30;
/** Characters of a time without its seconds. */
const MINUTES = 16;
/** Characters of a filter. */
const MOST = 200;

const NO_FILTERS = { service: '', channel: '', about: '', text: '' };

export function MessagesView({ control, names }: ViewProps): JSX.Element {
  const [filters, setFilters] = useState(NO_FILTERS);
  /** The message before each page but the first. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const before = places.at(-1);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== ''));
  const loaded = useLoaded(
    async () => {
      const query = { ...given, ...(before === undefined ? {} : { before }), limit: PAGE };
      return bodyOf(await control.listMessages({ query: query as typeof query & { channel?: MessageChannel } }), 200);
    },
    [...Object.values(filters), before],
    // To look for a text reads all messages, which may be many.
    filters.text.trim() === '' ? 2_000 : undefined,
  );
  const filter = (change: Partial<typeof NO_FILTERS>): void => {
    setFilters({ ...filters, ...change });
    setPlaces([]);
  };
  const field = (name: 'about' | 'text', label: string, placeholder: string): JSX.Element => (
    <Field label={label}>
      {(attributes) => (
        <input
          class="input"
          type="search"
          maxLength={MOST}
          {...attributes}
          placeholder={placeholder}
          value={filters[name]}
          onInput={({ currentTarget }) => filter({ [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <ViewHead
        title="Messages"
        about="The services write to people: emails, SMS, push notifications and more. Nothing leaves this machine. Open a message to see it as its recipient does."
      >
        <Button onClick={loaded.reload}>Reload</Button>
      </ViewHead>
      <div class="message-filters">
        <ServiceChoice
          services={names.map((name) => ({ id: name, title: name }))}
          value={filters.service}
          onChange={(service) => filter({ service })}
        />
        <Choice
          label="Channel"
          value={filters.channel}
          onChange={(channel) => filter({ channel })}
          options={[['', 'All channels'], ...Object.entries(CHANNELS)]}
        />
        {field('about', 'About', 'an identifier')}
        {field('text', 'Text', 'words or an address')}
      </div>
      <Shown of={loaded}>
        {({ messages, next }) => (
          <>
            {messages.length === 0 ? (
              <Empty>{emptyText(Object.keys(given).length > 0, places.length > 0)}</Empty>
            ) : (
              <Log
                items={messages}
                row={({ channel, address, title, status, sent_at }) => (
                  <>
                    <time class="soft">{timeText(sent_at).slice(0, MINUTES)}</time>
                    <ChannelName channel={channel} />
                    <span class="message-line">
                      <b>{address}</b> {title}
                    </span>
                    <Badge tone={TONES[status]}>{status}</Badge>
                  </>
                )}
                details={({ id, status }) => (
                  <MessageDetails id={id} seen={status} control={control} onAbout={(about) => filter({ ...NO_FILTERS, about: about.id })} />
                )}
              />
            )}
            {(places.length > 0 || next !== undefined) && (
              <div class="row">
                <Button onClick={() => setPlaces(places.slice(0, -1))} disabled={places.length === 0}>
                  Newer
                </Button>
                <span class="soft">Page {places.length + 1}</span>
                <Button onClick={() => next !== undefined && setPlaces([...places, next])} disabled={next === undefined}>
                  Older
                </Button>
              </div>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

function emptyText(isFiltered: boolean, isLater: boolean): string {
  if (isLater) return 'There are no older messages.';
  if (isFiltered) return 'No message fits these filters.';
  return 'No message yet. What a service sends to people appears here: book a meeting, send a payment link, or send an SMS in the console.';
}
