// Faults of the checks of a request: in each, the service reads another limit than its document has.
import { type Change, member, set, shared, whole } from '../limits.ts';

/** Changes keywords of a member of a list of goods. */
const goods = (name: string, keywords: Record<string, unknown>): Change => member('Goods', name, keywords);

export const limits: Readonly<Record<string, Change>> = {
  'vessel-name-too-long': member('Vessel', 'name', { maxLength: 61 }),
  'shortest-vessel-refused': member('Vessel', 'length', { minimum: undefined, exclusiveMinimum: 5 }),
  'vessel-without-width': member('Vessel', 'beam', { exclusiveMinimum: undefined, minimum: 0 }),
  'draught-in-millimetres': member('Vessel', 'maxDraught', { multipleOf: 0.001 }),
  'largest-tonnage-refused': member('Vessel', 'grossTonnage', { maximum: 299_999 }),
  'ship-number-from-zero': whole('ShipNumber', { pattern: '^[0-9]{7}$' }),
  'call-sign-in-small-letters': member('Vessel', 'callSign', { pattern: '^[A-Za-z0-9]{3,7}$' }),
  'vessel-patch-without-members': whole('VesselPatch', { minProperties: 0 }),
  'email-of-contact-unchecked': member('Contact', 'email', { format: undefined }),
  'berth-accepts-nothing': member('Berth', 'accepts', { minItems: 0 }),
  'berth-accepts-twice': member('Berth', 'accepts', { uniqueItems: false }),
  'bollard-99-refused': member('Berth', 'bollards', { maximum: 98 }),
  'call-without-crew': member('Call', 'crew', { minimum: 0 }),
  'eleven-ports': member('Call', 'previousPorts', { maxItems: 11 }),
  'changed-remarks-too-long': member('CallPatch', 'remarks', { maxLength: 2000 }),
  'goods-number-with-more': goods('unNumber', { pattern: '^[0-9]{4}' }),
  'goods-of-no-weight': goods('quantity', { exclusiveMinimum: undefined, minimum: 0 }),
  'tugs-by-quarter-hours': member('TugOrder', 'hours', { multipleOf: 0.25 }),
  'payment-reference-too-long': member('Payment', 'reference', { pattern: '^[A-Za-z0-9-]{4,31}$' }),
  'pole-refused': member('Position', 'latitude', { minimum: undefined, exclusiveMinimum: -90 }),
  'notice-title-too-short': member('Notice', 'title', { minLength: 2 }),
  'incident-of-severity-six': member('Incident', 'severity', { maximum: 6 }),
  'largest-page-refused': shared('PerPage', { maximum: 49 }),
  'moment-with-more-members': whole('Moment', { additionalProperties: true }),
  'goods-class-ten': set('schemas.Goods.properties.class', { enum: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] }),
};
