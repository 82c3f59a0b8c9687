// The tool shed: one function for each operation of tool-shed.yaml.
import { problem, reply } from '@octavo/runtime';
import { createToolShedServer, type Tool } from '../api/tool-shed/index.ts';

interface Member {
  readonly member: string;
}

/** A server with tools of its own. `members` are names by token. */
export function createToolShed(members: ReadonlyMap<string, string>) {
  const tools = new Map<string, Tool>(['drill', 'ladder', 'wheelbarrow'].map((name) => [name, { name }]));

  return createToolShedServer<Member>(
    {
      listTools: () => reply(200, [...tools.values()]),

      borrowTool({ path: { name }, body: { days } }, { principal: { member } }) {
        const tool = tools.get(name);
        if (tool === undefined) return problem(404, { title: `There is no ${name}.` });
        if (tool.loan !== undefined) return problem(409, { title: `${tool.loan.member} has the ${name}.` });
        tool.loan = { member, days };
        return reply(200, tool);
      },
    },
    {
      security: {
        member: (token) => {
          const member = members.get(token);
          return member === undefined ? null : { member };
        },
      },
    },
  );
}
