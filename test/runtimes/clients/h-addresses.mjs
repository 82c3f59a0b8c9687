// Goes through the calls of two published clients of the email service. Both call one fixed host, so connections to it are led to this machine.

import https from 'node:https';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { drive, Redirecting } from './checks.mjs';

const require = createRequire(import.meta.url);
const ByMethods = require('hunter.io');
const ByCallbacks = require('hunterio');

await drive(async ({ url, keys, check, refused }) => {
  https.globalAgent = new Redirecting(url);
  const methods = (key) => {
    const client = new ByMethods(key);
    return (name, ...parameters) => promisify((done) => void client[name](...parameters, done))();
  };
  const callbacks = (key) => {
    const client = new ByCallbacks(key);
    return (name, query = {}) => promisify(client[name].bind(client))(query);
  };
  for (const [client, open] of Object.entries({ methods, callbacks })) {
    const call = open(keys.starter);
    await check(`${client}: addresses of a domain`, () => call('domainSearch', { domain: 'brightloaf.example', limit: 2 }), {
      data: { domain: 'brightloaf.example', organization: 'Brightloaf', pattern: '{first}.{last}' },
      meta: { limit: 2, offset: 0 },
    });
    await check(
      `${client}: pages to the end`,
      async () => {
        const found = [];
        for (let offset = 0, results = 1; offset < results; offset += 2) {
          const page = await call('domainSearch', { domain: 'brightloaf.example', limit: 2, offset });
          results = page.meta.results;
          found.push(...page.data.emails.map(({ value }) => value));
        }
        return new Set(found).size === found.length && found.length;
      },
      3,
    );
    await check(
      `${client}: addresses of people`,
      () => call('domainSearch', { domain: 'brightloaf.example', type: 'personal', seniority: 'senior,executive' }),
      ({ data }) => data.emails.every(({ type }) => type === 'personal'),
    );
    await check(`${client}: addresses of a company`, () => call('domainSearch', { company: 'Brightloaf' }), {
      data: { domain: 'brightloaf.example' },
    });
    const { data } = await call('domainSearch', { domain: 'brightloaf.example', limit: 1 });
    const [{ value: email, first_name, last_name }] = data.emails;
    await check(`${client}: the address of a person`, () => call('emailFinder', { domain: 'brightloaf.example', first_name, last_name }), {
      data: { email, first_name },
    });
    await check(
      `${client}: a likely address`,
      () => call('emailFinder', { domain: 'brightloaf.example', first_name: 'Anna', last_name: 'Berg' }),
      { data: { email: 'anna.berg@brightloaf.example' } },
    );
    await check(`${client}: what an address is worth`, () => call('emailVerifier', client === 'methods' ? email : { email }), {
      data: { email, status: 'valid' },
    });
    await check(`${client}: a domain that accepts all`, () => call('emailVerifier', { email: 'any@quietmill.example' }), {
      data: { status: 'accept_all' },
    });
    await check(`${client}: an account`, () => (client === 'methods' ? call('account') : call('account', {})), {
      data: { email: 'priya.nair@papertrail.example', plan_name: 'Starter' },
    });
    await check(
      `${client}: the key for trials`,
      () => open(keys.test)('emailVerifier', { email: 'any@brightloaf.example' }),
      ({ data }) => data.status !== undefined,
    );
    const code = ({ errors: [{ id }] }) => id;
    // The second client gives an error to the callback as an answer.
    const refuses = (title, key, name, query, id) =>
      client === 'methods'
        ? refused(`${client}: ${title}`, () => open(key)(name, query), code, id)
        : check(`${client}: ${title}`, async () => code(await open(key)(name, query)), id);
    await refuses('a wrong key', 'wrong', 'domainSearch', { domain: 'brightloaf.example' }, 'authentication_failed');
    await refuses('a search without a domain', keys.starter, 'domainSearch', { limit: 2 }, 'wrong_params');
    await refuses('a page that is too long', keys.free, 'domainSearch', { domain: 'brightloaf.example', limit: 50 }, 'pagination_error');
    await refuses('no credits left', keys.spent, 'domainSearch', { domain: 'brightloaf.example' }, 'too_many_requests');
  }
});
