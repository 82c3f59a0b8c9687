// What control can do with the controller: what its strategy and its administrator do in a plant.

import { refuse } from '@octavo/runtime';
import { type Action, defineAction } from '../platform/action.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { flag, float } from './rules/values.ts';
import type { ControllerRow, ControllerTables } from './tables.ts';

type ControllerPlatform = Platform<ControllerTables>;

async function change({ store }: ControllerPlatform, changes: Partial<Omit<ControllerRow, 'id'>>): Promise<Record<string, never>> {
  await store.write((tables) => tables.updateTable('c_controllers').set(changes).execute());
  return {};
}

export const actions: readonly Action[] = [
  defineAction(
    {
      name: 'set-input',
      summary: 'Sets an analog or a digital input, as a sensor of the plant does.',
      fields: {
        name: { type: 'string', description: 'Tag name of the input.' },
        value: { type: 'string', description: 'A number for an analog input; `true` or `false` for a digital one.' },
      },
    },
    async ({ name, value }, { store }: ControllerPlatform) => {
      await store.write(async (tables) => {
        const tag = await tables.selectFrom('c_tags').select('kind').where('name', '=', name).executeTakeFirst();
        const text =
          tag?.kind === 'analogInput' && value.trim() !== '' && Number.isFinite(Number(value))
            ? float.store(Number(value))
            : tag?.kind === 'digitalInput' && (value === 'true' || value === 'false')
              ? flag.store(value === 'true')
              : undefined;
        if (text === undefined)
          throw refuse(400, { code: 'invalid-input', detail: `${name} is not an input that can have the value ${value}.` });
        await tables.updateTable('c_tags').set({ value: text }).where('name', '=', name).execute();
      });
      return { name, value };
    },
  ),
  defineAction(
    { name: 'load-strategy', summary: 'Loads the strategy again, with the values that its tags had.', fields: {} },
    (_, platform: ControllerPlatform) => change(platform, { has_strategy: 1 }),
  ),
  defineAction({ name: 'unload-strategy', summary: 'Unloads the strategy.', fields: {} }, (_, platform: ControllerPlatform) =>
    change(platform, { has_strategy: 0 }),
  ),
  defineAction(
    {
      name: 'set-busy',
      summary: 'Makes the controller busy, so that it answers every request with -17, or free again.',
      fields: { busy: { type: 'boolean', description: 'Whether it is busy.' } },
    },
    ({ busy }, platform: ControllerPlatform) => change(platform, { is_busy: busy ? 1 : 0 }),
  ),
  defineAction(
    {
      name: 'set-factory-password',
      summary: 'Gives the administrator the factory password, with which the controller answers every request with 400, or changes it.',
      fields: { factory: { type: 'boolean', description: 'Whether the password is the one of the factory.' } },
    },
    ({ factory }, platform: ControllerPlatform) => change(platform, { has_factory_password: factory ? 1 : 0 }),
  ),
  defineAction(
    {
      name: 'simulate-plant',
      summary: 'Starts or ends a simulation of the plant, in which the inputs move.',
      fields: { running: { type: 'boolean', description: 'Whether the inputs move.' } },
    },
    ({ running }, platform: ControllerPlatform) => change(platform, { simulated_since: running ? platform.clock.now() : null }),
  ),
  defineAction(
    {
      name: 'mint-key',
      summary: 'Makes a key.',
      fields: { write: { type: 'boolean', description: 'Whether it may write.' } },
    },
    async ({ write }, { store, ids }: ControllerPlatform) => {
      const [id, value] = [`key-${ids.hex(8)}`, ids.hex(32)];
      await store.write((tables) =>
        tables
          .insertInto('c_keys')
          .values({ id, hash: hashOf(value), can_write: write ? 1 : 0 })
          .execute(),
      );
      return { id, value };
    },
  ),
];
