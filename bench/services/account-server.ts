// Serves the email service until it is ended: `live`, with its rows in a file, or the generated `stub` with handlers that return constants.

import { createEmailServer } from '@octavo/interfaces/h-email';
import { serve } from '@octavo/runtime/node';
import { keys } from '../../services/h-email/seed.ts';
import { createSandbox } from '../../services/index.ts';

const [way, place = ''] = process.argv.slice(2);

const requests = {
  credits: { used: 660, available: 1340 },
  searches: { used: 412, available: 1340 },
  verifications: { used: 496, available: 2680 },
};
const account = {
  first_name: 'Priya',
  last_name: 'Nair',
  email: 'priya.nair@papertrail.example',
  plan_name: 'Starter',
  plan_level: 1,
  reset_date: '2026-12-01',
  team_id: 4711,
  calls: { _deprecation_notice: 'Use requests instead.', ...requests.credits },
  requests,
};
const caller = (key: string) => (key === keys.starter ? { key } : null);
const stub = createEmailServer(
  { getAccount: () => ({ status: 200, body: { data: account } }) },
  { security: { apiKey: caller, apiKeyHeader: caller, bearer: caller }, validateResponses: true },
);

if (way === 'live') {
  const sandbox = await createSandbox({ services: ['h-email'], store: { file: place } });
  const { baseUrl } = await sandbox.listen('h-email');
  console.log(baseUrl);
} else {
  const { url } = await serve(stub, { port: 0, hostname: '127.0.0.1' });
  console.log(`${url}/v2`);
}
