// Handlers of the operations tagged 'Device' and 'Strategy'.

import type { RequiredControllerDeviceHandlers, RequiredControllerStrategyHandlers } from '@octavo/interfaces/c-controller';
import type { Caller, Deps } from '../deps.ts';
import { device, strategy } from '../seed.ts';

const NO_STRATEGY = { strategyName: '', date: '', time: '', crc: '', runningCharts: 0 };

export const deviceHandlers = ({
  clock,
  controller,
}: Deps): RequiredControllerDeviceHandlers<Caller> & RequiredControllerStrategyHandlers<Caller> => ({
  async readDeviceDetails() {
    const { started_at } = await controller();
    return { status: 200, body: { ...device, upTimeSeconds: Math.floor((clock.now() - started_at) / 1000) } };
  },
  async readStrategyDetails() {
    const { has_strategy } = await controller();
    return { status: 200, body: has_strategy ? strategy : NO_STRATEGY };
  },
});
