// A portal with the sandbox, as `octavo dev` serves it, in front of services in this process.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonText } from '../../../generator/base/exact.ts';
import { createDevFront } from '../../../generator/dev/front.ts';
import type { Frame } from '../../../generator/docs/frame/frame.ts';
import { appPage } from '../../../generator/docs/page.ts';
import { portalFolder } from '../../../generator/docs/portal-files.ts';
import { siteData } from '../../../generator/docs/site-data.ts';
import { bundle } from '../../../generator/load/bundle.ts';
import { listen } from '../../../generator/mock/http.ts';
import type { ServedControl } from '../../../generator/serve.ts';
import { loadServices } from '../../../services/index.ts';
import { run } from '../../../services/platform/run/run.ts';
import { documents, root, serviceOf } from '../../support/documents.ts';

type Name = 'd-events' | 'e-scheduling' | 'f-instalments' | 'g-messaging' | 'h-email';

export interface SandboxPortal {
  /** The address of the portal, without a slash at the end. */
  readonly url: string;
  /** The base address of a service. */
  addressOf(name: Name): string;
  /** What the dev server knows of the control API. */
  control(): ServedControl | undefined;
  /** Ends the services; the dev server then says that they do not run. */
  stopServices(): Promise<void>;
  /** Starts services on other ports, with another token and new data. */
  startServices(): Promise<void>;
  close(): Promise<void>;
}

/** @param name of the folder below `.octavo/tmp` that the site is written to */
export async function startSandboxPortal(name: string, names: readonly Name[]): Promise<SandboxPortal> {
  const folder = path.join(root, '.octavo/tmp', name);
  await writeSite(folder, names);
  let control: ServedControl | undefined;
  const front = createDevFront({
    site: folder,
    mocks: () => '',
    status: () => ({
      ready: true,
      live: { state: control === undefined ? 'failed' : 'running', services: [] },
      ...(control === undefined ? {} : { control: control.url }),
    }),
    control: () => control,
    waiting: () => '',
  });
  const portal = await listen(front.handle, 0, '127.0.0.1');
  const start = async () => {
    const running = await run(await loadServices([...names]), {
      host: '127.0.0.1',
      port: () => 0,
      portal: portal.url,
      store: { memory: true },
      network: { allowPrivate: 'loopback' },
    });
    const { url = '', token = '', cookie = '' } = running.control ?? {};
    control = { url, cookie: { name: cookie, value: token } };
    return running;
  };
  let running = await start();
  const stopServices = async (): Promise<void> => {
    if (control === undefined) return;
    control = undefined;
    await running.close();
  };
  return {
    url: portal.url,
    addressOf(service) {
      const found = running.services.flatMap((one) => one.documents).find((document) => document.name === service);
      if (found === undefined) throw new Error(`${service} does not run.`);
      return found.url;
    },
    control: () => control,
    stopServices,
    async startServices() {
      running = await start();
    },
    async close() {
      await portal.close();
      await stopServices();
    },
  };
}

async function writeSite(folder: string, names: readonly string[]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(await portalFolder(), path.join(folder, 'assets'), { recursive: true });
  const read = await Promise.all(documents.filter(({ id }) => names.includes(id)).map(serviceOf));
  const services = read.map(({ service }) => service);
  const frame: Frame = { title: 'Interfaces', services, pages: new Set(['sandbox']), isDev: true };
  writeFileSync(path.join(folder, 'sandbox.html'), appPage(frame, 'sandbox', 'Sandbox'));
  mkdirSync(path.join(folder, 'data'));
  writeFileSync(path.join(folder, 'data/site.json'), JSON.stringify(siteData(services, 'Interfaces')));
  for (const { id, description } of read) {
    mkdirSync(path.join(folder, id));
    writeFileSync(path.join(folder, id, 'openapi.json'), jsonText(bundle(description), 2));
  }
}
