// How the service of a bed is run: on loopback, in this process.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Serves on loopback. Port 0 takes a free port. */
export async function serve(listener: RequestListener, port = 0): Promise<Running> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const { port: used } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${used}`, stop };
}

/** Serves by hand if the module is the one that was started: the arguments are the port and the faults. */
export async function serveByHand(module: string, create: (faults: ReadonlySet<string>) => RequestListener, usual: number): Promise<void> {
  if (process.argv[1] !== fileURLToPath(module)) return;
  const [port = usual, ...faults] = process.argv.slice(2);
  const { url } = await serve(create(new Set(faults)), Number(port));
  console.log(url);
}
