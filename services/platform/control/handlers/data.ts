// Answers for the rows of services, and for resources that have states.

import { refuse } from '@octavo/runtime';
import type { RequiredControlDataHandlers } from '../../../generated/control/index.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Service } from '../../service.ts';

export function dataHandlers(sandbox: Sandbox): RequiredControlDataHandlers {
  function find(name: string): Service {
    const service = sandbox.services.find((one) => one.name === name);
    if (service === undefined) throw refuse(404, { detail: `There is no service ${name}.` });
    return service;
  }

  return {
    async listTables({ path }) {
      const tables = await sandbox.data.tables(find(path.service).name);
      return { status: 200, body: { tables: tables.map((table) => ({ ...table })) } };
    },

    async listRows({ path, query: { offset, limit } }) {
      const found = await sandbox.data.rows(find(path.service).name, path.table, { offset, limit });
      if (found === undefined) throw refuse(404, { detail: `The service ${path.service} has no table ${path.table}.` });
      return { status: 200, body: { columns: [...found.columns], rows: found.rows.map((row) => [...row]), total: found.total } };
    },

    listMachines({ path }) {
      const machines = find(path.service).machines.map(({ name, title, states, transitions }) => ({
        name,
        title,
        states: [...states],
        transitions: transitions.map((transition) => ({ ...transition })),
      }));
      return { status: 200, body: { machines } };
    },

    async listResources({ path, query: { limit } }) {
      const { name, machines } = find(path.service);
      const machine = machines.find((one) => one.name === path.machine);
      if (machine === undefined) throw refuse(404, { detail: `The service ${name} has no state machine ${path.machine}.` });
      const resources = await machine.list(sandbox.platformOf(name), limit);
      return { status: 200, body: { resources: resources.map((resource) => ({ ...resource })) } };
    },
  };
}
