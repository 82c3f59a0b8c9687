// Sockets and streams that are open.
import type { JSX } from 'preact';
import { Badge, Button } from '../../shared/components.tsx';
import { bodyOf } from '../control.ts';
import { attempt, Empty, Shown, timeText, ViewHead } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { ViewProps } from '../view-props.ts';

export function ConnectionsView({ control }: ViewProps): JSX.Element {
  const loaded = useLoaded(async () => bodyOf(await control.listConnections({}), 200).connections, [], 2_000);
  const close = async (id: string): Promise<void> => {
    await attempt('The connection is closed.', async () => bodyOf(await control.closeConnection({ path: { id } }), 204));
    loaded.reload();
  };
  return (
    <>
      <ViewHead title="Connections" about="These sockets and streams are open now. Close one here to see how your client connects again." />
      <Shown of={loaded}>
        {(connections) =>
          connections.length === 0 ? (
            <Empty>
              No socket or stream is open. Connect one in the <a href="console.html">console</a>, or with your client.
            </Empty>
          ) : (
            <ul class="due">
              {connections.map(({ id, kind, document, target, opened_at, sent, received }) => (
                <li key={id}>
                  <Badge tone="accent">{kind}</Badge>
                  <span>
                    <code>{target}</code> <span class="soft">{document}</span>
                  </span>
                  <span class="soft">
                    since {timeText(opened_at)} · {sent} bytes sent · {received} bytes received
                  </span>
                  <Button look="danger" onClick={() => close(id)} label={`Close ${id}`}>
                    Close
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}
