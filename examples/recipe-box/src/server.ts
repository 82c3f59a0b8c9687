// Serves the recipe box.
import { serve } from '@octavo/runtime/node';
import { cooks } from './cooks.ts';
import { createRecipeBox } from './recipe-box.ts';

const { url } = await serve(createRecipeBox(cooks), { port: Number(process.env.PORT ?? 3000) });
console.log(`The recipe box is at ${url}`);
