// Declares what control can do with the controller: what its strategy and its administrator do in a plant.

import { refuse } from '@octavo/runtime';
import { type Action, defineAction } from '../platform/action.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { changeController } from './controller.ts';
import { flag, float } from './rules/values.ts';
import { KEYS } from './security.ts';
import type { ControllerRow, ControllerTables } from './tables.ts';

type ControllerPlatform = Platform<ControllerTables>;

async function change(platform: ControllerPlatform, changes: Partial<Omit<ControllerRow, 'id'>>): Promise<Record<string, never>> {
  await changeController(platform, changes);
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
    (_, platform: ControllerPlatform) => change(platform, { has_strategy: true }),
  ),
  defineAction({ name: 'unload-strategy', summary: 'Unloads the strategy.', fields: {} }, (_, platform: ControllerPlatform) =>
    change(platform, { has_strategy: false }),
  ),
  defineAction(
    {
      name: 'set-busy',
      summary: 'Makes the controller busy, so that it refuses every request, or free again.',
      fields: {
        busy: { type: 'boolean', description: 'Whether it is busy.' },
        code: { type: 'integer', optional: true, description: 'The code of the refusals, -17 or -20. Default: -17.' },
      },
    },
    ({ busy, code = -17 }, platform: ControllerPlatform) => {
      if (code !== -17 && code !== -20) throw refuse(400, { detail: '/code must be -17 or -20.' });
      return change(platform, { busy_code: busy ? code : null });
    },
  ),
  defineAction(
    {
      name: 'set-factory-password',
      summary: 'Gives the administrator the factory password, with which the controller answers every request with 400, or changes it.',
      fields: { factory: { type: 'boolean', description: 'Whether the password is the one of the factory.' } },
    },
    ({ factory }, platform: ControllerPlatform) => change(platform, { has_factory_password: factory }),
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
          .values({ id, hash: hashOf(value), can_write: write })
          .execute(),
      );
      return { id, value };
    },
  ),
  defineAction(
    {
      name: 'revoke-key',
      summary: 'Revokes a key, in all processes at once.',
      fields: { key: { type: 'string', description: 'Identifier and value of the key: `kettle-house:M4shT0n-67C-Harvest`.' } },
    },
    async ({ key }, { store, bus }: ControllerPlatform) => {
      const colon = key.indexOf(':');
      const [id, hash] = [key.slice(0, colon), hashOf(key.slice(colon + 1))];
      const { numDeletedRows } = await store.write((tables) =>
        tables.deleteFrom('c_keys').where('id', '=', id).where('hash', '=', hash).executeTakeFirst(),
      );
      if (numDeletedRows === 0n) throw refuse(404, { detail: 'There is no such key.' });
      await bus.publish(KEYS, hashOf(key));
      return {};
    },
  ),
];
