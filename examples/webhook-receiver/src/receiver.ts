// Receives the webhooks of the parcel service. A delivery whose signature is wrong is answered 401 and never reaches a handler.
import { noContent } from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { createParcelsWebhookReceiver } from '../api/parcels/index.ts';
import { secret } from './secret.ts';

// A database's table outside of an example: a sender repeats a delivery whose answer it did not get.
const seen = new Set<string>();

const receiver = createParcelsWebhookReceiver(
  {
    parcelDelivered({ body: { parcel } }, { deliveryId = '' }) {
      seen.add(deliveryId);
      console.log(`${parcel} is delivered`);
      return noContent();
    },
    parcelDelayed({ body: { parcel, until } }, { deliveryId = '' }) {
      seen.add(deliveryId);
      console.log(`${parcel} is delayed until ${until}`);
      return noContent();
    },
  },
  { secrets: secret(), seen: (deliveryId) => seen.has(deliveryId) },
);

const { url } = await serve(receiver, { port: Number(process.env.PORT ?? 3000) });
console.log(`Webhooks are received at ${url}`);
