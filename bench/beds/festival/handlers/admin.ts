// Webhooks and devices.
import { randomBytes } from 'node:crypto';
import { instant, millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import type { WebhookRecord } from '../store.ts';
import type { Device, Webhook } from '../things.ts';
import { conflict, Refusal, unprocessable } from '../wire.ts';
import { type Faults, type Part, requireThing } from './call.ts';
import { paged } from './lists.ts';

const PINGS = 5;
const WINDOW = 10_000;
const [FIRST, LAST] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'].map(millisecondsOf) as [number, number];

function ping(record: WebhookRecord, now: string, faults: Faults): Reply {
  const time = Date.now();
  const recent = record.pings.filter((one) => one > time - WINDOW);
  const most = faults.has('webhook-sixth-ping') ? PINGS + 1 : PINGS;
  if (recent.length >= most) {
    const seconds = Math.max(1, Math.ceil(((recent[0] ?? time) + WINDOW - time) / 1000));
    const headers = faults.has('ping-limit-without-retry-after') ? {} : { 'retry-after': String(seconds) };
    throw new Refusal(429, 'Too many pings.', [], headers);
  }
  record.pings = [...recent, time];
  return { status: 200, body: { event: 'ping', sendTime: now } };
}

function checkExpiry({ expireTime }: Device): void {
  if (expireTime === undefined) return;
  const time = millisecondsOf(expireTime);
  if (time < FIRST || time > LAST) throw unprocessable('#/expireTime', 'is too early or too late');
}

export const admin: Part = (store, faults) => {
  const webhookLook = ({ value, secret }: WebhookRecord, fault: string): object =>
    faults.has(fault) ? { ...value, signingSecret: secret } : value;

  return {
    listWebhooks: (call) =>
      paged(call, [...call.account.webhooks.values()], (one) => webhookLook(one, 'webhook-secret-listed'), faults, 'webhooks'),

    createWebhook: (call) => {
      const input = call.input<Webhook>();
      const events = faults.has('webhook-events-sorted') ? input.events.toSorted() : input.events;
      const active = faults.has('webhook-inactive-lost') || input.active;
      const value: Webhook = { ...input, events, active, webhookId: store.id(), createTime: store.now() };
      const record = { value, secret: `whs_${randomBytes(18).toString('base64url')}`, pings: [] };
      call.account.webhooks.set(value.webhookId, record);
      const body = { ...value, signingSecret: record.secret };
      const createTime = faults.has('webhook-create-time-number') ? { createTime: Date.parse(value.createTime) } : {};
      return { status: 201, body: { ...body, ...createTime }, headers: { location: `/webhooks/${value.webhookId}` } };
    },

    getWebhook: ({ account, id }) => ({
      status: 200,
      body: webhookLook(requireThing(account.webhooks, id('webhookId')), 'webhook-secret-shown'),
    }),

    deleteWebhook: ({ account, id }) => {
      requireThing(account.webhooks, id('webhookId'));
      account.webhooks.delete(id('webhookId'));
      return faults.has('webhook-delete-200') ? { status: 200, body: { deleted: true } } : { status: 204 };
    },

    pingWebhook: ({ account, id }) => {
      const record = requireThing(account.webhooks, id('webhookId'));
      if (!record.value.active && !faults.has('webhook-ping-inactive')) throw conflict('The webhook is not active.');
      return ping(record, store.now(), faults);
    },

    listDevices: (call) => {
      const { mode } = call.query<{ mode?: string }>();
      const found = [...call.account.devices.values()].filter(({ value }) => mode === undefined || value.mode === mode);
      return paged(call, found, ({ value, key }) => (faults.has('device-key-listed') ? { ...value, key } : value), faults, 'devices');
    },

    createDevice: (call) => {
      const { account } = call;
      const input = call.input<Device>();
      checkExpiry(input);
      const isTaken = [...account.devices.values()].some(({ value }) => value.label === input.label);
      if (isTaken && !faults.has('device-label-taken')) throw conflict('Another device has this label.');
      const expireTime = input.expireTime === undefined ? {} : { expireTime: instant(input.expireTime) };
      const label = faults.has('device-label-spaces') ? input.label.replaceAll(/ +/g, ' ') : input.label;
      const value: Device = { ...input, ...expireTime, label, deviceId: store.id(), createTime: store.now() };
      const key = `bok_${randomBytes(16).toString('hex')}`;
      account.devices.set(value.deviceId, { value, key });
      account.keys.set(key, value);
      return { status: 201, body: { ...value, key } };
    },

    deleteDevice: ({ account, id }) => {
      const { key } = requireThing(account.devices, id('deviceId'));
      account.devices.delete(id('deviceId'));
      if (!faults.has('device-works-after-delete')) account.keys.delete(key);
      return { status: 204 };
    },
  };
};
