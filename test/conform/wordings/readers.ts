// What each reader of sentences gives for a wording, in short.
import {
  aheadIn,
  boundsIn,
  choiceIn,
  defaultIn,
  dependentRequiredIn,
  effectsIn,
  type Facts,
  formsIn,
  formulaIn,
  frozenIn,
  isAnyCase,
  isRefusedWhereFull,
  isSaidTaken,
  isSaidUnique,
  lastingIn,
  lengthsIn,
  type Measured,
  mostIn,
  needIn,
  noticeIn,
  nulledIn,
  omittedIn,
  outcomeIn,
  presenceIn,
  relationIn,
  rightIn,
  ruledIn,
  sizesIn,
  stateRulesOf,
  twiceIn,
  valuesIn,
  withRefusal,
} from '../../../generator/inference/prose/index.ts';
import type { Kind } from './index.ts';

const MEMBERS = [
  ...['start_date', 'end_date', 'starts_at', 'ends_at', 'valid_from', 'valid_until', 'min_price', 'max_price', 'deadline', 'expires_at'],
  ...['quantity', 'amount', 'currency', 'kind', 'id', 'name', 'email', 'phone', 'reference', 'company_name', 'lines', 'product_id', 'tags'],
];
const LISTED = new Map<string, readonly (string | boolean)[]>([
  ['kind', ['company', 'individual', 'field', 'card']],
  ['active', [true, false]],
]);
const OPTIONAL = MEMBERS.filter((name) => name !== 'kind');

const ORDER = { name: 'orders', members: ['total', 'currency', 'max_quantity', 'stock'] };
/** What the schemas of members say, as far as a reader asks for it. */
const SCHEMAS: ReadonlyMap<string, readonly Facts[]> = new Map([...MEMBERS, 'active'].map((name) => [name, [schemaOf(name)]] as const));

function schemaOf(name: string): Facts {
  const facts: Facts = /^(?:quantity|amount)$/.test(name)
    ? { type: ['number'] }
    : /_at$|deadline/.test(name)
      ? { type: ['string'], format: 'date-time' }
      : /_date$/.test(name)
        ? { type: ['string'], format: 'date' }
        : name === 'kind'
          ? { type: ['string'], enum: LISTED.get('kind') ?? [] }
          : { type: [name === 'active' ? 'boolean' : name === 'tags' || name === 'lines' ? 'array' : 'string'] };
  return facts;
}

const FIGURES = {
  numbers: ['total', 'subtotal', 'tax', 'discount', 'paid', 'open', 'quantity', 'price'],
  lists: new Map([
    ['lines', ['quantity', 'amount']],
    ['payments', ['amount']],
  ]),
};
const JOINS = { sum: ' + ', difference: ' - ', product: ' * ' } as const;

const STATES = ['draft', 'pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded', 'active', 'closed', 'archived'];

type Reader = (text: string, subject?: string, status?: string) => readonly string[];

function sizesOf(kind: Measured): Reader {
  return (text, name, status) => (name === undefined ? [] : sizesIn(text, { kind, name }, status).map(({ says }) => says));
}

const SAYS = { always: 'always', in: 'in ', but: 'but in ' } as const;

function frozenOf(text: string, subject?: string): readonly string[] {
  const found = frozenIn(text, { members: MEMBERS, states: STATES, nouns: ['order', 'orders'] }, subject);
  return (found?.members ?? []).map((member) => `${member} ${SAYS[found?.kind ?? 'in']}${found?.states.join('/')}`);
}

function neededOf(text: string, subject?: string, status?: string): readonly string[] {
  const found = needIn(text, OPTIONAL, LISTED, subject, status);
  if (found === undefined) return [];
  const { values, member, isNeeded, isOnly, isNot } = found;
  return [`${values.join('/')}: ${isNeeded ? 'needs ' : isNot ? 'not ' : ''}${member}${isOnly ? ' only' : ''}`];
}

function formOf(text: string, name?: string): readonly string[] {
  const kind = name === 'quantity' || name === 'amount' ? 'number' : 'text';
  return name === undefined ? [] : formsIn(text, { kind, name }).map(({ says }) => `${name}: ${says}`);
}

