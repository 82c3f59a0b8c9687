// node:http by hand, with Ajv's standalone validator: what a careful person would write without a framework. Duplicate keys pass.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { folder } from '../prepare.ts';
import { listening } from './listen.ts';

const { validateOrder } = createRequire(import.meta.url)(join(folder, 'ajv.cjs')) as {
  validateOrder: (value: unknown) => value is { id: string; total: number };
};

listening(
  createServer((request, response) => {
    const answer = (status: number, value: unknown): void => {
      const body = JSON.stringify(value);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    };
    if (request.method !== 'POST' || request.url !== '/orders') return answer(404, { message: 'Not found' });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      let order: unknown;
      try {
        order = JSON.parse(Buffer.concat(chunks).toString());
      } catch {
        return answer(400, { message: 'Not JSON' });
      }
      return validateOrder(order) ? answer(201, { id: order.id, total: order.total }) : answer(400, { message: 'Not valid' });
    });
  }),
);
