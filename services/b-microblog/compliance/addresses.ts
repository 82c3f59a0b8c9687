// The addresses of uploads and results, which are beside the operations.

const JOBS = '/jobs/';
const RESULTS = '/results/';

export function uploadPath(job: string, key: string): string {
  return `${JOBS}${job}?key=${key}`;
}

export function downloadPath(job: string, key: string): string {
  return `${RESULTS}${job}?key=${key}`;
}

export interface Address {
  readonly kind: 'upload' | 'download';
  readonly job: string;
  readonly key: string;
}

/** What a path and query lead to; `undefined` for those of other things. */
export function addressOf(path: string, search: string): Address | undefined {
  const [, folder, job = ''] = /^(\/jobs\/|\/results\/)(\d{1,19})$/.exec(path) ?? [];
  if (folder === undefined) return undefined;
  return { kind: folder === JOBS ? 'upload' : 'download', job, key: new URLSearchParams(search).get('key') ?? '' };
}
