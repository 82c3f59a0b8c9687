// Names that no schema or operation may take, since emitted code uses them or the language does.

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Types of the language and the platform that emitted code may name; a declaration of that name would stand in front of them. */
const GLOBAL_TYPES = split(`
  AbortController AbortSignal Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Atomics Awaited BigInt BigInt64Array
  BigUint64Array Blob Boolean Buffer Capitalize ConstructorParameters DataView Date Error EvalError Exclude Extract File Float32Array
  Float64Array FormData Function Generator Headers Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable Iterator JSON
  Lowercase Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike PropertyKey Proxy RangeError
  Readonly ReadonlyArray ReadonlyMap ReadonlySet ReadableStream Record ReferenceError Reflect RegExp Request Required Response ReturnType
  Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder ThisType TypeError URIError URL URLSearchParams Uint16Array
  Uint32Array Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakMap WeakRef WeakSet
`);

/** Types that emitted code imports from the runtime. */
const RUNTIME_TYPES = split(`
  ApiKeyCredential ApiKeyHandler BasicCredential BasicHandler BearerCredential BearerHandler CallOptions ClientOptions Fault FetchHandler
  HeaderFields Issue Operation RawClient Route ServerContext ServerOptions ServerRequest ServiceInfo SignatureCredential SignatureHandler
  StandardSchema Transport Validator WebhookReceiverOptions WebhookSenderOptions
`);

export const RESERVED_TYPES: ReadonlySet<string> = new Set([...GLOBAL_TYPES, ...RUNTIME_TYPES]);

/** Words that strict code in a module may not declare. */
const WORDS = split(`
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super switch this
  throw true try typeof undefined var void while with yield
`);

/** Globals, and members that every object has or that a promise is known by: a client with a method \`then\` could not be awaited. */
const MEMBERS = split(`
  Array Boolean Infinity JSON Map Math NaN Number Object Promise Set String Symbol __proto__ constructor globalThis hasOwnProperty
  isPrototypeOf propertyIsEnumerable prototype raw then toJSON toLocaleString toString valueOf
`);

/** Values that emitted code imports from the runtime, and the names of its own parameters and constants. */
const RUNTIME_VALUES = split(`
  apiKeyScheme basicScheme bearerScheme bytes call context createRawClient createServer createTransport eventStream form formExplode
  handlers httpScheme input issues json jsonSeq label matrix multipart mutualTlsScheme ndjson oauth2Scheme openIdConnectScheme options
  routes signatureScheme simple standardSchema text transport value
`);

export const RESERVED_VALUES: ReadonlySet<string> = new Set([...WORDS, ...MEMBERS, ...RUNTIME_VALUES]);

/** Types that the files of a service declare for themselves, by the service's name. */
export function serviceTypes(name: string): string[] {
  const endings = ['Client', 'ClientOptions', 'Credentials', 'Handlers', 'Security', 'ServerOptions'];
  const webhooks = ['WebhookHandlers', 'WebhookReceiver', 'WebhookReceiverOptions', 'WebhookSender', 'WebhookSenderOptions'];
  return [...endings, ...webhooks].map((ending) => `${name}${ending}`);
}

/** Constants and functions likewise. */
export function serviceValues(name: string): string[] {
  const made = ['Client', 'Server', 'WebhookReceiver', 'WebhookSender'].map((ending) => `create${name}${ending}`);
  return [...made, `${name.charAt(0).toLowerCase()}${name.slice(1)}Service`];
}
