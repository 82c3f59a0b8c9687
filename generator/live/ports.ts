// Which port each service gets: the same one each time the module is started.
import type { LiveSettings } from './protocol.ts';

/** The documents of the configuration come first, in their order, and then other names in the order in which they are asked for. */
export function portsOf({
  firstPort,
  documents,
  lastPorts,
}: Pick<LiveSettings, 'firstPort' | 'documents' | 'lastPorts'>): (id: string) => number {
  const names = [...documents];
  return (id) => {
    if (firstPort === 0) return lastPorts[id] ?? 0;
    if (!names.includes(id)) names.push(id);
    const port = firstPort + names.indexOf(id);
    if (port < 65536) return port;
    throw new Error(
      `There is no port for \`${id}\`: the ports from ${firstPort} on have run out. Choose a lower one with \`--live-port\`.`,
    );
  };
}
