// Faults of the checks of a request: the server's own copy of the document has another limit than the document that its clients read.
import { at, type Change, property } from '../limits.ts';
import type { OpenApi, Parameter, Schema } from '../schemas.ts';

function parameter(document: OpenApi, name: string): Schema {
  const { [name]: found } = document.components.parameters as Record<string, Parameter>;
  if (found === undefined) throw new Error(`There is no parameter ${name}.`);
  return found.schema;
}

/** Changes that the faults of this kind make in a copy of the document. */
export const limits: Readonly<Record<string, Change>> = {
  'product-name-one-too-long': (document) => Object.assign(property(document, 'NewProduct', 'name'), { maxLength: 121 }),
  'product-name-refuses-longest': (document) => Object.assign(property(document, 'ProductReplacement', 'name'), { maxLength: 119 }),
  'product-sku-lower-case': (document) =>
    Object.assign(property(document, 'NewProduct', 'sku'), { pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$' }),
  'price-third-decimal': (document) => delete property(document, 'Price', 'amount').multipleOf,
  'price-refuses-highest': (document) => Object.assign(property(document, 'Price', 'amount'), { exclusiveMaximum: true }),
  'product-tax-rate-one': (document) => delete property(document, 'NewProduct', 'tax_rate').exclusiveMaximum,
  'product-barcodes-twice': (document) => delete property(document, 'NewProduct', 'barcodes').uniqueItems,
  'product-barcodes-six': (document) => Object.assign(property(document, 'NewProduct', 'barcodes'), { maxItems: 6 }),
  'product-dimension-zero': (document) =>
    Object.assign(at(document, 'NewProduct.properties.dimensions.properties.width_mm'), { minimum: 0 }),
  'product-attribute-any-length': (document) => delete at(document, 'NewProduct.properties.attributes.additionalProperties').maxLength,
  'product-attributes-eleven': (document) => delete property(document, 'NewProduct', 'attributes').maxProperties,
  'product-external-id-any-text': (document) => delete property(document, 'NewProduct', 'external_id').format,
  'product-patch-empty': (document) => delete at(document, 'ProductPatch').minProperties,
  'product-component-extra-member': (document) => delete at(document, 'NewProduct.properties.components.items').additionalProperties,
  'bin-weight-any-step': (document) => delete property(document, 'Bin', 'max_weight_kg').multipleOf,
  'bin-weight-zero': (document) => delete property(document, 'BinPatch', 'max_weight_kg').exclusiveMinimum,
  'warehouse-code-open-end': (document) => Object.assign(property(document, 'NewWarehouse', 'code'), { pattern: '^[A-Z]{3}[0-9]{2}' }),
  'warehouse-address-extra-member': (document) => delete at(document, 'Address').additionalProperties,
  'warehouse-timezone-any': (document) => delete property(document, 'NewWarehouse', 'timezone').enum,
  'supplier-contact-email-any': (document) => delete property(document, 'Contact', 'email').format,
  'supplier-terms-refuses-longest': (document) => Object.assign(property(document, 'Supplier', 'payment_terms_days'), { maximum: 119 }),
  'order-quantity-zero': (document) => Object.assign(property(document, 'NewOrderLine', 'quantity'), { minimum: 0 }),
  'order-refuses-fifty-lines': (document) => Object.assign(property(document, 'NewPurchaseOrder', 'lines'), { maxItems: 49 }),
  'order-date-any-day': (document) =>
    Object.assign(property(document, 'NewPurchaseOrder', 'expected_on'), { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'order-line-without-price': (document) => Object.assign(at(document, 'NewOrderLine'), { required: ['sku', 'quantity'] }),
  'order-line-quantity-text': (document) => {
    const { quantity, ...others } = at(document, 'OrderLinePatch.properties');
    Object.assign(at(document, 'OrderLinePatch'), {
      properties: { ...others, quantity: { oneOf: [quantity, { type: 'string', pattern: '^[1-9][0-9]{0,3}$' }] } },
    });
  },
  'transfer-note-null': (document) => Object.assign(property(document, 'NewTransfer', 'note'), { nullable: true }),
  'movement-comment-two-letters': (document) => Object.assign(property(document, 'Adjustment', 'comment'), { minLength: 2 }),
  'movement-reason-any': (document) => delete property(document, 'Issue', 'reason').enum,
  'price-list-without-prices': (document) => delete property(document, 'PriceListBody', 'prices').minProperties,
  'price-list-entry-negative': (document) => Object.assign(property(document, 'PriceEntry', 'amount'), { minimum: -1000000 }),
  'user-password-refuses-longest': (document) => Object.assign(property(document, 'User', 'password'), { maxLength: 71 }),
  'webhook-plain-address': (document) => delete property(document, 'Webhook', 'url').pattern,
  'api-key-without-scopes': (document) => delete property(document, 'NewApiKey', 'scopes').minItems,
  'per-page-hundred-and-one': (document) => Object.assign(parameter(document, 'PerPage'), { maximum: 101 }),
  'page-zero': (document) => Object.assign(parameter(document, 'Page'), { minimum: 0 }),
  'idempotency-key-short': (document) => Object.assign(parameter(document, 'IdempotencyKey'), { minLength: 1 }),
  'created-after-any-text': (document) => delete parameter(document, 'CreatedAfter').format,
};
