// Registers the addresses of webhooks.

import type { NewWebhook } from '@octavo/interfaces/f-instalments';
import { DELIVERABLE, isDeliverable } from '../platform/announce.ts';
import type { Unit } from './deps.ts';
import { newId } from './identifiers.ts';
import { invalidField } from './problems.ts';
import { add, all, revise } from './store/rows.ts';
import type { Row } from './tables.ts';

/** An address that is known for the type gets other events. @throws the refusal 400 for one that cannot be requested */
export async function configureWebhook(
  { deps, tables, at }: Unit,
  shop: string,
  { url, type = 'events', events: given }: NewWebhook,
): Promise<Row<'f_webhooks'>> {
  if (!isDeliverable(url)) throw invalidField('/body/url', DELIVERABLE);
  const events = given ?? null;
  const [known] = await all(tables, 'f_webhooks', { shop, type, url });
  if (known !== undefined) return revise(tables, 'f_webhooks', known, { events });
  return add(tables, 'f_webhooks', { id: newId(deps, 'webhook'), shop, type, url, created_at: at, events });
}
