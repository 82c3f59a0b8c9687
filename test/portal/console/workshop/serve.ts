// The service of workshop.yaml, and a receiver of its webhook. Tool 2 is not as the document declares.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';

interface Context {
  readonly port: (id: string) => number;
  readonly host: string;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method, url = '', headers } = request;
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  if (url === '/hook') return json(200, { body, signature: headers['x-workshop-signature'] });
  if (headers['x-key'] !== 'open-sesame') return json(401, { message: 'The key is wrong.' });
  if (url.startsWith('/v1/tools/1')) return json(200, { id: 1, name: 'plane', weight: 1.5, owner: { name: 'Mira' }, url });
  if (url.startsWith('/v1/tools/2')) return json(200, { id: 2, name: 'saw', weight: 'heavy', owner: {} });
  if (url === '/v1/tools' && method === 'POST') {
    response.writeHead(201, { 'content-type': 'application/json' }).end(`{"id":3,"echo":${body}}`);
    return;
  }
  if (url === '/v1/pictures') return void response.writeHead(body.includes('A small file') ? 204 : 400).end();
  if (url !== '/v1/changes') return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  let n = 0;
  const timer = setInterval(() => response.write(`{"n":${++n}}\n`), 30);
  response.on('close', () => clearInterval(timer));
}

export default async ({ port, host }: Context) => {
  const server = createServer((request, response) => void answer(request, response));
  // It asks for a reply at once, echoes what it gets, and sends one message that is not as declared.
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url }) => {
    socket.send(JSON.stringify({ kind: 'ping', data: url }));
    socket.on('message', (data) => {
      socket.send(JSON.stringify({ kind: 'echo', data: String(data) }));
      if (String(data).includes('wrong')) socket.send('{"data":7}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port('workshop'), host, resolve));
  const address = server.address();
  const url = `http://${host}:${typeof address === 'object' && address !== null ? address.port : 0}/v1`;
  return {
    services: [{ id: 'workshop', url, credentials: [{ scheme: 'key', value: 'open-sesame', note: 'the key of the test' }] }],
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
};
