// The generated server on its node:http adapter, as in production: requests validated, duplicate keys refused.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { nodeListener } from '../../../runtime/adapters/node.ts';
import { folder } from '../prepare.ts';
import { listening } from './listen.ts';

process.env.NODE_ENV = 'production';
const { createOrdersServer } = await import(join(folder, 'orders/server.ts'));

const server = createOrdersServer(
  { placeOrder: ({ body }: { body: { id: string; total: number } }) => ({ status: 201, body: { id: body.id, total: body.total } }) },
  { security: { token: () => null } },
);
listening(createServer(nodeListener(server)));
