// Which port each service gets: the same one each time the module is started.
import type { LiveSettings } from './protocol.ts';

/** The documents of the configuration come first, in their order, and then other names in the order in which they are asked for. */
export function portsOf({
  firstPort,
  otherPorts,
  documents,
  lastPorts,
}: Pick<LiveSettings, 'firstPort' | 'otherPorts' | 'documents' | 'lastPorts'>): (id: string) => number {
  const names = [...documents];
  return (id) => {
    if (firstPort === 0) return lastPorts[id] ?? 0;
    if (!names.includes(id)) names.push(id);
    const port = nth(names.indexOf(id), firstPort, otherPorts);
    if (port < 65536) return port;
    throw new Error(
      `There is no port for \`${id}\`: the ports from ${firstPort} on have run out. Choose a lower one with \`--live-port\`.`,
    );
  };
}

/** The port after so many others from `first` on, those that are taken left out. */
function nth(index: number, first: number, taken: readonly number[]): number {
  let port = first;
  for (let left = index; ; port += 1) {
    if (taken.includes(port)) continue;
    if (left === 0) return port;
    left -= 1;
  }
}
