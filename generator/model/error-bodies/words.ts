// The words of error bodies: what a member holds by its name, and which word of a list means a status.
import type { JsonValue } from '../schema/schema.ts';

/** The purpose of a member of an error body, by its name. */
export type Role =
  | 'sentence'
  | 'title'
  | 'status'
  | 'code'
  | 'issues'
  | 'nested'
  | 'request'
  | 'time'
  | 'pointer'
  | 'name'
  | 'failed'
  | 'succeeded';

/** Names without regard to case and separators. Those that come first are preferred. */
const NAMES: Readonly<Record<Role, string>> = {
  sentence:
    'message errormessage msg errormsg errmsg detail details errordetail errordetails description errordescription reason error ' +
    'statusmessage usermessage displaymessage developermessage longmessage fullmessage faultstring explanation text info summary title',
  title: 'title statustext reasonphrase statusdescription shortmessage',
  status: 'status statuscode httpstatus httpstatuscode httpcode responsecode code errorcode errorstatus',
  code: 'code errorcode errcode errorid error errortype type errorkey errorname name key kind category slug faultcode reason',
  issues:
    'errors details violations issues invalidparams invalidparameters fielderrors validationerrors constraintviolations errordetails ' +
    'suberrors innererrors problems faults failures causes reasons messages errormessages errorlist fields error detail message',
  nested: 'error errors fault err exception errorresponse errorinfo apierror problem meta response result status',
  request: 'requestid traceid correlationid transactionid debugid reqid incidentid instance id errorid',
  time: 'timestamp time date datetime occurredat',
  pointer: 'pointer path jsonpath jsonpointer instancepath propertypath datapath location loc source',
  name: 'field fieldname name param parameter parametername property propertyname attribute key target element',
  failed: 'error iserror haserror haserrors failed failure fail',
  succeeded: 'success successful succeeded issuccess issuccessful ok isok valid isvalid',
};

const RANKS: ReadonlyMap<Role, ReadonlyMap<string, number>> = new Map(
  (Object.keys(NAMES) as Role[]).map((role) => [role, new Map(NAMES[role].split(' ').map((name, index) => [name, index]))]),
);

/** How well a name fits: 0 is best; `undefined` where it does not. */
export function rankOf(role: Role, name: string): number | undefined {
  return RANKS.get(role)?.get(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** The words that services have for each status in their own lists of codes, the closest first. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'invalid request,bad request,bad input,validation,invalid param,invalid argument,invalid input,invalid,malformed,bad,param,client',
  401: 'unauthorized,unauthorised,unauthenticated,not authenticated,authentication,not authorized,authorization,auth,credential,token,login,api key',
  402: 'payment',
  403: 'forbidden,permission,access denied,denied,not allowed,access,unauthorized,authorization,scope',
  404: 'not found,no such,does not exist,resource missing,unknown resource',
  405: 'method not allowed,method,not allowed',
  406: 'not acceptable',
  408: 'request timeout,timeout,timed out,deadline',
  409: 'conflict,already exists,exists,duplicate',
  410: 'gone,deleted,expired',
  412: 'precondition',
  413: 'too large,payload,size,large,too long',
  414: 'uri too long,url too long,too long',
  415: 'unsupported media,media type,content type,unsupported',
  422: 'unprocessable,validation,invalid',
  429: 'too many,rate limit,rate,throttl,quota,limit,exhausted',
  431: 'headers too large,too large',
  500: 'internal server error,internal,server,api error,unexpected,unknown,exception,fatal,failure',
  501: 'not implemented,unimplemented',
  502: 'bad gateway,gateway,upstream',
  503: 'unavailable,overloaded,maintenance',
  504: 'gateway timeout,timeout,timed out,deadline',
};

/** Words for errors of any kind. */
const GENERAL = 'error,fail,failure,generic,general,other,unknown';

/** The words of a list as they are compared, and what was found in it by status: an error body is tried with the same lists many times. */
interface Known {
  readonly plain: readonly (readonly [text: string, word: string])[];
  readonly closest: Map<number, string | undefined>;
}

const KNOWN = new WeakMap<readonly JsonValue[], Known>();

/** The word of a list that means the status best, else the one for other errors of its class, else the first. */
export function closestWord(list: readonly JsonValue[], status: number): string | undefined {
  const known = KNOWN.get(list) ?? {
    plain: list.flatMap((word) => (typeof word === 'string' && word !== '' ? [[wordsOf(word), word] as const] : [])),
    closest: new Map<number, string | undefined>(),
  };
  KNOWN.set(list, known);
  const { plain, closest } = known;
  if (!closest.has(status)) closest.set(status, closestOf(plain, status));
  return closest.get(status);
}

function closestOf(plain: Known['plain'], status: number): string | undefined {
  const ofClass = status < 500 ? MEANINGS[400] : MEANINGS[500];
  const meanings = `${MEANINGS[status] ?? ''},${status},${ofClass},${GENERAL}`.split(',').filter((meaning) => meaning !== '');
  for (const meaning of meanings) {
    const inside = /\d/.test(meaning) ? meaning : ` ${meaning}`;
    const found = plain.find(([text]) => text === meaning) ?? plain.find(([text]) => ` ${text}`.includes(inside));
    if (found !== undefined) return found[1];
  }
  return plain[0]?.[1];
}

/** `INVALID_REQUEST`, `invalidRequest` and `invalid-request` as `invalid request`. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The ways in which services write a word of several parts: `invalid-request`, `invalid_request`, `INVALID_REQUEST`, … */
export function spellingsOf(word: string): string[] {
  const parts = word.split('-');
  const capital = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  const camel = capital.charAt(0).toLowerCase() + capital.slice(1);
  return [
    word,
    parts.join('_'),
    parts.join('_').toUpperCase(),
    camel,
    capital,
    parts.join(''),
    parts.join('').toUpperCase(),
    parts.join(' '),
  ];
}
