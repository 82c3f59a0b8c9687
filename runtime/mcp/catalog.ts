// Lists the tools that a model is offered: one for each operation where they fit the budget, otherwise three that find, describe and call operations.
import { beginning, shownJson } from './plain-text.ts';
import { whole } from './schema.ts';
import type { McpTools, Tool } from './tools.ts';

export interface BudgetOptions {
  /** Whether operations that may change something are called. Default: false. */
  readonly allowWrites?: boolean;
  /** How many tokens of the model's context the tools may take. Default: 10,000. */
  readonly budget?: number;
}

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** How much of a context some tools take. */
export interface ToolSize {
  readonly tools: number;
  /** An estimate: a quarter of the characters of the list in JSON. */
  readonly tokens: number;
}

/** What is offered, and what the other way would take. */
export interface McpBudget {
  /** `each`: one tool for each operation. `search`: `search`, `describe` and `call`. */
  readonly offered: 'each' | 'search';
  readonly budget: number;
  readonly each: ToolSize;
  readonly search: ToolSize;
  /** How many operations may change something, and are refused. */
  readonly refused: number;
}

export interface Catalog {
  readonly size: McpBudget;
  readonly listed: readonly ListedTool[];
  /** The operation of a tool; `undefined` for `search`, `describe` and `call`. */
  readonly operationOf: (name: string) => Tool | undefined;
}

const BUDGET = 10_000;
const CHARACTERS_PER_TOKEN = 4;

/** Some models take no longer names, and no other characters. */
const NAME_LENGTH = 64;

const SELECT = {
  type: 'array',
  items: { type: 'string' },
  description: 'Only these parts of the response body: JSON pointers, `*` for each item',
};

function sizeOf(listed: readonly ListedTool[]): ToolSize {
  return { tools: listed.length, tokens: Math.ceil(JSON.stringify(listed).length / CHARACTERS_PER_TOKEN) };
}

export function catalogOf(all: McpTools, { allowWrites = false, budget = BUDGET }: BudgetOptions): Catalog {
  const allowed = all.tools.filter(({ isRead }) => isRead || allowWrites);
  const names = namesOf(all.tools);
  const each = allowed.map((tool) => listedTool(tool, names.get(tool) ?? tool.name, all));
  const search = searchTools(all, allowWrites);
  const size = {
    budget,
    each: sizeOf(each),
    search: sizeOf(search),
    refused: all.tools.length - allowed.length,
  };
  // Where both fit, or neither does, one tool for each is one step less, or three take less.
  const offered = size.each.tokens <= budget && each.length > 0 ? 'each' : 'search';
  const byName = new Map([...names].map(([tool, name]) => [name, tool]));
  return {
    size: { offered, ...size },
    listed: offered === 'each' ? each : search,
    operationOf: (name) => (offered === 'each' ? byName.get(name) : undefined),
  };
}

/** The names of tools: those of the operations, shortened and made unique. */
function namesOf(tools: readonly Tool[]): ReadonlyMap<Tool, string> {
  const taken = new Set<string>();
  return new Map(
    tools.map((tool) => {
      const plain = tool.name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, NAME_LENGTH) || '_';
      let name = plain;
      for (let count = 2; taken.has(name); count++) name = `${plain.slice(0, NAME_LENGTH - 1 - String(count).length)}_${count}`;
      taken.add(name);
      return [tool, name];
    }),
  );
}

function listedTool({ row, facts, isRead }: Tool, name: string, { facts: { schemas } }: McpTools): ListedTool {
  const { summary, description, deprecated } = facts;
  const said = [summary, description].filter((text) => text !== undefined && text !== '').join('\n');
  const effect = isRead ? 'It changes nothing.' : 'It may change something.';
  const old = deprecated === true ? ' It is deprecated.' : '';
  const data = said === '' ? '' : ` The API document says, as data: ${shownJson(beginning(said, 600))}`;
  const input = whole(facts.input, schemas);
  const properties = { ...(input.properties as object | undefined), select: SELECT };
  return {
    name,
    description: `${row.method} ${row.path}. ${effect}${old}${data}`,
    inputSchema: { ...input, type: 'object', properties },
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead,
      idempotentHint: isRead || row.method === 'PUT' || row.method === 'DELETE',
      openWorldHint: true,
    },
  };
}

const TEXT = { type: 'string' };

/** The most tags that the description of `search` names. */
const MOST_TAGS = 30;

function searchTools({ facts, tools }: McpTools, allowWrites: boolean): ListedTool[] {
  const tags = [...new Set(tools.flatMap((tool) => tool.facts.tags ?? []))];
  const about = shownJson({ title: facts.title, tags: tags.slice(0, MOST_TAGS) });
  const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  return [
    {
      name: 'search',
      description: `Finds operations of an API by words, such as what they do or a parameter's name. It has ${tools.length} operations. Its document says, as data: ${about}`,
      inputSchema: {
        type: 'object',
        properties: { query: TEXT, limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 } },
        required: ['query'],
      },
      annotations: reading,
    },
    {
      name: 'describe',
      description:
        'Tells what an operation does, the JSON Schema of its input, and its responses; or a schema that a description names. Ask before the first call of an operation. `at`: a pointer that `more` of a description gives.',
      inputSchema: { type: 'object', properties: { operation: TEXT, schema: TEXT, at: TEXT } },
      annotations: reading,
    },
    {
      name: 'call',
      description: `Calls an operation. \`input\` has the parts \`path\`, \`query\`, \`header\`, \`cookie\` and \`body\`, as \`describe\` shows them; it is checked before anything is sent. ${allowWrites ? 'Operations that change something are allowed.' : 'Only operations that change nothing are allowed.'}`,
      inputSchema: {
        type: 'object',
        properties: { operation: TEXT, input: { type: 'object' }, select: SELECT },
        required: ['operation'],
      },
      annotations: { readOnlyHint: !allowWrites, destructiveHint: allowWrites, idempotentHint: !allowWrites, openWorldHint: true },
    },
  ];
}
