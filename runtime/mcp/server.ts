// An MCP server of a service, by the official SDK: one tool for each operation, or three that find, describe and call them, within a budget of
// tokens.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { McpBudget } from './catalog.ts';
import { createSession, type McpOptions, type Session, UnknownToolError } from './session.ts';
import type { McpTools } from './tools.ts';

/**
 * `toMcpServer(createXTools({ credentials })).connect(transport)`. Operations that may change something are refused, unless `allowWrites` is given.
 */
export function toMcpServer(tools: McpTools, options: McpOptions = {}): Server {
  return serverOf(tools, createSession(tools, options));
}

/** How many tokens the tools take, and what they would take the other way. */
export function mcpBudget(tools: McpTools, options: McpOptions = {}): McpBudget {
  return createSession(tools, options).catalog.size;
}

/** A server of its own for each connection; they may share what they answer by. */
export function serverOf({ service, facts }: McpTools, session: Session): Server {
  const server = new Server(
    { name: service.id, title: facts.title, version: facts.version },
    { capabilities: { tools: {} }, instructions: session.instructions, jsonSchemaValidator: NO_VALIDATOR },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: session.listed.map((tool) => ({ ...tool })) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      return await session.run(params.name, params.arguments, signal);
    } catch (error) {
      if (error instanceof UnknownToolError) throw new McpError(ErrorCode.InvalidParams, error.message);
      throw new McpError(ErrorCode.InternalError, 'The tool failed inside this server.');
    }
  });
  return server;
}

/** The SDK judges answers to its own questions by it, and this server asks none. Making its default takes longer than answering a request. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'This server asks nothing.' }),
};
