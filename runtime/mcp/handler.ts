// An MCP server by HTTP, as a function from a request to a response: the protocol's streamable HTTP, without sessions.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { serverOf } from './server.ts';
import { createSession, type McpOptions } from './session.ts';
import type { McpTools } from './tools.ts';

export interface McpHandlerOptions extends McpOptions {
  /**
   * The names, without ports, under which clients reach this server. A request whose `Host` or `Origin` names another is refused, so that no page of
   * a foreign site reaches it (DNS rebinding). Default: the names of this machine.
   */
  readonly hosts?: readonly string[];
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** `serve(mcpHandler(createXTools({ credentials })))`. It asks callers for no credential: mount it behind what does, or on this machine alone. */
export function mcpHandler(tools: McpTools, options: McpHandlerOptions = {}): (request: Request) => Promise<Response> {
  const { hosts = LOOPBACK, ...rest } = options;
  const session = createSession(tools, rest);
  const names = new Set(hosts.map((host) => host.toLowerCase()));
  return async (request) => {
    const fault = foreignName(request, names);
    if (fault !== undefined) return refused(403, fault);
    // Without sessions there is no stream of events to open, and nothing to delete.
    if (request.method !== 'POST') return refused(405, 'Send messages by POST.', { allow: 'POST' });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = serverOf(tools, session);
    await server.connect(transport);
    const end = (): void => void server.close();
    request.signal.addEventListener('abort', end, { once: true });
    try {
      return await transport.handleRequest(request);
    } finally {
      request.signal.removeEventListener('abort', end);
      end();
    }
  };
}

/** A sentence about the header that names a foreign host. A request from outside browsers has no `Origin`. */
function foreignName(request: Request, names: ReadonlySet<string>): string | undefined {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  if (!names.has(nameOf(`http://${host}`))) return 'The header Host names no host of this server.';
  const origin = request.headers.get('origin');
  if (origin !== null && !names.has(nameOf(origin))) return 'The header Origin names no host of this server.';
  return undefined;
}

/** The host of a URL in lower case; `''` for text that is none, such as `null`. */
function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function refused(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }, { status, headers });
}
