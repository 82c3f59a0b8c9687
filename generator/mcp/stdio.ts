// Serves MCP on the standard input and output of this process, until the input ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type McpOptions, type McpTools, toMcpServer } from '@octavo/runtime/mcp';

/** How long requests that are under way when the input ends have to be answered: a client that has gone reads no answer, a pipe may. */
const PATIENCE = 5000;

/** Resolves when the input has ended or the signal is aborted. Nothing but the protocol is written to stdout. */
export async function serveStdio(tools: McpTools, options: McpOptions, signal: AbortSignal): Promise<void> {
  const server = toMcpServer(tools, options);
  const transport = new StdioServerTransport();
  const waiting = new Set<unknown>();
  await server.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) waiting.add(message.id);
    onmessage?.(message);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    if (!('method' in message) && 'id' in message) waiting.delete(message.id);
  };
  await ended(signal);
  const until = Date.now() + PATIENCE;
  while (waiting.size > 0 && Date.now() < until && !signal.aborted) await sleep(10);
  await server.close();
  process.stdin.destroy();
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => resolve();
    if (signal.aborted || process.stdin.readableEnded) end();
    signal.addEventListener('abort', end, { once: true });
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, end);
  });
}
