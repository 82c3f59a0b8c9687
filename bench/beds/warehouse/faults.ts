// The faults of the warehouse service, by class. Each is off until the service is started with its id.
import type { Fault } from '../bed.ts';

type Row = readonly [id: string, where: string, what: string];

const VALUES: readonly Row[] = [
  ['product-name-one-too-long', 'createProduct', 'A name of 121 characters is accepted.'],
  ['product-name-refuses-longest', 'replaceProduct', 'A name of exactly 120 characters is refused.'],
  ['product-sku-lower-case', 'createProduct', 'An SKU with lower-case letters is accepted.'],
  ['price-third-decimal', 'createProduct, replaceProduct, updateProduct', 'A price with three decimals is accepted.'],
  ['price-refuses-highest', 'createProduct, replaceProduct, updateProduct', 'A price of exactly 1,000,000 is refused.'],
  ['product-tax-rate-one', 'createProduct', 'A tax rate of exactly 1 is accepted.'],
  ['product-barcodes-twice', 'createProduct', 'The same barcode twice is accepted.'],
  ['product-barcodes-six', 'createProduct', 'Six barcodes are accepted.'],
  ['product-dimension-zero', 'createProduct', 'A width of 0 in the dimensions is accepted.'],
  ['product-attribute-any-length', 'createProduct', 'An attribute of more than 50 characters is accepted.'],
  ['product-attributes-eleven', 'createProduct', 'More than ten attributes are accepted.'],
  ['product-external-id-any-text', 'createProduct', 'An external id that is no UUID is accepted.'],
  ['product-patch-empty', 'updateProduct', 'A change without members is accepted.'],
  ['product-component-extra-member', 'createProduct', 'An undeclared member of a component is accepted.'],
  ['bin-weight-any-step', 'createBin', 'A weight that is no multiple of 0.5 is accepted.'],
  ['bin-weight-zero', 'updateBin', 'A weight of exactly 0 is accepted.'],
  ['bin-patch-any-media-type', 'updateBin', 'A body of another media type is accepted.'],
  ['bin-id-with-letters', 'getBin, updateBin, deleteBin', 'The id `1abc` is read as 1.'],
  ['warehouse-code-open-end', 'createWarehouse', 'Characters after a good code are accepted.'],
  ['warehouse-address-extra-member', 'createWarehouse', 'An undeclared member of the address is accepted.'],
  ['warehouse-timezone-any', 'createWarehouse', 'A time zone that is not listed is accepted.'],
  ['supplier-contact-email-any', 'createSupplier, replaceSupplier', 'An email of a contact that is no email is accepted.'],
  ['supplier-terms-refuses-longest', 'createSupplier, replaceSupplier', 'Terms of exactly 120 days are refused.'],
  ['order-quantity-zero', 'createPurchaseOrder, addOrderLine', 'A quantity of 0 is accepted.'],
  ['order-refuses-fifty-lines', 'createPurchaseOrder', 'An order with exactly 50 lines is refused.'],
  ['order-date-any-day', 'createPurchaseOrder', 'A day that no calendar has is accepted.'],
  ['order-line-without-price', 'createPurchaseOrder, addOrderLine', 'A line without its required price is accepted.'],
  ['order-line-quantity-text', 'updateOrderLine', 'A quantity that is a text of digits is accepted.'],
  ['transfer-note-null', 'createTransfer', 'A null is accepted for a note that may not be null.'],
  ['movement-comment-two-letters', 'recordMovement', 'A comment of two letters is accepted for an adjustment.'],
  ['movement-reason-any', 'recordMovement', 'A reason that is not listed is accepted for an issue.'],
  ['price-list-without-prices', 'putPriceList', 'An empty map of prices is accepted.'],
  ['price-list-entry-negative', 'putPriceList', 'A negative amount is accepted in the map of prices.'],
  ['user-password-refuses-longest', 'createUser', 'A password of exactly 72 characters is refused.'],
  ['webhook-plain-address', 'createWebhook', 'An address that does not begin with `https://` is accepted.'],
  ['api-key-without-scopes', 'createApiKey', 'An empty list of scopes is accepted.'],
  ['per-page-hundred-and-one', 'all lists with per_page', 'A page size of 101 is accepted.'],
  ['page-zero', 'all lists with page', 'Page 0 is accepted.'],
  ['idempotency-key-short', 'createPurchaseOrder', 'An idempotency key of fewer than eight characters is accepted.'],
  ['created-after-any-text', 'listProducts, listPurchaseOrders', 'A text that is no time is accepted as `created_after`.'],
];

