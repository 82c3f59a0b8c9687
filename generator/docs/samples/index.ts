// The code samples that the reference shows for an operation.
import type { Operation, Service } from '../../model/service.ts';
import { clientSample, type SampleOptions } from './client.ts';
import { curlSample } from './curl.ts';

export interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export function samples(service: Service, operation: Operation, options: SampleOptions): readonly Sample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(service, operation) },
    { lang: 'TypeScript', label: 'Typed client', source: clientSample(service, operation, options) },
  ];
}
