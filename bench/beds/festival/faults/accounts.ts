// Faults between accounts, of rights, of requests at once, and of secrets.
import type { Row } from '../../bed.ts';

export const accounts: readonly Row[] = [
  ['festival-of-other-account', 'getFestival', 'A festival of another account can be read.'],
  ['poster-without-token', 'downloadPoster', 'A poster is given without a token.'],
  ['slot-under-other-stage', 'getSlot, updateSlot, deleteSlot', 'A slot is found under another stage.'],
  ['slot-performer-of-other-account', 'createSlot, updateSlot', 'The performer may belong to another account.'],
  ['performers-of-all-accounts', 'listPerformers', 'A search finds performers of all accounts.'],
  ['performer-name-twice-at-once', 'createPerformer', 'Two creations at once with one name both succeed.'],
  [
    'ticket-type-under-other-festival',
    'getTicketType, updateTicketType, deleteTicketType',
    'A ticket type is found under another festival.',
  ],
  ['order-of-other-account', 'getOrder', 'An order of another account can be read.'],
  ['order-festival-of-other-account', 'createOrder', 'A festival of another account sells tickets.'],
  ['order-request-id-of-all-accounts', 'createOrder', 'A `requestId` of one account is known in the other.'],
  ['order-request-id-twice-at-once', 'createOrder', 'One `requestId` twice at once makes two orders.'],
  ['order-last-place-at-once', 'createOrder', 'Two orders at once both get the last ticket.'],
  ['ticket-of-other-account', 'getTicket', 'A ticket of another account can be read.'],
  ['export-of-other-account', 'getOperation, downloadResult', 'An export of another account can be read.'],
  ['steward-refunds', 'refundOrder', 'A token without the scope refunds orders.'],
  ['steward-updates-festivals', 'updateFestival', 'A token without the scope updates festivals.'],
  ['steward-deletes-stages', 'deleteStage', 'A token without the scope deletes stages.'],
  ['device-scanner-sells', 'createOrder, payOrder', 'A device that only scans sells tickets.'],
  ['device-key-expired-works', 'createDevice', 'A key that has expired still works.'],
];

export const secrets: readonly Row[] = [
  ['performer-bank-account-echoed', 'createPerformer', 'The answer to a creation repeats the bank account.'],
  ['performer-bank-account-shown', 'getPerformer, updatePerformer', 'A performer shows the bank account.'],
  ['performer-bank-account-listed', 'listPerformers', 'The list of performers shows their bank accounts.'],
  ['webhook-secret-listed', 'listWebhooks', 'The list of webhooks shows their secrets.'],
  ['webhook-secret-shown', 'getWebhook', 'A webhook shows its secret.'],
  ['device-key-listed', 'listDevices', 'The list of devices shows their keys.'],
  ['problem-repeats-body', 'all operations with a body', 'A problem repeats the body that was sent, such as a bank account.'],
];