export const READERS: Readonly<Record<Kind, Reader>> = {
  relation(text, subject, status) {
    const found = relationIn(text, MEMBERS, subject, status);
    return found === undefined ? [] : [`${found.greater} ${found.isStrict ? '>' : '>='} ${found.less}`];
  },
  formula(text, own) {
    const found = own === undefined ? undefined : formulaIn(text, own, FIGURES);
    if (found === undefined) return [];
    if (found.kind === 'count') return [`count of ${found.list}`];
    if (found.kind === 'percent') return [`${String(found.by)} percent of ${found.of}${found.isHalfUp ? ', half up' : ''}`];
    if (found.kind === 'items') return [`sum of ${found.of.join(' * ')} in ${found.list}`];
    if (found.kind === 'mixed') return [`${found.of.slice(0, found.plus).join(' + ')} - ${found.of.slice(found.plus).join(' - ')}`];
    return [found.of.join(JOINS[found.kind])];
  },
  notice: (text, subject, status) => [noticeIn(text, subject !== undefined, status)?.says ?? []].flat(),
  right: (text) => [rightIn(text) ?? []].flat(),
  need: neededOf,
  flag: neededOf,
  severalValues: neededOf,
  companion: (text, subject, status) =>
    dependentRequiredIn(text, MEMBERS, { ...(subject === undefined ? {} : { subject }), ...(status === undefined ? {} : { status }) }).map(
      ({ member, needs }) => `${member} with ${needs}`,
    ),
  values: (text, subject) => (subject === undefined || valuesIn(text).length === 0 ? [] : [`${subject}: ${valuesIn(text).join(', ')}`]),
  choice(text, subject, status) {
    const found = choiceIn(text, OPTIONAL, subject, status);
    const wrong = found && [...(found.isNoneWrong ? ['not none'] : []), ...(found.isAllWrong ? ['not all'] : [])];
    return found === undefined ? [] : [`${found.members.toSorted().join('/')}: ${wrong?.join(', ')}`];
  },
  ruled: (text, subject, status) => (subject === undefined ? [] : ruledIn(text, status).map((one) => `never ${one}`)),
  length: (text, _, status) => lengthsIn(text, status).map(({ kind, says }) => `${kind} ${says}`),
  unique(text, subject, status) {
    const isRefusal = (status ?? withRefusal(text).refusal) !== undefined;
    return (subject === undefined ? isRefusal && isSaidTaken(text, status) : isSaidUnique(text)) ? ['unique'] : [];
  },
  states(text, _, status) {
    const responses = [{ status: status ?? '409', description: status === undefined ? 'Refused.' : text }];
    const operation = { summary: 'Cancels an order', description: status === undefined ? text : '', responses };
    const { allowed, refused } = stateRulesOf(operation, STATES, ['order', 'orders']);
    const those = (found: ReadonlySet<string>): string => STATES.filter((state) => found.has(state)).join('/');
    return [...(allowed === undefined ? [] : [`needs ${those(allowed)}`]), ...(refused.size === 0 ? [] : [`not in ${those(refused)}`])];
  },
  bounds: (text, subject, status) =>
    boundsIn(text, MEMBERS, ORDER, subject, status).map(({ kind, member, of }) => `${member} ${kind} ${of}`),
  capacity(text, _, refusal) {
    const said = refusal === undefined ? withRefusal(text) : { text, refusal };
    return isRefusedWhereFull(said, { room: 'capacity', taker: 'booking' }) ? ['full'] : [];
  },
  twice: (text, subject, status) =>
    twiceIn(text, ['lines'], new Map([['lines', ['product_id']]]), status, subject).map((one) => `${one} once`),
  presence(text, subject) {
    const found = subject === undefined ? undefined : presenceIn(text, STATES);
    return found === undefined ? [] : [`${found.kind} ${[...found.states].join('/')}`];
  },
  size: sizesOf('text'),
  items: sizesOf('list'),
  number: sizesOf('number'),
  default(text, subject) {
    const { member, is } = defaultIn(text, SCHEMAS, [ORDER], subject) ?? {};
    if (is === undefined) return [];
    if (is.kind === 'value') return [`${member} = ${JSON.stringify(is.value)}`];
    return [is.kind === 'now' ? `${member} is now` : is.kind === 'member' ? `${member} as ${is.name}` : `${member} as that of the order`];
  },
  fixed: (text, subject) => frozenOf(text, subject),
  frozen: (text, subject) => frozenOf(text, subject),
  becomes(text) {
    const found = outcomeIn(text, STATES, ['order', 'orders']);
    return found === undefined ? [] : [`then ${found.state}`];
  },
  effects: (text) => effectsIn(text, ['paid_at', 'attempts', 'assignee', 'note']).map(({ kind, member }) => `${kind} ${member}`),
  form: formOf,
  shape: formOf,
  anyCase: (text) => (isAnyCase(text) ? ['any case'] : []),
  omitted(text) {
    const [omitted, nulled] = [omittedIn(text), nulledIn(text)];
    return [...(omitted === undefined ? [] : [`omitted ${omitted}`]), ...(nulled === undefined ? [] : [`null ${nulled}`])];
  },
  ahead(text, subject, status) {
    const found = subject === undefined ? undefined : aheadIn(text, status);
    return found === undefined ? [] : [found.says];
  },
  most(text, _, refusal) {
    const found = mostIn(refusal === undefined ? withRefusal(text) : { text, refusal }, 'bookings', ['customers']);
    return found === undefined ? [] : [`${found.count}${found.adjective === undefined ? '' : ` ${found.adjective}`}`];
  },
  lasting(text) {
    const found = lastingIn(text);
    return found === undefined ? [] : [`lasts ${found.milliseconds / 60_000} minutes`];
  },
};

export function isRead(kind: string): kind is Kind {
  return Object.hasOwn(READERS, kind);
}
