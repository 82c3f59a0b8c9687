// Stands in for the parcel service: sends the receiver two webhooks, and a forged one.
import { createParcelsWebhookSender } from '../api/parcels/index.ts';
import { secret } from './secret.ts';

const url = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
// A sender calls no address of this machine unless it is allowed to.
const allowPrivate = 'loopback';

const service = createParcelsWebhookSender({ url, secret: secret(), allowPrivate });
const delivered = await service.parcelDelivered({ body: { type: 'parcel.delivered', parcel: 'P-1041' } });
console.log(`delivered: ${delivered.status}`);
const delayed = await service.parcelDelayed({ body: { type: 'parcel.delayed', parcel: 'P-1042', until: '2031-05-02' } });
console.log(`delayed: ${delayed.status}`);

const forger = createParcelsWebhookSender({ url, secret: 'whsec_dGhpcy1pcy1ub3QtdGhlLXNlY3JldA==', allowPrivate });
const forged = await forger.parcelDelivered({ body: { type: 'parcel.delivered', parcel: 'P-1043' } });
console.log(`forged: ${forged.status}`);
