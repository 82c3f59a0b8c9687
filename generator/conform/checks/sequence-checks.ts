// The checks that sequences of requests make. They look at no single exchange: `conform/sequences` carries them out.
import type { Check } from '../contract/check.ts';

function sequenceCheck(id: string, summary: string): Check {
  return { id, summary, on: true, sequence: true, look: () => undefined };
}

export const sequenceChecks: readonly Check[] = [
  sequenceCheck('read-after-create', 'what was created can be read, with its identifier and the fields that were sent'),
  sequenceCheck('read-after-change', 'what was changed is read as it was changed, and nothing else of it has changed'),
  sequenceCheck('read-after-delete', 'what was deleted is read with 404 or 410'),
  sequenceCheck('change-after-delete', 'what was deleted cannot be changed by PATCH'),
  sequenceCheck('delete-twice', 'the second delete of the same thing is answered as one of something that does not exist'),
  sequenceCheck('unknown-id', 'an identifier that was never given leads to nothing'),
  sequenceCheck('keeps-values', 'values are shown and read as they were sent'),
  sequenceCheck('list-after-create', 'what was created is in the list'),
  sequenceCheck('list-after-delete', 'what was deleted is not in the list'),
  sequenceCheck('list-pages', 'the pages of a list have every item once, also while items are added'),
  sequenceCheck('list-totals', 'the totals of a list are the number of its items, also with a filter'),
  sequenceCheck('list-filters', 'a list with a filter has the items that satisfy it, and no others'),
  sequenceCheck('list-sorting', 'a sorted list is in its order through all pages, and has all items'),
  sequenceCheck('list-search', 'a search does not find everything, and finds texts in any case where the document says so'),
  sequenceCheck('list-defaults', 'a list without a parameter that has a default is the one with the default'),
  sequenceCheck('failed-create', 'a create that is refused leaves nothing in the list'),
  sequenceCheck('failed-change', 'a change that is refused changes nothing'),
  sequenceCheck('other-parent', 'a thing is not reached below another parent'),
  sequenceCheck('refuses-foreign-credential', 'what the first account reads is refused to the second account with 403 or 404'),
  sequenceCheck('other-account', 'what the first account has is not listed, found, changed or deleted by the second account'),
  sequenceCheck('refuses-fewer-rights', 'a credential with fewer rights is refused by each operation that asks for more'),
  sequenceCheck('idempotency-key', 'the same request with the same key creates one thing'),
  sequenceCheck('create-at-once', 'of creates at once with one value that must be unique, one succeeds'),
  sequenceCheck('change-at-once', 'of changes at once with the same If-Match, one succeeds'),
  sequenceCheck('if-match', '`If-Match` lets pass the current `ETag`, a list with it and `*`, and no other, and makes nothing new'),
  sequenceCheck(
    'if-none-match',
    '`If-None-Match` with the current `ETag`, a list with it or `*` is answered with 304 and the `ETag`, and a change with 412',
  ),
  sequenceCheck('etag-after-change', 'each change of what is read gives another `ETag`'),
  sequenceCheck('version-member', 'a change that names an old version in its body is refused, where the document says so'),
  sequenceCheck('derived-members', 'a count or a sum that a service derives from a list is right after each change'),
  sequenceCheck('count-below', 'a count of what stands below a thing is right after a delete'),
  sequenceCheck(
    'state-rules',
    'an action is refused in the states in which the document says so, and a thing is read in the state that it gives',
  ),
  sequenceCheck('replace-removes', 'a member that a PUT leaves out is as after a create without it'),
  sequenceCheck('create-keeps', 'a member that a change keeps is kept by a create too'),
  sequenceCheck('read-below-deleted', 'what stands below a thing is gone after its delete, and there after a delete that was refused'),
  sequenceCheck('delete-in-use', 'a delete is refused while something refers to the thing, where the document says so'),
  sequenceCheck('unique-values', 'a value that must be unique is refused a second time, by a create and by a change'),
  sequenceCheck('unknown-reference', 'a body that names what does not exist is refused, where the document says so'),
  sequenceCheck('counts-of-others', 'a count of what names a thing follows its creates, states and deletes, as the document describes it'),
  sequenceCheck('sums-below', 'a sum of what stands below a thing is right after a delete'),
  sequenceCheck('deleted-hidden', 'what was deleted is in no answer that leaves deleted things out, as the document says'),
  sequenceCheck('restored', 'what was deleted and restored is as it was, where the document says so'),
  sequenceCheck('most-things', 'no more things are created below another than the document allows'),
  sequenceCheck('one-at-most', 'a mark that one thing at most may have is taken from the other, or refused'),
];
