// What every server of the benchmark does when it listens: tells its port, and its CPU time when asked.
import type { Server } from 'node:http';

export function listening(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
  });
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
  process.once('disconnect', () => process.exit(0));
}
