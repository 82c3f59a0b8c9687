// `octavo mcp`: an MCP server through which models call the operations of a document.

import { timeout } from '@octavo/runtime';
import type { McpBudget, McpOptions, McpTools } from '@octavo/runtime/mcp';
import type { Command } from 'commander';
import { exitCodes, usageError } from '../base/error.ts';
import { serverUrl } from '../base/server-path.ts';
import { count } from '../base/words.ts';
import { loadProject, type ProjectDocument } from '../config/config.ts';
import { clean } from '../load/frame.ts';
import { makeTools } from '../mcp/tools.ts';
import type { Service } from '../model/service.ts';
import { read } from '../run/pipeline.ts';
import { type CommandModule, type Context, collect, documentOverrides, type Options, readingOptions, text, texts } from './command.ts';
import { credentialsOf, numberOf, onlyDocument, variableOf } from './judging.ts';
import { reportProblems } from './report.ts';
import { interrupted, portOf } from './serving.ts';

const PORT = 4000;
const SECONDS = 60;

export const command: CommandModule = {
  define(command) {
    declareOptions(command).addHelpText(
      'after',
      `
Where one tool for each operation takes more tokens than the budget, the model gets three tools: search, describe and call. Tokens are estimated as
a quarter of the characters. Inputs are checked before anything is sent. Credentials come from environment variables, and no model sees them.

The protocol runs on standard input and output, and ends with the input; with --http, at http://127.0.0.1:4000/mcp, for programs of this machine only.

Exit codes: 0 the input has ended, 1 a document with errors, 2 wrong options, 3 the port is in use or a package is missing.

Example, in the settings of an MCP client:
  { "command": "npx", "args": ["octavo", "mcp", "specs/api.yaml", "--credential", "token=API_TOKEN"] }`,
    );
  },
  async run(args, options, context) {
    const isHttp = options.http === true;
    if (context.json && !isHttp)
      throw usageError('usage', '`--json` would write to stdout, where the protocol runs.', { fix: 'Leave it out, or add `--http`.' });
    const file = text(args[0]);
    const budget = numberOf(text(options.budget), 'budget');
    const seconds = numberOf(text(options.timeout), 'timeout') ?? SECONDS;
    const port = portOf(text(options.port)) ?? PORT;
    const project = await loadProject(context, documentOverrides(file === undefined ? [] : [file], options));
    const document = onlyDocument(project);
    context.progress('Reading the document');
    const { service, problems } = await read(project, document);
    context.result({ problems: await reportProblems(problems, context) });
    if (service === undefined) return exitCodes.findings;
    context.progress('Making tools');
    const baseUrl = baseUrlOf(options, document, service);
    const client = { ...givenSecrets(service, texts(options.credential)), timeout: timeout(seconds * 1000) };
    const { formats, patterns } = document;
    const tools = await makeTools(
      service,
      { formats, patterns },
      { ...client, ...(baseUrl === undefined ? {} : { baseUrl }) },
      project.root,
    );
    const settings: McpOptions = { allowWrites: options.allowWrites === true, ...(budget === undefined ? {} : { budget }) };
    const { mcpBudget } = await import('@octavo/runtime/mcp');
    for (const line of summary(service, mcpBudget(tools, settings))) context.message(`mcp: ${line}`);
    return isHttp ? await byHttp(tools, settings, port, context) : await byStdio(tools, settings, context);
  },
};

function declareOptions(command: Command): Command {
  const file = command.argument(
    '[file]',
    'OpenAPI document: a file, an https address, or with --http - for the standard input (default: the one in octavo.config.ts, or else openapi.yaml)',
  );
  return readingOptions(file)
    .description('Starts an MCP server through which models call the operations of a document.')
    .option('--base-url <url>', "address of the service (default: the document's first server)")
    .option(
      '--credential <scheme=variable>',
      'environment variable with the credential for a security scheme, or for a parameter that carries one; `user:password` or `key:secret` where there are two',
      collect,
    )
    .option('--allow-writes', 'also call operations that may change something: all but GET, HEAD, OPTIONS and QUERY')
    .option('--budget <tokens>', "how many tokens of the model's context the tools may take (default: 10000)")
    .option('--timeout <seconds>', 'time limit of one call (default: 60)')
    .option('--http', 'serve by HTTP, on this machine only, instead of standard input and output')
    .option('--port <port>', 'port to listen on with --http (default: 4000)');
}

/** The address that is given; for a document that was read from an address, its relative server is beside it. */
function baseUrlOf(options: Options, { file }: ProjectDocument, { servers }: Service): string | undefined {
  const given = text(options.baseUrl);
  if (given !== undefined) return given;
  const url = serverUrl(servers[0]);
  return /^https?:/.test(file) && !/^https?:/.test(url) ? URL.parse(url, file)?.href : undefined;
}

/** Credentials by security scheme, and values of parameters that carry one. */
function givenSecrets(service: Service, pairs: readonly string[]): { credentials: object; hiddenParameters: Record<string, string> } {
  const isScheme = (pair: string): boolean => service.securitySchemes.some(({ name }) => pair.startsWith(`${name}=`));
  const names = new Set(service.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const isParameter = (pair: string): boolean => !isScheme(pair) && names.has(pair.slice(0, pair.indexOf('=')));
  return {
    credentials: credentialsOf(
      service,
      pairs.filter((pair) => !isParameter(pair)),
    ),
    hiddenParameters: Object.fromEntries(pairs.filter(isParameter).map(variableOf)),
  };
}

/** What the tools take of a context, both ways. */
function summary({ title, operations }: Service, { offered, budget, each, search, refused }: McpBudget): string[] {
  const taken = (tokens: number): string => `about ${tokens.toLocaleString('en')} tokens`;
  const [used, other] = offered === 'each' ? [each, search] : [search, each];
  const otherWay =
    offered === 'each' ? '`search`, `describe` and `call`' : `One tool for each operation that is allowed, ${each.tools} of them,`;
  return [
    `${clean(title)}: ${count(operations.length, 'operation')}, offered by ${count(used.tools, 'tool')}: ${taken(used.tokens)} of a budget of ${budget.toLocaleString('en')}.`,
    `${otherWay} would take ${taken(other.tokens)}. A token is counted as four characters.`,
    ...(refused === 0
      ? []
      : [
          `${count(refused, 'operation')} that may change something ${refused === 1 ? 'is' : 'are'} refused; \`--allow-writes\` allows them.`,
        ]),
  ];
}

async function byStdio(tools: McpTools, settings: McpOptions, context: Context): Promise<number> {
  const { serveStdio } = await import('../mcp/stdio.ts');
  context.message(
    process.stdin.isTTY
      ? 'mcp: The server reads the protocol from standard input: add this command to an MCP client, or use `--http`. Press Ctrl-C to stop.'
      : 'mcp: The server is ready. It ends with its input.',
  );
  await serveStdio(tools, settings, context.signal);
  return exitCodes.ok;
}

async function byHttp(tools: McpTools, settings: McpOptions, port: number, context: Context): Promise<number> {
  const [{ serveHttp }] = await Promise.all([import('../mcp/http.ts')]);
  const served = await serveHttp(tools, settings, port);
  context.result({ url: served.url });
  context.data(served.url);
  context.ready();
  context.message('The server is ready. Press Ctrl-C to stop.');
  await interrupted(context);
  await served.close();
  return exitCodes.interrupted;
}
