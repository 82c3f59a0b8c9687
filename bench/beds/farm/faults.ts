// The faults of the farm shop wholesale.
import { type Fault, faultsOf, type Row } from '../bed.ts';

const values: readonly Row[] = [
  ['discount-of-40', 'createCustomer', 'A discount of 40 percent is refused.'],
  ['city-in-bytes', 'createGrower', 'The length of a city is counted in bytes.'],
  ['grower-code-longer', 'createGrower', 'A code may have more after its two digits.'],
  ['best-before-any-day', 'createLot', 'The best-before date may be a day that no month has.'],
  ['honey-refused', 'createProduct', 'The category honey is refused.'],
  ['reference-null', 'createOrder', 'A reference that is null is refused.'],
  ['brix-of-zero', 'createLot', 'A sample may have a brix of 0.'],
  ['per-page-of-51', 'all lists', 'A page may have 51 entries.'],
  ['request-id-any', 'createOrder', 'The header X-Request-Id may be any text.'],
  ['price-as-text', 'setPrice', 'A body that is declared as plain text is read as JSON.'],
];

const sequences: readonly Row[] = [
  ['amount-rounded-down', 'createOrder, getOrder', 'The amounts of lines are rounded down.'],
  ['order-price-follows-list', 'getOrder, listOrders', 'The prices of an order change with the price list.'],
  ['stock-keeps-delivered', 'getProduct, createDelivery', 'The stock of a product does not go down with deliveries.'],
  ['delivered-by-one-line', 'createDelivery', 'An order is delivered as soon as one of its lines is delivered in full.'],
  ['credit-of-one-order', 'confirmOrder', 'The credit limit is compared with the total of the order alone.'],
  ['price-of-deleted-left', 'deleteProduct, getPriceList', 'The price of a deleted product stays in the price lists.'],
  ['draft-delivered', 'createDelivery', 'A draft can be delivered.'],
  ['grower-code-at-once', 'createGrower', 'Two growers with the same code are taken at once.'],
];

const rich: readonly Row[] = [
  ['name-in-old-encoding', 'createProduct, updateProduct', 'Characters of a name beyond the basic plane become question marks.'],
  ['no-practices-replaced', 'createGrower', 'An empty list of practices becomes the default.'],
  ['credit-in-32-bits', 'createCustomer', 'A credit limit above 2147483647 is cut to that.'],
];

const responses: readonly Row[] = [
  ['draft-without-confirmed-at', 'listOrders', 'Drafts in lists lack confirmed_at, which is null.'],
  ['conflict-as-json', 'all with 409', 'The answer 409 has the media type application/json.'],
  ['location-by-number', 'createOrder', 'Location has the number of the order instead of its id.'],
];

const conditions: readonly Row[] = [
  ['delete-match-ignored', 'deleteProduct', 'If-Match is ignored.'],
  ['list-tag-without-prices', 'getPriceList, setPrice', 'The ETag of a price list does not change with its prices, so that 304 is wrong.'],
  ['head-without-total', 'all lists', 'HEAD lacks Link and X-Total-Count.'],
];

const lists: readonly Row[] = [
  ['until-without-day', 'listLots', 'Lots whose best-before date is best_before_until itself are not found.'],
  ['sku-only-ascending', 'listProducts', 'The order -sku is ascending.'],
  ['next-without-filters', 'all lists', 'The link to the next page loses the filters and the order.'],
  ['total-of-all-orders', 'listOrders', 'X-Total-Count counts all orders, whatever the filters are.'],
];

const accounts: readonly Row[] = [['grower-of-all', 'createProduct', 'A product can be given to a grower of another hub.']];

export const faults: readonly Fault[] = faultsOf({
  values,
  sequences,
  'rich values': rich,
  responses,
  conditions,
  lists,
  accounts,
  secrets: [],
});
