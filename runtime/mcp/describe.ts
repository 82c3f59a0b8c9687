// Describes an operation or a schema to a model, in a bounded number of characters: deeper parts are named, and are told when they are asked for.
import type { DataSchema } from './facts.ts';
import { meant } from './near.ts';
import { namesNeeded, shallow, valueAt } from './schema.ts';
import type { McpTools, Tool } from './tools.ts';

/** The most characters of an input with its schemas, of the bodies of one response, and of a part that was asked for. */
const MOST = { input: 8000, response: 1500, part: 10_000 } as const;

/** A description, or a sentence that says why there is none. */
export type Described = { readonly value: object } | { readonly refused: string };

/** The operation by its id in the document or its name in code. */
export function findTool({ tools }: Pick<McpTools, 'tools'>, wanted: string): Tool | undefined {
  return tools.find(({ row }) => row.id === wanted) ?? tools.find(({ name }) => name === wanted);
}

/** Says that there is no such operation, with those of near names. */
export function unknownOperation({ tools }: Pick<McpTools, 'tools'>, wanted: string): string {
  const known = tools.map(({ row }) => row.id);
  return `There is no operation \`${wanted.slice(0, 100)}\`.${meant(wanted, known)} \`search\` finds operations by words.`;
}

/** `at` is a JSON pointer into the description. */
export function describeOperation(all: McpTools, tool: Tool, isAllowed: boolean, at: string | undefined): Described {
  const { facts, row } = tool;
  const { summary, description, deprecated, tags } = facts;
  const { schemas } = all.facts;
  if (at !== undefined) {
    const part = valueAt({ input: facts.input, responses: facts.responses }, at);
    if (part === undefined)
      return { refused: `The description of \`${row.id}\` has nothing at \`${at.slice(0, 100)}\`. Copy a pointer from \`more\`.` };
    return { value: { operation: row.id, at, ...withSchemas(part, at, MOST.part, schemas) } };
  }
  const input = withSchemas(facts.input, '/input', MOST.input, schemas);
  return {
    value: {
      operation: row.id,
      request: `${row.method} ${row.path}`,
      ...notAllowed(isAllowed),
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
      ...(deprecated === undefined ? {} : { deprecated }),
      ...(tags === undefined ? {} : { tags }),
      input: input.schema,
      responses: Object.fromEntries(Object.entries(facts.responses).map(([status, one]) => [status, responseOf(status, one)])),
      ...(input.schemas === undefined ? {} : { schemas: input.schemas }),
      ...(input.askFor === undefined ? {} : { askFor: input.askFor }),
    },
  };
}

function notAllowed(isAllowed: boolean): object {
  return isAllowed ? {} : { allowed: false, why: 'It may change something, and this server was started without `--allow-writes`.' };
}

function responseOf(status: string, { description, contentType, body }: Tool['facts']['responses'][string]): object {
  return {
    ...(description === undefined ? {} : { description }),
    ...(contentType === undefined ? {} : { contentType }),
    // The bodies of errors explain themselves when they come.
    ...(body === undefined || !/^2/.test(status) ? {} : { body: shallow(body, `/responses/${status}/body`, MOST.response) }),
  };
}

export function describeSchema({ facts }: McpTools, name: string, at = ''): Described {
  const schema = Object.hasOwn(facts.schemas, name) ? facts.schemas[name] : undefined;
  if (schema === undefined) return { refused: `There is no schema \`${name.slice(0, 100)}\`.${meant(name, Object.keys(facts.schemas))}` };
  const part = valueAt(schema, at);
  if (part === undefined)
    return { refused: `The schema \`${name}\` has nothing at \`${at.slice(0, 100)}\`. Copy a pointer from \`more\`.` };
  return { value: { name, ...(at === '' ? {} : { at }), ...withSchemas(part, at, MOST.part, facts.schemas) } };
}

interface Part {
  readonly schema: unknown;
  /** The schemas that it refers to, the nearest first, as many as there is room for. */
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** The others. */
  readonly askFor?: string;
}

function withSchemas(part: unknown, at: string, most: number, schemas: Readonly<Record<string, DataSchema>>): Part {
  const schema = shallow(part, at, most);
  let room = most - JSON.stringify(schema).length;
  const told: [string, unknown][] = [];
  const others: string[] = [];
  for (const name of namesNeeded(part, schemas)) {
    const length = JSON.stringify(schemas[name] ?? true).length + name.length;
    if (others.length > 0 || length > room) others.push(name);
    else {
      told.push([name, schemas[name]]);
      room -= length;
    }
  }
  return {
    schema,
    ...(told.length === 0 ? {} : { schemas: Object.fromEntries(told) }),
    ...(others.length === 0 ? {} : { askFor: `\`describe\` with \`schema\` also tells: ${others.slice(0, 30).join(', ')}` }),
  };
}
