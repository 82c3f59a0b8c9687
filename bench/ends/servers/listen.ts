// Starts a server of the benchmark: sends its port to the parent process, and its CPU time for each message from there.
import type { Server } from 'node:http';

export function listening(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
  });
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.once('disconnect', () => process.exit(0));
}
