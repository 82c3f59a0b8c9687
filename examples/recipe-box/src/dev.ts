// Starts the recipe box for `octavo dev`.
import { serve } from '@octavo/runtime/node';
import { defineServe } from 'octavo/serve';
import { cooks } from './cooks.ts';
import { createRecipeBox } from './recipe-box.ts';

export default defineServe(async ({ port, host }) => {
  const { url, close } = await serve(createRecipeBox(cooks), { port: port('recipe-box'), hostname: host });
  const credentials = [...cooks].map(([value, { name }]) => ({ scheme: 'cook', value, note: name }));
  return { services: [{ id: 'recipe-box', url: `${url}/v1`, credentials }], close };
});
