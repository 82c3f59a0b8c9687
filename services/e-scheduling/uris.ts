// Writes and reads the URIs by which the interface refers to resources. They begin with the address of the service, so that a client can follow
// them.

/** The scheme and authority of the service: `https://scheduling.example.com`. */
export type Base = string;

/** The server of the document, where the service has no address. */
export const SERVER: Base = 'https://scheduling.example.com';

/** Where the pages are that people see. */
export const PAGES = '/book';

export function baseOf({ url }: { readonly url: string }): Base {
  return new URL(url).origin;
}

export const uris = {
  user: (base: Base, id: string) => `${base}/api/v2/users/${id}`,
  organization: (base: Base, id: string) => `${base}/api/v2/organizations/${id}`,
  membership: (base: Base, organization: string, id: string) => `${base}/api/v2/organizations/${organization}/memberships/${id}`,
  invitation: (base: Base, organization: string, id: string) => `${base}/api/v2/organizations/${organization}/invitations/${id}`,
  eventType: (base: Base, id: string) => `${base}/api/v2/event_types/${id}`,
  event: (base: Base, id: string) => `${base}/api/v2/scheduled_events/${id}`,
  invitee: (base: Base, event: string, id: string) => `${base}/api/v2/scheduled_events/${event}/invitees/${id}`,
  noShow: (base: Base, id: string) => `${base}/api/v2/invitee_no_shows/${id}`,
  team: (base: Base, id: string) => `${base}/api/v2/teams/${id}`,
  form: (base: Base, id: string) => `${base}/api/v2/routing_forms/${id}`,
  submission: (base: Base, id: string) => `${base}/api/v2/routing_form_submissions/${id}`,
  subscription: (base: Base, id: string) => `${base}/api/v2/webhook_subscriptions/${id}`,
};

/** The identifier in a path parameter, which is a `uuid` or a whole URI. */
export function lastPart(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

/** The identifier in the URI of a resource of one kind, at any address; `undefined` for other text. */
export function idIn(collection: 'users' | 'organizations' | 'event_types', uri: string): string | undefined {
  const [kind, id = ''] = (URL.parse(uri)?.pathname ?? '').split('/').slice(-2);
  return kind === collection && id !== '' ? id : undefined;
}
