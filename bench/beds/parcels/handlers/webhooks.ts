// Webhook endpoints.
import { randomBytes } from 'node:crypto';
import { newId } from '../store.ts';
import type { WebhookEndpoint } from '../things.ts';
import { conflict } from '../wire.ts';
import { found, type Part } from './call.ts';
import { pageOf } from './lists.ts';

type Input = Omit<WebhookEndpoint, 'id' | 'created'>;
type Changes = Partial<Omit<Input, 'url'>>;

export const webhooks: Part = (store, faults) => ({
  listWebhookEndpoints: (call) => {
    const { enabled } = call.query<{ readonly enabled?: boolean }>();
    // A test of truth forgets that the filter may be false.
    const isFiltered = faults.has('webhooks-disabled-unfiltered') ? enabled === true : enabled !== undefined;
    const all = [...call.account.webhooks.values()].filter((one) => !isFiltered || one.enabled === enabled);
    return pageOf(call, all.reverse(), faults);
  },
  createWebhookEndpoint: (call) => {
    const { url, events, description, enabled } = call.input<Input>();
    const isTaken = [...call.account.webhooks.values()].some((one) => one.url === url);
    if (isTaken && !faults.has('webhook-url-taken')) throw conflict('Another endpoint has the URL.');
    const endpoint = { id: newId('whk'), url, events, description, enabled, created: store.now() };
    const secret = `whsec_${randomBytes(16).toString('hex')}`;
    call.account.webhooks.set(endpoint.id, endpoint);
    call.account.secrets.set(endpoint.id, secret);
    return { status: 201, body: { ...endpoint, secret }, headers: { location: `/v1/webhook_endpoints/${endpoint.id}` } };
  },
  getWebhookEndpoint: (call) => {
    const endpoint = found(call.account.webhooks, call.id('webhook_endpoint_id'));
    const secret = faults.has('webhook-shows-secret') ? { secret: call.account.secrets.get(endpoint.id) } : {};
    return { status: 200, body: { ...endpoint, ...secret } };
  },
  updateWebhookEndpoint: (call) => {
    const endpoint = found(call.account.webhooks, call.id('webhook_endpoint_id'));
    const changes = call.input<Changes>();
    const events = faults.has('webhook-events-added') ? { events: [...new Set([...endpoint.events, ...(changes.events ?? [])])] } : {};
    const changed = { ...endpoint, ...changes, ...events };
    call.account.webhooks.set(endpoint.id, changed);
    return { status: 200, body: changed };
  },
  deleteWebhookEndpoint: (call) => {
    const { id } = found(call.account.webhooks, call.id('webhook_endpoint_id'));
    if (!faults.has('webhook-delete-does-nothing')) call.account.webhooks.delete(id);
    return { status: 204 };
  },
});
