// The option `unknownPaths` of the framework adapters: what they do with requests to paths that the document does not have.
import type { FetchHandler } from '../server/server.ts';

export interface AdapterOptions {
  /**
   * The treatment of a request to a path that the document does not have. `next`, the default, leaves it to the framework: to its other routes, or
   * to its own 404. `answer` answers with the service's 404. A handler that is a plain function of `Request` always answers itself.
   */
  readonly unknownPaths?: 'next' | 'answer';
}

/** Whether the framework is to handle a request. `target`: path and query as they were sent. */
export function isForNext({ served }: FetchHandler, target: string, options: AdapterOptions): boolean {
  return options.unknownPaths !== 'answer' && served !== undefined && served.methodsAt(target) === undefined;
}
