// Answers for the sandbox as a whole and for the actions of its services.

import { refuse } from '@octavo/runtime';
import type { RequiredControlSandboxHandlers, Service } from '../../../generated/control/index.ts';
import { faultsOfInput } from '../../action.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { clockOf } from './clock.ts';

export function sandboxHandlers(sandbox: Sandbox): RequiredControlSandboxHandlers {
  return {
    getSandbox: () => ({
      status: 200,
      body: { clock: clockOf(sandbox), services: sandbox.services.map((one) => serviceOf(one, sandbox)) },
    }),

    async resetSandbox() {
      await sandbox.reset();
      return { status: 204 };
    },

    async seedServices({ body }) {
      const unknown = body.services.find((name) => !sandbox.services.some((service) => service.name === name));
      if (unknown !== undefined) throw refuse(404, { detail: `There is no service ${unknown}.` });
      await sandbox.seed(body.services);
      return { status: 204 };
    },

    async runAction({ path, body }) {
      const service = sandbox.services.find(({ name }) => name === path.service);
      if (service === undefined) throw refuse(404, { detail: `There is no service ${path.service}.` });
      const action = service.actions.find(({ name }) => name === path.action);
      if (action === undefined) throw refuse(404, { detail: `The service ${path.service} has no action ${path.action}.` });
      const faults = faultsOfInput(action.fields, body);
      if (faults.length > 0) throw refuse(400, { detail: faults.join(' ') });
      return { status: 200, body: { result: await action.run(body, sandbox.platformOf(service.name)) } };
    },
  };
}

function serviceOf({ name, documents, credentials, actions }: Sandbox['services'][number], sandbox: Sandbox): Service {
  return {
    name,
    documents: documents.map((document) => {
      const address = sandbox.addressOf(document);
      return address === undefined ? { name: document } : { name: document, base_url: address.baseUrl };
    }),
    credentials: credentials.map((credential) => ({ ...credential })),
    actions: actions.map((action) => ({
      name: action.name,
      summary: action.summary,
      fields: Object.entries(action.fields).map(([field, { type, optional, description }]) => ({
        name: field,
        type,
        required: optional !== true,
        description,
      })),
    })),
  };
}
