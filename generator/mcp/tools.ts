// Makes the tools of a document for models: by the same generated code that `mcp: true` in the configuration writes, compiled into a temporary
// folder.
import type { ClientOptions } from '@octavo/runtime';
import type { McpTools, ToolOptions } from '@octavo/runtime/mcp';
import { environmentError, messageOf, systemCode, usageError } from '../base/error.ts';
import { installCommand } from '../base/package-manager.ts';
import { exported, type JudgeOptions, loadGenerated } from '../conform/judge/compile.ts';
import { createToolsName } from '../emit/text/names.ts';
import type { Service } from '../model/service.ts';

const SDK = '@modelcontextprotocol/sdk';

type CreateTools = (options: ClientOptions & ToolOptions) => McpTools;

/** @throws {OctavoError} exit 3 where the SDK is not installed; exit 2 where the document names no address of the service that can be called */
export async function makeTools(
  service: Service,
  code: JudgeOptions,
  options: ClientOptions & ToolOptions,
  root: string,
): Promise<McpTools> {
  await requireSdk(root);
  const modules = await loadGenerated(service, code, ['mcp.ts']);
  try {
    return exported<CreateTools>(modules['mcp.ts'], createToolsName(service))(options);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfigurationError') throw error;
    throw usageError('base-url-missing', `The service cannot be called: ${messageOf(error)}`, {
      fix: 'Add its address, such as `--base-url https://api.example.com/v1`.',
    });
  }
}

async function requireSdk(root: string): Promise<void> {
  try {
    await import('@octavo/runtime/mcp');
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND' || !messageOf(error).includes(SDK)) throw error;
    throw environmentError('peer-missing', `\`octavo mcp\` needs \`${SDK}\`, which is not installed.`, {
      fix: `Run \`${installCommand([SDK], { folder: root, isDev: true })}\`.`,
    });
  }
}
