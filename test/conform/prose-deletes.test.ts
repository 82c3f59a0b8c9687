// Tests what sentences about deletes say of other things, in the words of several teams.
import { describe, expect, test } from 'vitest';
import { goesWith, keepingIn, refusesAbsent } from '../../generator/inference/prose/deletes.ts';

describe('what goes with a thing', () => {
  test.each([
    ['Deletes a product with its attachments.', 'attachments'],
    ['The prescriptions of the patient are deleted too. Appointments are kept for the books.', 'prescriptions'],
    ['Its repairs and its photos go with it.', 'repairs'],
    ['Its repairs and its photos go with it.', 'photos'],
    ['Removes a project. This also deletes all of its tasks.', 'tasks'],
    ['Deleting a board cascades to its cards.', 'cards'],
    ['Permanently removes the list, including all items.', 'items'],
    ['All line items of the order are also removed.', 'lineItems'],
  ])('%s: %s', (text, name) => expect(goesWith(text, name)).toBe(true));

  test.each([
    ['Appointments and invoices are kept for the books.', 'invoices'],
    ['The prescriptions are not deleted.', 'prescriptions'],
    ['If `force` is true, its slots are deleted too.', 'slots'],
    ['Its prescriptions are deleted; its invoices remain.', 'invoices'],
    ['Deletes a product.', 'attachments'],
    ['Its files are deleted after 30 days.', 'files'],
  ])('not: %s: %s', (text, name) => expect(goesWith(text, name)).toBe(false));
});

describe('what keeps a thing from being deleted', () => {
  const STATES = ['requested', 'confirmed', 'pickedUp', 'returned', 'cancelled', 'paid', 'active'];

  test.each<readonly [text: string, name: string, states: readonly string[], meant: readonly string[]]>([
    ['A bike with a booking that is requested, confirmed or picked up is a 409.', 'bookings', ['requested', 'confirmed', 'pickedUp'], []],
    ['The patient has an appointment that is active, or an invoice that is not paid in full.', 'invoices', [], ['requested', 'active']],
    ['The patient has an appointment that is active, or an invoice that is not paid in full.', 'appointments', ['active'], ['active']],
    ['An appointment in this room is requested or confirmed.', 'appointments', ['requested', 'confirmed'], ['confirmed']],
    ['A customer with active subscriptions cannot be deleted.', 'subscriptions', ['active'], ['active']],
    ['Fails with 409 if there are bookings in status `requested` or `confirmed`.', 'bookings', ['requested', 'confirmed'], ['requested']],
    ['A 409 while an order names the customer.', 'orders', [], ['paid', 'active']],
    ['Cannot delete a category that still has products.', 'products', [], ['paid']],
    ['A station where bikes stand is a 409.', 'bikes', [], ['paid']],
    ['The warehouse contains bins.', 'bins', [], ['paid']],
    ['Conflict: the tag is used by existing articles.', 'articles', [], ['paid']],
  ])('%s: %s', (text, name, states, meant) => {
    const found = keepingIn(text, name, STATES);
    expect(found?.states).toEqual(states);
    for (const state of [...states, ...meant]) expect(found?.isMeant(state)).toBe(true);
    if (states.length > 0 || meant.length < 2) expect(found?.isMeant(states.length > 0 ? 'returned' : 'active')).toBe(states.length === 0);
  });

  test.each([
    ['A 409 while an open order names the customer.', 'orders'],
    ['A 409 while an order that is overdue names the customer.', 'orders'],
    ['A customer with orders cannot be deleted unless `force` is true.', 'orders'],
    ['The order is paid.', 'bookings'],
  ])('not: %s', (text, name) => expect(keepingIn(text, name, STATES)).toBeUndefined());
});

test.each([
  ['A dock that is not there, or not there any more, is a 404.', 'docks', true],
  ['A bike without a photo is a 404.', 'photo', true],
  ['Deleting it again returns 404.', 'keys', true],
  ['A token that was already deleted gets a 410.', 'tokens', true],
  ['An unknown station is a 404.', 'docks', false],
  ['Deletes a dock.', 'docks', false],
])('%s', (text, name, isRefused) => expect(refusesAbsent(text, name)).toBe(isRefused));
