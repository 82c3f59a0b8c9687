// What the control API of living mocks says of requests and deliveries, which it can send again.
import { attemptView, deliveryView, requestView, signatureView } from '@octavo/runtime/conformance';
import type { Ground } from './ground.ts';
import { limitOf } from './reading.ts';
import { ControlRefusal } from './refusal.ts';
import { done, type Route } from './route.ts';

export const LOG_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/requests$/,
    answer: ({ query }, { ground }) => {
      const [document, operation, verdict] = ['document', 'operation', 'verdict'].map((name) => query.get(name) ?? undefined);
      const requests = ground.log.list({ document, operation, verdict }, limitOf(query, 'limit', 50, 500));
      return { status: 200, body: { requests: requests.map(requestView) } };
    },
  },
  { method: 'DELETE', path: /^\/requests$/, answer: (_request, { ground }) => done(ground.log.clear()) },
  {
    method: 'GET',
    path: /^\/requests\/stream$/,
    answer: (_request, { ground }) => ({ follow: (send) => ground.log.follow((request) => send(requestView(request))) }),
  },
  {
    method: 'GET',
    path: /^\/requests\/([^/]+)$/,
    answer: ({ values: [id = ''] }, { ground }) => ({ status: 200, body: requestView(requireRequest(id, ground)) }),
  },
  {
    method: 'POST',
    path: /^\/requests\/([^/]+)\/replay$/,
    answer: async ({ values: [id = ''] }, { ground }) => {
      requireRequest(id, ground);
      const again = await ground.replay(id);
      if (again === undefined)
        throw new ControlRefusal(409, 'The request was not kept whole, since its body is longer than 64 KiB, or the mock gave no answer.');
      return { status: 200, body: requestView(requireRequest(again, ground)) };
    },
  },
  {
    method: 'GET',
    path: /^\/deliveries$/,
    answer: ({ query }, { ground }) => {
      const [service, state] = ['service', 'state'].map((name) => query.get(name) ?? undefined);
      const most = limitOf(query, 'limit', 50, 500);
      const before = limitOf(query, 'before', Number.MAX_SAFE_INTEGER, 9_999_999);
      const found = ground.outbox.list({ service, state, before, most });
      const last = found.length === most ? found.at(-1) : undefined;
      return { status: 200, body: { deliveries: found.map(deliveryView), ...(last && { next: last.position }) } };
    },
  },
  {
    method: 'GET',
    path: /^\/deliveries\/([^/]+)$/,
    answer: ({ values: [id = ''] }, { ground }) => {
      const { log, ...delivery } = requireDelivery(id, ground);
      return { status: 200, body: { ...deliveryView(delivery), log: log.map(attemptView) } };
    },
  },
  {
    method: 'GET',
    path: /^\/deliveries\/([^/]+)\/signature$/,
    answer: async ({ values: [id = ''], query }, { ground }) => {
      requireDelivery(id, ground);
      const attempt = query.has('attempt') ? limitOf(query, 'attempt', 1, 9_999_999) : undefined;
      const report = await ground.outbox.checkSignature(id, attempt);
      if (report === undefined) throw new ControlRefusal(404, `The delivery has no attempt ${attempt}.`);
      return { status: 200, body: signatureView(report) };
    },
  },
  {
    method: 'GET',
    path: /^\/deliveries\/([^/]+)\/secret$/,
    answer: async ({ values: [id = ''] }, { ground }) => {
      requireDelivery(id, ground);
      return { status: 200, body: { secrets: (await ground.outbox.secrets(id)) ?? [] } };
    },
  },
  {
    method: 'POST',
    path: /^\/deliveries\/([^/]+)\/replay$/,
    answer: ({ values: [id = ''] }, { ground }) => {
      requireDelivery(id, ground);
      if (!ground.outbox.replay(id)) throw new ControlRefusal(409, 'The delivery is being sent.');
      return { status: 202 };
    },
  },
];

function requireRequest(id: string, { log }: Ground) {
  const found = log.one(id);
  if (found === undefined) throw new ControlRefusal(404, `There is no request ${id}. The last 500 are kept.`);
  return found;
}

function requireDelivery(id: string, { outbox }: Ground) {
  const found = outbox.one(id);
  if (found === undefined) throw new ControlRefusal(404, `There is no delivery ${id}. The last 500 are kept.`);
  return found;
}
