// The proxy of `octavo proxy`: passes requests to a service and responses back, judges both by the document, and reports.
import type { Duplex } from 'node:stream';
import { serverPath, serverUrl } from '../../base/server-path.ts';
import { listen } from '../../mock/http.ts';
import type { Service } from '../../model/service.ts';
import type { ProxyReport } from '../contract/report.ts';
import { createJudge, type JudgeOptions } from '../judge/index.ts';
import { checkHost } from '../target/policy.ts';
import { forward, upstreamOf, type Watcher } from './forward.ts';
import { Observer } from './observer.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';
import type { ObserverOptions } from './tally.ts';
import { passUpgrade } from './upgrade.ts';

interface ProxyOptions extends ObserverOptions {
  /** The service behind the proxy. Its path, if it has one, is that before the document's paths. */
  readonly target: URL;
  /** The path before the document's paths, at the proxy and at the service. Default: that of the target, or of the document's first server. */
  readonly basePath?: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly allowHosts: readonly string[];
  readonly judging: JudgeOptions;
  /** Writes what passes as a HAR file when the proxy ends. */
  readonly recording?: RecorderOptions;
}

export interface RunningProxy {
  /** The address for clients, with the base path: `http://127.0.0.1:4000/v1`. */
  readonly url: string;
  /** Ends all connections. */
  close(): Promise<ProxyReport>;
}

/** @throws {OctavoError} for a host that is not allowed (exit code 2), and for a port that cannot be listened on (3). */
export async function startProxy(service: Service, options: ProxyOptions): Promise<RunningProxy> {
  checkHost(options.target, options, 'any program here could call it through the proxy');
  const basePath = (options.basePath ?? basePathOf(service, options.target)).replace(/\/+$/, '');
  const began = performance.now();
  const judge = await createJudge(service, options.judging);
  const observer = new Observer(judge, basePath, options);
  const upstream = upstreamOf(options.target);
  const recorder = options.recording && recorderOf(service, { ...upstream, basePath }, observer, options.recording);
  const watcher = recorder === undefined ? observer : both(observer, recorder);
  const sockets = new Set<Duplex>();
  let upgrades = 0;
  const listening = await listen(
    (request, response) => forward(request, response, upstream, listening.url, watcher),
    options.port,
    options.host,
  ).catch((error: unknown) => {
    recorder?.discard();
    throw error;
  });
  // A client may take its time for an upload, and the service has limits of its own.
  listening.server.requestTimeout = 0;
  listening.server.on('upgrade', (request, socket, head) => {
    upgrades++;
    passUpgrade(request, socket, head, upstream, listening.url, sockets);
  });
  let closing: Promise<ProxyReport> | undefined;
  return {
    url: listening.url + basePath,
    close: () => (closing ??= end()),
  };

  async function end(): Promise<ProxyReport> {
    for (const socket of sockets) socket.destroy();
    await listening.close();
    upstream.close();
    await observer.settled();
    const target = options.target.origin + basePath;
    const report = { service, target, milliseconds: performance.now() - began, upgrades, ...observer.report() };
    return { ...report, ...(await recorded(recorder)) };
  }
}

/** A file that cannot be written takes none of the findings away. */
async function recorded(recorder: Recorder | undefined): Promise<Pick<ProxyReport, 'recording' | 'recordingFailure'>> {
  if (recorder === undefined) return {};
  try {
    return { recording: await recorder.finish() };
  } catch (recordingFailure) {
    return { recordingFailure };
  }
}

function recorderOf(
  service: Service,
  upstream: ConstructorParameters<typeof Recorder>[1],
  observer: Observer,
  options: RecorderOptions,
): Recorder {
  return new Recorder(service, upstream, (passing) => observer.operationOf(passing), options);
}

/** Shows all that passes to the observer and to the recorder. */
function both(observer: Observer, recorder: Recorder): Watcher {
  return {
    async response(passing, status, headers) {
      const recording = recorder.response(passing, status, headers);
      const observing = await observer.response(passing, status, headers);
      return {
        chunk(chunk) {
          recording.chunk(chunk);
          return observing.chunk(chunk);
        },
        end(how) {
          recording.end(how);
          observing.end(how);
        },
      };
    },
    failure(passing, failure) {
      recorder.failure(passing, failure);
      observer.failure(passing, failure);
    },
  };
}

function basePathOf(service: Service, target: URL): string {
  return target.pathname === '/' ? serverPath(serverUrl(service.servers[0])) : target.pathname;
}
