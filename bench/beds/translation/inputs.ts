// What the bodies of requests must be like.
import type { Has } from './call.ts';
import { type Check, decimals, flag, integer, list, number, object, oneOf, optional, orNull, text, uuid } from './checks.ts';
import { isDate, isEmail, isTime } from './formats.ts';

const language = text({ pattern: /^[a-z]{2}(-[A-Z]{2})?$/ });
const date = text({ format: isDate });
const email = text({ format: isEmail, max: 120 });
const note = (max: number) => optional(orNull(text({ max })), null);

const ref = (type: string): Check => object({ type: oneOf([type]), id: uuid });
const to = (type: string): Check => object({ data: ref(type) });

/** The body that creates a thing. */
const made = (type: string, attributes: Check, relationships?: Check): Check =>
  object({ data: object({ type: oneOf([type]), attributes, ...(relationships === undefined ? {} : { relationships }) }) });

const STATUSES = ['draft', 'active', 'closed'];
const PRIORITIES = ['low', 'normal', 'high', 'rush'];
const SPECIALTIES = ['legal', 'medical', 'technical', 'marketing', 'literary'];

const client = (has: Has): Check => {
  const billing = object({
    street: text({ min: 1, max: 100 }),
    postalCode: optional(text({ pattern: /^[A-Z0-9 -]{3,10}$/ })),
    city: text({ min: 1, max: 60 }),
  });
  return made(
    'clients',
    object({
      name: text({ min: 1, max: 80 }),
      contactEmail: email,
      country: text({ pattern: /^[A-Z]{2}$/ }),
      vatNumber: optional(orNull(text({ pattern: /^[A-Z]{2}[0-9A-Z]{6,12}$/ })), null),
      paymentDays: optional(integer(7, has('payment-days-90') ? 89 : 90), 30),
      discount: optional(number({ min: 0, max: 25, fits: (value) => Number.isInteger(value * 2) }), 0),
      billing: optional(orNull(billing), has('billing-left-out') ? undefined : null),
    }),
  );
};

const term = (): Check =>
  made(
    'terms',
    object({
      source: text({ min: 1, max: 60 }),
      sourceLanguage: language,
      translation: text({ min: 1, max: 60 }),
      targetLanguage: language,
      forbidden: optional(flag, false),
      note: note(200),
    }),
  );

/** The attributes of a project, which a change shares. */
const projectChecks = (has: Has) => ({
  title: text({ min: 1, max: 120, ...(has('title-in-bytes') ? { lengthOf: Buffer.byteLength } : {}) }),
  deadline: text({ format: isTime }),
  priority: oneOf(PRIORITIES),
  budget: number({ min: 0, max: 99_999_999.99, fits: decimals(2) }),
  tags: list(text({ min: has('tag-of-one-letter') ? 1 : 2, max: 20, pattern: /^[a-z][a-z0-9-]*$/ }), { max: 6 }),
  brief: orNull(text({ max: 2000 })),
});

function project(has: Has): Check {
  const { title, deadline, priority, budget, tags, brief } = projectChecks(has);
  const attributes = object({
    title,
    deadline,
    priority: optional(priority, 'normal'),
    budget: optional(orNull(budget), null),
    tags: optional(tags, []),
    brief: optional(brief, null),
  });
  return made('projects', attributes, object({ client: to('clients') }));
}

function projectUpdate(has: Has): Check {
  const { title, deadline, priority, budget, tags, brief } = projectChecks(has);
  const attributes = object(
    {
      title: optional(title),
      deadline: optional(deadline),
      priority: optional(priority),
      budget: optional(has('budget-null-refused') ? budget : orNull(budget)),
      tags: optional(tags),
      brief: optional(brief),
      status: optional(oneOf(STATUSES)),
    },
    { least: 1 },
  );
  return object({ data: object({ type: oneOf(['projects']), id: uuid, attributes }) });
}

const document = (has: Has): Check =>
  made(
    'documents',
    object({
      fileName: text({
        max: 100,
        pattern: has('file-name-goes-on')
          ? /^[A-Za-z0-9 ._-]+\.(docx|xlsx|html|txt|xliff)/
          : /^[A-Za-z0-9 ._-]+\.(docx|xlsx|html|txt|xliff)$/,
      }),
      sourceLanguage: language,
      wordCount: integer(1, 250_000),
      receivedOn: optional(orNull(has('received-no-such-day') ? text({ pattern: /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/ }) : date), null),
      confidential: optional(flag, false),
    }),
  );

const job = (): Check =>
  made(
    'jobs',
    object({
      targetLanguage: language,
      ratePerWord: number({ above: 0, max: 2, fits: decimals(3) }),
      dueOn: date,
      instructions: note(500),
    }),
  );

const delivery = (has: Has): Check =>
  made(
    'deliveries',
    object({
      words: integer(1, 500_000),
      hours: number({ min: 0.25, max: 400, fits: (value) => has('hours-not-in-quarters') || Number.isInteger(value * 4) }),
    }),
  );

const review = (): Check =>
  made('reviews', object({ verdict: oneOf(['approve', 'return']), score: optional(orNull(integer(1, 5)), null), comment: note(1000) }));

function translator(has: Has): Check {
  const pair = object(
    { source: language, target: language, level: oneOf(['professional', 'native']) },
    { isOpen: has('pair-members-unknown') },
  );
  const specialties = has('specialty-literary-refused') ? SPECIALTIES.filter((name) => name !== 'literary') : SPECIALTIES;
  const certifiedUntil = text({ format: (day) => isDate(day, !has('leap-day-of-2000')) });
  return made(
    'translators',
    object({
      name: text({ min: 1, max: 80 }),
      email,
      pairs: list(pair, { min: 1, max: 10 }),
      specialties: optional(list(oneOf(specialties), {}), []),
      maxJobs: optional(integer(1, 20), 3),
      certifiedUntil: optional(orNull(certifiedUntil), null),
    }),
  );
}

const invoice = (): Check =>
  made(
    'invoices',
    object({ number: text({ pattern: /^[0-9]{4}-[0-9]{3,6}$/ }), issuedOn: date, note: note(300) }),
    object({ client: to('clients'), jobs: object({ data: list(ref('jobs'), { min: 1, max: 50 }) }) }),
  );

/** The checks of the bodies of all operations that take one. */
export const inputsOf = (has: Has): ReadonlyMap<string, Check> =>
  new Map([
    ['createClient', client(has)],
    ['addTerm', term()],
    ['createProject', project(has)],
    ['updateProject', projectUpdate(has)],
    ['addDocument', document(has)],
    ['createJob', job()],
    ['assignTranslator', object({ data: orNull(ref('translators')) })],
    ['deliverJob', delivery(has)],
    ['reviewJob', review()],
    ['createTranslator', translator(has)],
    ['createInvoice', invoice()],
  ]);
