// Declares what control can do with the controller: what its strategy and its administrator do in a plant.

import { refuse } from '@octavo/runtime';
import { type Action, actionsOf, boolean, integer, optional, string } from '../platform/action.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { changeController } from './controller.ts';
import { flag, float } from './rules/values.ts';
import { KEYS } from './security.ts';
import { insert, remove } from './store.ts';
import type { ControllerTables } from './tables.ts';

const action = actionsOf<Platform<ControllerTables>>();

export const actions: readonly Action[] = [
  action(
    'set-input',
    'Sets an analog or a digital input, as a sensor of the plant does.',
    { name: string('Tag name of the input.'), value: string('A number for an analog input; `true` or `false` for a digital one.') },
    async ({ name, value }, { store }) => {
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
  action('load-strategy', 'Loads the strategy again, with the values that its tags had.', {}, (_, platform) =>
    changeController(platform, { has_strategy: true }),
  ),
  action('unload-strategy', 'Unloads the strategy.', {}, (_, platform) => changeController(platform, { has_strategy: false })),
  action(
    'set-busy',
    'Makes the controller busy, so that it refuses every request, or free again.',
    { busy: boolean('Whether it is busy.'), code: optional(integer('The code of the refusals, -17 or -20. Default: -17.')) },
    ({ busy, code = -17 }, platform) => {
      if (code !== -17 && code !== -20) throw refuse(400, { detail: '/code must be -17 or -20.' });
      return changeController(platform, { busy_code: busy ? code : null });
    },
  ),
  action(
    'set-factory-password',
    'Gives the administrator the factory password, with which the controller answers every request with 400, or changes it.',
    { factory: boolean('Whether the password is the one of the factory.') },
    ({ factory }, platform) => changeController(platform, { has_factory_password: factory }),
  ),
  action(
    'simulate-plant',
    'Starts or ends a simulation of the plant, in which the inputs move.',
    { running: boolean('Whether the inputs move.') },
    ({ running }, platform) => changeController(platform, { simulated_since: running ? platform.clock.now() : null }),
  ),
  action('mint-key', 'Makes a key.', { write: boolean('Whether it may write.') }, async ({ write }, { store, ids }) => {
    const [id, value] = [`key-${ids.hex(8)}`, ids.hex(32)];
    await store.write((tables) => insert(tables, 'c_keys', { id, hash: hashOf(value), can_write: write }));
    return { id, value };
  }),
  action(
    'revoke-key',
    'Revokes a key, in all processes at once.',
    { key: string('Identifier and value of the key: `kettle-house:M4shT0n-67C-Harvest`.') },
    async ({ key }, { store, bus }) => {
      const colon = key.indexOf(':');
      const [id, hash] = [key.slice(0, colon), hashOf(key.slice(colon + 1))];
      const removed = await store.write((tables) => remove(tables, 'c_keys', { id, hash }));
      if (removed === 0) throw refuse(404, { detail: 'There is no such key.' });
      await bus.publish(KEYS, hashOf(key));
    },
  ),
];
