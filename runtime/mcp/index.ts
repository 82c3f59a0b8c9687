// The entry `@octavo/runtime/mcp`: MCP servers of generated operations. It needs @modelcontextprotocol/sdk.

export type { BudgetOptions, McpBudget, ToolSize } from './catalog.ts';
export { type DataSchema, type OperationFacts, type ResponseFacts, type ServiceFacts, toolFacts } from './facts.ts';
export { type McpHandlerOptions, mcpHandler } from './handler.ts';
export { mcpBudget, toMcpServer } from './server.ts';
export type { McpOptions } from './session.ts';
export { type McpTools, operationTools, type Tool, type ToolOptions } from './tools.ts';
