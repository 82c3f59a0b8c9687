// Handlers of the operations tagged 'Webhook subscriptions'.

import type { NewWebhookSubscription, RequiredSchedulingWebhookSubscriptionsHandlers } from '@octavo/interfaces/e-scheduling';
import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { DELIVERABLE, isDeliverable } from '../../platform/outbox/deliverable.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import { invalid, notFound, organizationIn, requireAdmin, requireOrganization, requireOwnData, userIn } from '../access.ts';
import { newId } from '../bookings.ts';
import type { Caller, Deps, Handlers } from '../deps.ts';
import { type Listed, listIn, readPage } from '../lists.ts';
import { subscriptionOf } from '../resources.ts';
import type { SchedulingTables, SubscriptionRow } from '../tables.ts';
import { baseOf, lastPart } from '../uris.ts';

type Tables = Kysely<SchedulingTables>;

/** Plans without webhooks. */
const WITHOUT_WEBHOOKS: readonly string[] = ['basic', 'essentials'];

const subscriptionById = prepare((tables: Tables, given: Given<{ readonly id: string }>) =>
  tables.selectFrom('e_subscriptions').selectAll().where('id', '=', given('id')),
);

interface SubscriptionFilters {
  readonly organization: string;
  /** Absent: the subscriptions with the scope organization. */
  readonly user: string | undefined;
}

const subscriptions = listIn('e_subscriptions', 'created_at', (tables: Tables, given: Given<SubscriptionFilters & Listed>) => {
  const rows = tables.selectFrom('e_subscriptions').selectAll().where('organization_id', '=', given('organization'));
  if (!given.has('user')) return rows.where('scope', '=', 'organization');
  return rows.where('scope', '=', 'user').where('user_id', '=', given('user'));
});

export const subscriptionHandlers = ({
  store,
  cursors,
  clock,
  ids,
}: Deps): Handlers<RequiredSchedulingWebhookSubscriptionsHandlers<Caller>> => {
  /** A subscription that the caller may see. @throws the refusals 404 and 403 */
  async function known(caller: Caller, text: string): Promise<SubscriptionRow> {
    const row = await subscriptionById.first(store.read, { id: lastPart(text) });
    if (row === undefined) throw notFound();
    await requireOrganization(store.read, caller, row.organization_id);
    if (row.user_id !== caller.user) requireAdmin(caller);
    return row;
  }

  /** Whose events are meant; null for all of the organization. @throws the refusals 400, 404 and 403 */
  async function requireSubscriber(
    caller: Caller,
    { organization, scope, user }: Pick<NewWebhookSubscription, 'organization' | 'scope' | 'user'>,
    where: '/query' | '/body',
  ) {
    await requireOrganization(store.read, caller, organizationIn(organization, `${where}/organization`));
    if (scope === 'organization') {
      requireAdmin(caller);
      return null;
    }
    const id = user === undefined ? invalid(`${where}/user`, 'is required with the scope user') : userIn(user, `${where}/user`);
    await requireOwnData(store.read, caller, id);
    return id;
  }

  /** The key that signs deliveries: the one that the caller chose, or else the application's. */
  async function signingKey({ application }: Caller, given: string | undefined): Promise<string | null> {
    if (given !== undefined || application === null) return given ?? null;
    const row = await store.read.selectFrom('e_applications').select('signing_key').where('id', '=', application).executeTakeFirst();
    return row?.signing_key ?? null;
  }

  return {
    async listWebhookSubscriptions({ query }, context) {
      const { principal } = context;
      const user = await requireSubscriber(principal, query, '/query');
      const name = ['subscriptions', principal.organization, user];
      const filters = { organization: principal.organization, user: user ?? undefined };
      const page = await readPage(subscriptions, store.read, { cursors, query, url: context.url, name, filters });
      const base = baseOf(context);
      const collection = page.rows.map((row) => subscriptionOf(base, row));
      return { status: 200, body: { collection, pagination: page.pagination } };
    },

    async createWebhookSubscription({ body }, context) {
      const { principal } = context;
      const { url, events, scope } = body;
      if (!isDeliverable(url)) invalid('/body/url', DELIVERABLE);
      if (scope === 'user' && events.includes('routing_form_submission.created'))
        invalid('/body/events', 'has routing_form_submission.created, which needs the scope organization');
      const user_id = await requireSubscriber(principal, body, '/body');
      const now = clock.now();
      const row: SubscriptionRow = {
        id: newId(ids),
        url,
        events: JSON.stringify(events),
        scope,
        organization_id: principal.organization,
        user_id,
        creator_id: principal.user,
        signing_key: await signingKey(principal, body.signing_key),
        state: 'active',
        retry_started_at: null,
        base: baseOf(context),
        created_at: now,
        updated_at: now,
      };
      await store.write(async (tables) => {
        const { plan } = await tables
          .selectFrom('e_organizations')
          .select('plan')
          .where('id', '=', row.organization_id)
          .executeTakeFirstOrThrow();
        if (WITHOUT_WEBHOOKS.includes(plan)) throw refuse(403, { detail: "Webhooks are not part of the organization's plan." });
        const others = await tables
          .selectFrom('e_subscriptions')
          .select('user_id')
          .where('organization_id', '=', row.organization_id)
          .where('url', '=', url)
          .where('scope', '=', scope)
          .execute();
        if (others.some((other) => other.user_id === user_id))
          throw refuse(409, { detail: 'A subscription with this URL already exists.' });
        await tables.insertInto('e_subscriptions').values(row).execute();
      });
      return { status: 201, body: { resource: subscriptionOf(baseOf(context), row) } };
    },

    async getWebhookSubscription({ path }, context) {
      return {
        status: 200,

        body: { resource: subscriptionOf(baseOf(context), await known(context.principal, path.webhook_uuid)) },
      };
    },

    async deleteWebhookSubscription({ path }, context) {
      const { id } = await known(context.principal, path.webhook_uuid);
      const { numDeletedRows } = await store.write((tables) =>
        tables.deleteFrom('e_subscriptions').where('id', '=', id).executeTakeFirst(),
      );
      if (numDeletedRows === 0n) throw notFound();
      return { status: 204 };
    },
  };
};
