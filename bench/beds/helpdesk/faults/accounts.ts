// Faults between accounts, of rights, of requests at once, and of secrets.
import type { Row } from '../../bed.ts';

export const accounts: readonly Row[] = [
  ['ticket-of-other-account', 'all operations on a ticket', 'The tickets of another account can be read and changed.'],
  ['ticket-requester-of-other-account', 'createTicket', 'The requester may be a customer of another account.'],
  ['ticket-assign-other-account', 'assignTicket', 'A ticket can be given to an agent of another account.'],
  ['ticket-key-of-all-accounts', 'createTicket', 'An idempotency key of one account is known in the other.'],
  ['ticket-key-twice-at-once', 'createTicket', 'One idempotency key twice at once makes two tickets.'],
  ['tickets-requester-of-other-account', 'listTickets', 'The filter by requester gives tickets of another account.'],
  ['bulk-other-account', 'bulkUpdateTickets', 'Tickets of another account are changed.'],
  ['search-all-accounts', 'search', 'A search finds what other accounts have.'],
  ['customers-search-all-accounts', 'listCustomers', 'A search finds the customers of all accounts.'],
  ['customer-twice-at-once', 'createCustomer', 'Two creations at once with one email both succeed.'],
  ['attachment-content-of-other-account', 'downloadAttachment', 'The bytes of a file of another account can be read.'],
  ['attachment-content-without-key', 'downloadAttachment', 'The bytes of a file are given without a key.'],
  ['export-all-accounts', 'exportTickets', 'An export has the tickets of all accounts.'],
  ['export-without-scope', 'exportTickets', 'A token without the scope exports tickets.'],
  ['webhook-write-with-read-scope', 'createWebhook, updateWebhook, deleteWebhook', 'A token that may only read changes subscriptions.'],
  ['webhook-delete-other-account', 'deleteWebhook', 'A subscription of another account can be ended.'],
  ['viewer-comments', 'addComment', 'A viewer may comment.'],
  ['comments-internal-to-viewer', 'listComments', 'A viewer sees internal comments in the list.'],
  ['comment-internal-to-viewer', 'getComment', 'A viewer sees an internal comment.'],
  ['key-role-ignored', 'createKey', 'A key that was made for a viewer may write.'],
  ['key-expired-works', 'all operations with a key', 'A key that has expired still works.'],
];

export const secrets: readonly Row[] = [
  ['webhook-secret-listed', 'listWebhooks', 'The list of subscriptions shows their secrets.'],
  ['webhook-secret-shown', 'getWebhook', 'A subscription shows its secret.'],
  ['webhook-secret-after-change', 'updateWebhook', 'The answer to a change shows the secret.'],
  ['webhook-secret-not-rotated', 'rotateSecret', 'The new secret is the old one.'],
  ['key-secret-listed', 'listKeys', 'The list of keys shows their secrets.'],
  ['agent-password-echoed', 'createAgent', 'The answer to a creation repeats the password.'],
  ['failure-repeats-values', 'all operations with a body', 'An error repeats the value that was sent, such as a password.'],
];