const SEQUENCES: readonly Row[] = [
  ['product-patch-resets-discontinued', 'updateProduct', 'A change of another member sets `discontinued` back to false.'],
  ['product-put-keeps-description', 'replaceProduct', 'A replacement without a description keeps the old one.'],
  ['product-updated-at-stale', 'updateProduct', 'A change leaves `updated_at` as it was.'],
  ['product-delete-leaves-attachments', 'deleteProduct, getAttachment', 'The attachments of a deleted product can still be read.'],
  ['warehouse-delete-leaves-bins', 'deleteWarehouse, getBin', 'The bins of a deleted warehouse can still be read.'],
  ['warehouse-bin-count-after-delete', 'deleteBin, getWarehouse', 'The count of bins does not fall when a bin is deleted.'],
  ['bin-under-other-warehouse', 'getBin, updateBin, deleteBin', 'A bin is found under the code of another warehouse.'],
  ['bin-patch-keeps-null', 'updateBin', 'A null stays in the bin and does not take the member away.'],
  ['bin-rename-to-taken-label', 'updateBin', 'A bin can be given the label of another bin.'],
  ['transfer-receives-draft', 'receiveTransfer', 'A draft that was never sent can be received.'],
  ['transfer-cancels-received', 'cancelTransfer', 'A received transfer can be cancelled.'],
  ['transfer-refuses-cancel-of-sent', 'cancelTransfer', 'A sent transfer cannot be cancelled.'],
  ['transfer-receive-adds-nothing', 'receiveTransfer, getStock', 'Received goods do not join the stock of the second warehouse.'],
  ['movement-issue-below-zero', 'recordMovement', 'An issue of more than there is is accepted.'],
  ['order-total-stale', 'updateOrderLine, addOrderLine, deleteOrderLine', 'The total stays as it was when lines change.'],
  ['order-line-count-stale', 'addOrderLine, deleteOrderLine', 'The number of lines stays as it was when lines change.'],
  ['order-lines-renumbered', 'deleteOrderLine', 'The lines after a deleted one get other numbers.'],
  ['price-list-put-merges', 'putPriceList', 'A replacement keeps prices that it does not have.'],
  ['supplier-put-resets-created-at', 'replaceSupplier', 'A replacement changes the time of creation.'],
  ['supplier-delete-in-use', 'deleteSupplier', 'A supplier that a product or order names can be deleted.'],
  ['api-key-works-after-delete', 'deleteApiKey', 'A deleted API key still works.'],
];

const RICH: readonly Row[] = [
  ['product-legacy-code-lost', 'createProduct', 'The deprecated optional `legacy_code` is lost.'],
  ['product-name-astral', 'createProduct', 'Characters beyond the basic plane become question marks.'],
  ['product-description-cut', 'createProduct', 'A description is cut after 255 characters.'],
  ['product-weight-rounded', 'createProduct', 'A large weight is rounded to single precision.'],
  ['product-date-shifted', 'createProduct', 'The date `available_from` moves to the day before.'],
  ['attachment-bytes-as-text', 'addAttachment, downloadAttachment', 'Bytes that are not UTF-8 are replaced.'],
  ['supplier-contacts-sorted', 'createSupplier, replaceSupplier', 'The contacts are put into the order of their names.'],
  ['supplier-terms-zero', 'createSupplier, replaceSupplier', 'Terms of 0 days become the default.'],
  ['warehouse-tags-empty-lost', 'createWarehouse', 'An empty list of tags is lost.'],
  ['warehouse-notes-composed', 'createWarehouse', 'Combining marks in the notes are composed.'],
  ['order-price-floored', 'createPurchaseOrder, addOrderLine, updateOrderLine', 'Some unit prices lose a cent, such as 0.29.'],
  ['order-note-empty-lost', 'createPurchaseOrder', 'An empty note becomes null.'],
  ['webhook-inactive-lost', 'createWebhook', 'A subscription that is made inactive is active.'],
];

const RESPONSES: readonly Row[] = [
  ['supplier-missing-as-html', 'getSupplier', 'The 404 of a missing supplier is a page of HTML.'],
  ['transfer-empty-list-null', 'listTransfers', 'A list without transfers is null.'],
  ['product-page-two-meta-text', 'listProducts', 'From the second page on, `meta.page` is a text.'],
  ['error-of-nested-field-without-field', 'all operations with a JSON body', 'An error of a nested field does not name its field.'],
  ['method-without-allow', 'all paths', 'A 405 has no `Allow` header.'],
  [
    'admin-problem-as-json',
    'listUsers, createUser, listApiKeys, createApiKey, deleteApiKey',
    'A 401 has the media type `application/json`.',
  ],
  ['product-head-without-etag', 'checkProduct', 'The answer to HEAD has no ETag.'],
  ['price-list-new-without-location', 'putPriceList', 'The 201 of a new price list has no Location.'],
  ['bin-delete-with-body', 'deleteBin', 'A deletion is answered with 200 and a body.'],
  ['report-empty-as-plain-text', 'downloadReport', 'A report without rows has the media type `text/plain`.'],
  ['report-limit-without-retry-after', 'startReport', 'The 429 has no `Retry-After`.'],
  ['transfer-cancelled-draft-empty-time', 'getTransfer', 'The time of sending of a cancelled draft is an empty text.'],
  ['order-last-page-empty-cursor', 'listPurchaseOrders', 'The next cursor of the last page is an empty text.'],
  ['accept-ignored-by-downloads', 'downloadAttachment, downloadReport', 'An `Accept` that asks for another media type is ignored.'],
];

