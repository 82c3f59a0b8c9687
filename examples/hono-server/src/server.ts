// Serves the tool shed with Hono, beside a route of the application's own.
import { honoMiddleware } from '@octavo/runtime/hono';
import { serve } from '@octavo/runtime/node';
import { Hono } from 'hono';
import { logger } from 'hono/logger';
import { createToolShed } from './tool-shed.ts';

const toolShed = createToolShed(
  new Map([
    ['anemone', 'Ines'],
    ['bluebell', 'Jonas'],
  ]),
);

const app = new Hono();
app.use(logger());
app.use(honoMiddleware(toolShed));
app.get('/health', (context) => context.text('open'));

const { url } = await serve(async (request) => app.fetch(request), { port: Number(process.env.PORT ?? 3000) });
console.log(`The tool shed is at ${url}`);
