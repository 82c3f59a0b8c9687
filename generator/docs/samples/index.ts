// The code samples that the reference shows for an operation.
import type { Operation, Service } from '../../model/service.ts';
import { clientSample, type SampleOptions } from './client.ts';
import { curlSample } from './curl.ts';
import { baseUrl } from './request.ts';

export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface SamplesOptions extends Omit<SampleOptions, 'baseUrl'> {
  /** The address that answers for a server in the mock. Without it, there are no samples for the mock. */
  readonly mockUrl?: (service: Service, server: string) => string;
}

export function samples(service: Service, operation: Operation, options: SamplesOptions): readonly Sample[] {
  const server = baseUrl(service, operation);
  const mock = options.mockUrl?.(service, server);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(service, operation, server) },
    { lang: 'TypeScript', label: 'Typed client', source: clientSample(service, operation, options) },
    ...(mock === undefined
      ? []
      : [
          { lang: 'Shell', label: 'curl to the mock', source: curlSample(service, operation, mock) },
          {
            lang: 'TypeScript',
            label: 'Typed client to the mock',
            source: clientSample(service, operation, { ...options, baseUrl: mock }),
          },
        ]),
  ];
}
