// The platforms of a scaffolded server: the code that starts it there, and the packages that it needs.
import { stringLiteral } from '../emit/text/escape.ts';

export const adapters = ['node', 'fastify', 'hono', 'express'] as const;

export type Adapter = (typeof adapters)[number];

export function isAdapter(name: string): name is Adapter {
  return (adapters as readonly string[]).includes(name);
}

interface Start {
  readonly on: string;
  readonly imports: readonly string[];
  readonly start: readonly string[];
}

/** The imports and statements that start a server on its platform. */
export function startText(adapter: Adapter, name: string, runtime: string): Start {
  const use = (names: string, entry: string) => `import { ${names} } from ${stringLiteral(`${runtime}/${entry}`)};`;
  const port = 'Number(process.env.PORT ?? 3000)';
  const tell = `console.log(\`${name} is at \${url}\`);`;
  switch (adapter) {
    case 'node':
      return {
        on: 'node:http',
        imports: [use('serve', 'node')],
        start: [`const { url } = await serve(handler, { port: ${port} });`, tell],
      };
    case 'fastify':
      return {
        on: 'Fastify',
        imports: [use('fastifyPlugin', 'fastify'), `import fastify from 'fastify';`],
        start: [
          'const app = fastify();',
          'await app.register(fastifyPlugin(handler));',
          `const url = await app.listen({ port: ${port}, host: '127.0.0.1' });`,
          tell,
        ],
      };
    case 'hono':
      return {
        on: 'Hono',
        imports: [use('honoMiddleware', 'hono'), use('serve', 'node'), `import { Hono } from 'hono';`],
        start: [
          'const app = new Hono();',
          'app.use(honoMiddleware(handler));',
          `const { url } = await serve(async (request) => app.fetch(request), { port: ${port} });`,
          tell,
        ],
      };
    case 'express':
      return {
        on: 'Express',
        imports: [use('expressMiddleware', 'express'), `import express from 'express';`],
        start: [
          'const app = express();',
          'app.use(expressMiddleware(handler));',
          `const server = app.listen(${port}, '127.0.0.1', (error) => {`,
          '  if (error !== undefined) throw error;',
          '  const address = server.address();',
          `  const url = \`http://127.0.0.1:\${typeof address === 'object' ? address?.port : address}\`;`,
          `  ${tell}`,
          '});',
        ],
      };
  }
}

/** The packages to install besides the runtime. */
export function packagesOf(adapter: Adapter): readonly string[] {
  if (adapter === 'node') return [];
  return adapter === 'express' ? ['express', '@types/express'] : [adapter];
}
