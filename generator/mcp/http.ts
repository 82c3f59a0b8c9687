// Serves MCP by HTTP on this machine.
import { type McpOptions, type McpTools, mcpHandler } from '@octavo/runtime/mcp';
import { nodeListener } from '@octavo/runtime/node';
import { listen, sendProblem } from '../mock/http.ts';

/** Other machines cannot reach it: it would call the service for them with the user's credentials. */
const HOST = '127.0.0.1';
const PATH = '/mcp';

export interface ServedMcp {
  /** `http://127.0.0.1:4000/mcp` */
  readonly url: string;
  close(): Promise<void>;
}

/** Throws an `OctavoError` (exit 3) if the port is in use. */
export async function serveHttp(tools: McpTools, options: McpOptions, port: number): Promise<ServedMcp> {
  const answer = nodeListener(mcpHandler(tools, options));
  const { url, close } = await listen(
    (request, response) => {
      if (request.url?.split('?')[0] === PATH) return answer(request, response);
      sendProblem(response, { status: 404, title: 'Not Found', detail: `The MCP server is at ${PATH}.`, code: 'not-found' });
    },
    port,
    HOST,
  );
  return { url: `${url}${PATH}`, close };
}
