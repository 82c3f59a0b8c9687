// What adapters for frameworks do with requests to paths that the document does not have.
import type { FetchHandler } from '../server/server.ts';

export interface AdapterOptions {
  /**
   * `next`, the default, leaves them to the framework: to its other routes, or to its own 404. `answer` answers them with the service's 404.
   * A handler that is a plain function of `Request` answers everything itself.
   */
  readonly unknownPaths?: 'next' | 'answer';
}

/** Whether a request is the framework's own. `target`: path and query as they were sent. */
export function isForNext({ served }: FetchHandler, target: string, options: AdapterOptions): boolean {
  return options.unknownPaths !== 'answer' && served !== undefined && served.methodsAt(target) === undefined;
}
