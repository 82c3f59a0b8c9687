// Tests that HTTPS keeps keys and values of the controller confidential.

import { createControllerClient } from '@octavo/interfaces/c-controller';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/c-controller/seed.ts';
import { loadServices } from '../../../services/index.ts';
import { run } from '../../../services/platform/run/run.ts';
import { trustedCertificate } from '../../support/certificate.ts';

test('C7: the controller is read by HTTPS, and gives no answer to plain HTTP', async () => {
  const tls = await trustedCertificate();
  const running = await run(await loadServices(['c-controller']), { host: '127.0.0.1', port: () => 0, tls });
  onTestFinished(() => running.close());
  const baseUrl = running.services[0]?.documents[0]?.url ?? '';
  expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
  const { id: username, value: password } = keys.readWrite;
  const client = createControllerClient({ baseUrl, credentials: { key: { username, password } } });
  expect((await client.readDeviceDetails()).status).toBe(200);
  await expect(fetch(`${baseUrl.replace('https', 'http')}/device`)).rejects.toThrow('fetch failed');
});
