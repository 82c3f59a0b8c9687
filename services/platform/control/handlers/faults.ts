// Answers for faults that a developer orders.

import { refuse } from '@octavo/runtime';
import type { FaultRule, Faults } from '@octavo/runtime/conformance';
import type { Fault, RequiredControlFaultsHandlers } from '../../../generated/control/index.ts';

export function faultHandlers(faults: Faults): RequiredControlFaultsHandlers {
  return {
    listFaults: () => ({ status: 200, body: { faults: faults.list().map(bodyOf) } }),

    addFault({ body: { delay_milliseconds: delayMilliseconds, ...rule } }) {
      return { status: 201, body: bodyOf(faults.add({ ...rule, ...(delayMilliseconds === undefined ? {} : { delayMilliseconds }) })) };
    },

    removeFault({ path }) {
      if (!faults.remove(path.id)) throw refuse(404, { detail: `There is no fault ${path.id}.` });
      return { status: 204 };
    },
  };
}

function bodyOf({ delayMilliseconds, headers, ...rule }: FaultRule): Fault {
  return {
    ...rule,
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(delayMilliseconds === undefined ? {} : { delay_milliseconds: delayMilliseconds }),
  };
}
