// Faults of the checks of a request, as changes of the document that the server reads.
import { type Change, member, parameter, shared, whole } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'product-title-too-long': member('ProductNew', 'title', { maxLength: 121 }),
  'longest-product-title-refused': member('ProductNew', 'title', { maxLength: 119 }),
  'variant-for-nothing': member('VariantNew', 'price', { minimum: 0 }),
  'largest-price-refused': member('VariantNew', 'price', { maximum: 9_999_998 }),
  'sku-in-any-case': whole('Sku', { pattern: '^[A-Za-z0-9]{3,12}(-[A-Za-z0-9]{1,6})?$' }),
  'tags-may-repeat': whole('Tags', { uniqueItems: false }),
  'image-address-unchecked': member('Image', 'url', { format: undefined }),
  'image-with-more': whole('Image', { additionalProperties: true }),
  'attributes-of-any-type': whole('Attributes', { additionalProperties: true }),
  'barcode-within-text': member('VariantChange', 'barcode', { pattern: '[0-9]{13}' }),
  'weight-of-nothing': member('VariantNew', 'weightGrams', { exclusiveMinimum: undefined, minimum: 0 }),
  'product-without-variants': member('ProductNew', 'variants', { minItems: 0 }),
  'twentieth-variant-refused': member('ProductNew', 'variants', { maxItems: 19 }),
  'percent-in-steps-of-one': member('DiscountNew', 'percentOff', { multipleOf: 1 }),
  'ninety-percent-refused': member('DiscountNew', 'percentOff', { exclusiveMaximum: 90 }),
  'hundred-of-one-line': member('LineNew', 'quantity', { maximum: 100 }),
  'quantity-as-text': member('LineNew', 'quantity', { type: ['integer', 'string'] }),
  'terms-not-accepted': member('Checkout', 'termsAccepted', { const: undefined }),
  'checkout-without-payment': whole('Checkout', { required: ['shippingAddress', 'termsAccepted'] }),
  'birthday-of-any-digits': whole('Birthday', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'start-without-offset': member('DiscountNew', 'startsAt', {
    format: undefined,
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}',
  }),
  'headline-null-refused': member('ReviewNew', 'headline', { type: 'string' }),
  'page-of-nothing': shared('First', { minimum: 0 }),
  'channel-unchecked': parameter('/carts/{cartId}/checkout', 'post', 'X-Channel', { enum: undefined }),
  'empty-customer-change': whole('CustomerChange', { minProperties: 0 }),
  'country-of-any-letters': whole('Country', { pattern: '^[A-Z]+$' }),
};