const CONDITIONS: readonly Row[] = [
  ['product-patch-any-if-match', 'updateProduct', 'A change with the ETag of another version is accepted.'],
  ['product-put-without-if-match', 'replaceProduct', 'A replacement without `If-Match` is accepted.'],
  ['product-if-match-star-refused', 'replaceProduct, updateProduct', 'An `If-Match` of `*` is refused.'],
  ['product-etag-of-name', 'replaceProduct', 'The ETag stays as it was when the name stays.'],
  ['order-etag-unchanged', 'updatePurchaseOrder', 'The ETag stays as it was when the order changes.'],
  ['warehouse-never-304', 'getWarehouse', '`If-None-Match` is ignored.'],
  ['product-head-of-missing', 'checkProduct', 'HEAD of a missing product is a 200.'],
  ['order-key-without-effect', 'createPurchaseOrder', 'A repeated idempotency key makes a second order.'],
  ['order-key-with-any-body', 'createPurchaseOrder', 'A repeated idempotency key with another body gives the first order.'],
];

const LISTS: readonly Row[] = [
  ['product-pages-overlap', 'listProducts', 'The second page begins with the last product of the first.'],
  ['product-total-unfiltered', 'listProducts', 'The total counts products that the filters leave out.'],
  ['product-sort-minus-ignored', 'listProducts', 'A minus before the field to sort by is ignored.'],
  ['product-search-by-case', 'listProducts', 'A search tells upper from lower case.'],
  ['product-supplier-prefix', 'listProducts', 'The filter for supplier 1 also gives products of supplier 10.'],
  ['supplier-total-of-page', 'listSuppliers', 'The total counts the suppliers of the page only.'],
  ['warehouse-sort-within-page', 'listWarehouses', 'The warehouses are sorted within each page only.'],
  ['bin-link-next-on-last-page', 'listBins', 'The last page has a link to a next one.'],
  ['bin-total-of-all-kinds', 'listBins', 'The total counts bins that the filters leave out.'],
  ['order-created-after-inclusive', 'listPurchaseOrders', '`created_after` also gives what was created at that time.'],
  ['order-next-loses-filters', 'listPurchaseOrders', 'The address of the next page has no filters.'],
  ['transfer-cursor-skips-one', 'listTransfers', 'Each page after the first leaves out one transfer.'],
  ['transfer-status-first-only', 'listTransfers', 'Only the first of several states is looked for.'],
  ['default-page-size-ten', 'all lists with per_page', 'Without `per_page` a page has ten things.'],
];

const ACCOUNTS: readonly Row[] = [
  [
    'order-of-other-account',
    'getPurchaseOrder, updatePurchaseOrder, addOrderLine',
    'The orders of another account can be read and changed.',
  ],
  ['product-search-all-accounts', 'listProducts', 'A search finds the products of all accounts.'],
  ['bin-patch-other-account', 'updateBin', 'A bin of another account can be changed.'],
  ['report-file-of-other-account', 'downloadReport', 'The file of a report of another account can be read.'],
  ['order-key-of-all-accounts', 'createPurchaseOrder', 'An idempotency key of one account is known in the other.'],
  ['users-without-admin-scope', 'listUsers', 'A token that is no administrator’s lists users.'],
  ['supplier-create-with-read-key', 'createSupplier', 'A key that may only read makes a supplier.'],
  ['attachment-content-without-key', 'downloadAttachment', 'The bytes of an attachment are given without a key.'],
  ['product-created-twice-at-once', 'createProduct', 'Two creations at once with one SKU both succeed.'],
];

const SECRETS: readonly Row[] = [
  ['api-key-secret-listed', 'listApiKeys', 'The list of API keys shows their secrets again.'],
  ['webhook-secret-shown', 'getWebhook', 'A subscription shows its secret, which is write-only.'],
  ['user-password-echoed', 'createUser', 'The answer to a creation repeats the password.'],
];

const CLASSES: Readonly<Record<string, readonly Row[]>> = {
  values: VALUES,
  sequences: SEQUENCES,
  'rich values': RICH,
  responses: RESPONSES,
  conditions: CONDITIONS,
  lists: LISTS,
  accounts: ACCOUNTS,
  secrets: SECRETS,
};

export const faults: readonly Fault[] = Object.entries(CLASSES).flatMap(([name, rows]) =>
  rows.map(([id, where, what]) => ({ id, class: name, what, where })),
);
