// The kinds of faults, each with its status, and the reason phrases of statuses (RFC 9110 section 15, RFC 6585, RFC 7725).

export const FAULT_KINDS = {
  'invalid-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  'payload-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'headers-too-large': 431,
  'internal-error': 500,
  'invalid-response': 500,
  'not-implemented': 501,
} as const;

/** A fault that the server itself finds. */
export type ServerFaultKind = keyof typeof FAULT_KINDS;

/** `refused`: user code refused a request, and named no other kind. */
export type FaultKind = ServerFaultKind | 'refused';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

export function statusOf(kind: ServerFaultKind): number {
  return FAULT_KINDS[kind];
}

/** The first kind that has a status. */
export function kindOf(status: number): FaultKind {
  for (const kind of Object.keys(FAULT_KINDS) as ServerFaultKind[]) if (FAULT_KINDS[kind] === status) return kind;
  return 'refused';
}

/** The reason phrase; for a status that has none here, `Refused`. */
export function reasonOf(status: number): string {
  return REASONS[status] ?? 'Refused';
}
